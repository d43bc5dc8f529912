"""A game as the chain of its positions: what was done, by whom, and what came of it.

Positions are immutable and know their predecessor, so that one more action costs the same early and late in a game,
and whoever holds a position holds the whole story up to it.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from games.faults import as_game_fault
from games.rules import AnyRules
from games.rules.base import Event

PLAYER = "player"
BOT = "bot"
CLOCK = "clock"
ADMIN = "admin"


@dataclass(frozen=True, slots=True)
class Move:
    """One stored action: `made_by` tells a player's own from a bot's and from one that the clock made."""

    number: int
    seat: int
    action: Any
    made_by: str = PLAYER
    at: datetime | None = None
    key: str | None = None
    """That of the form it was sent with."""


@dataclass(frozen=True, slots=True, eq=False, weakref_slot=True)
class Position:
    """A state, how many actions led to it, and what the last of them brought about."""

    number: int
    state: Any
    events: tuple[Event, ...]
    move: Move | None
    previous: "Position | None" = field(repr=False)

    def back(self) -> Iterator["Position"]:
        """This position and all before it, latest first."""
        position: Position | None = self
        while position is not None:
            yield position
            position = position.previous


def first_position(rules: AnyRules, state: object) -> Position:
    """The one that a game begins in."""
    with as_game_fault("opening the game"):
        return Position(0, state, tuple(rules.events(None, state)), None, None)


def next_position(rules: AnyRules, position: Position, move: Move, *, stored: bool = False) -> Position:
    """The position after that move, or `IllegalAction`. What is `stored` was legal once, or the game is at fault."""
    with as_game_fault(f"playing action {move.number} of seat {move.seat}", refusals=not stored):
        state = rules.play(position.state, move.seat, move.action)
        return Position(move.number, state, tuple(rules.events(position.state, state)), move, position)
