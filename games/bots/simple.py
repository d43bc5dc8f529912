"""The bot that does not think."""

from collections.abc import Sequence
from random import Random
from typing import Any


class RandomBot:
    """Any legal action, each as likely as the next."""

    def choose(self, view: Any, legal_actions: Sequence[Any], rng: Random) -> Any:
        return legal_actions[rng.randrange(len(legal_actions))]
