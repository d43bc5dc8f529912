"""The bot that does not think."""

from collections.abc import Sequence
from random import Random

from games.rules.base import Action


class RandomBot:
    """Any legal action, each as likely as the next."""

    def choose(self, view: object, legal_actions: Sequence[Action], rng: Random) -> Action:
        return legal_actions[rng.randrange(len(legal_actions))]
