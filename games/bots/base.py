"""What a bot is: something that sees a player's view and names one of the legal actions."""

from collections.abc import Sequence
from random import Random
from typing import Any, Protocol

from games.rules import Rules


class Bot(Protocol):
    """Bots keep nothing between decisions: all they know is in the view, all their chance in `rng`."""

    def choose(self, view: Any, legal_actions: Sequence[Any], rng: Random) -> Any:
        """One of `legal_actions`, which is never empty."""


def decide(bot: Bot, rules: Rules[Any, Any, Any], state: Any, seat: int, rng: Random) -> Any:
    """What the bot plays in that seat. House bots get the open-purse view whatever the table chose."""
    return bot.choose(rules.view(state, seat, open_purses=True), rules.legal_actions(state, seat), rng)
