"""What a bot is: something that sees a player's view and names one of the legal actions."""

from collections.abc import Callable, Sequence
from random import Random
from typing import Any, NamedTuple, Protocol

from games.bots.budget import Budget
from games.rules import IllegalAction, Rules
from games.rules.base import Action, State, View


class Bot(Protocol):
    """Bots keep nothing between decisions: all they know is in the view, all their chance in `rng`."""

    def choose(self, view: Any, legal_actions: Sequence[Action], rng: Random) -> Action:
        """One of `legal_actions`: never none, and first what does least: a pass, or the end of a turn."""


class Team(NamedTuple):
    """The bots that know one kind of game; chance knows them all."""

    cautious: Bot
    balanced: Bot
    bold: Bot
    expert: Callable[[Budget], Bot]


def decide(bot: Bot, rules: Rules[State, Action, View], state: State, seat: int, rng: Random) -> Action:
    """What the bot plays in that seat. House bots get the open-purse view whatever the table chose."""
    legal_actions = rules.legal_actions(state, seat)
    if not legal_actions:
        raise IllegalAction("not_your_turn", "It is not this seat's turn.")
    return bot.choose(rules.view(state, seat, open_purses=True), legal_actions, rng)
