"""A bot that counts the matches, and the team in which it plays every part."""

from collections.abc import Sequence
from random import Random
from typing import Any

from games.bots.base import Team
from games.rules.matches import MOST, View


class CountingBot:
    """Leaves a number from which nobody can win against it, if there is one, or takes a single match."""

    def choose(self, view: View, legal_actions: Sequence[Any], rng: Random) -> Any:
        good = (view.left - view.misere) % (MOST + 1)
        return next((action for action in legal_actions if action.matches == good > 0), legal_actions[0])


COUNTING = CountingBot()
MATCHES_TEAM = Team(COUNTING, COUNTING, COUNTING, lambda budget: COUNTING)
