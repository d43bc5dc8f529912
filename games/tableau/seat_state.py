"""What a seat may do and how it stands, for programs: in the same words everywhere, whatever the game."""

from collections.abc import Mapping
from dataclasses import dataclass

from games.tableau.game_words import Text

SETUP, PLAYING, SCORING, FINISHED = "setup", "playing", "scoring", "finished"
"""The phases before a game, in it unless it has some of its own, while its scores are built, and after its end."""
ACT = "act"
"""The one kind of action of a game that does not tell several apart."""


@dataclass(frozen=True, slots=True)
class AvailableAction:
    type: str
    enabled: bool
    reason: str | None
    """Why it cannot be done now, in a sentence."""


@dataclass(frozen=True, slots=True)
class PendingChoice:
    """What a seat is asked."""

    kind: str
    prompt: str
    cards: tuple[str | int, ...]
    """Those among which to choose: money cards by their value, all others by their id."""
    least_bid: int | None = None
    """The least that the own bid may come to; nothing where none is possible or asked for."""
    least_added: int | None = None
    """What has to be added to the own open bid for that."""


@dataclass(frozen=True, slots=True)
class SeatState:
    phase: str
    available_actions: tuple[AvailableAction, ...] = ()
    choice: PendingChoice | None = None
    current_bid_total: int | None = None
    remaining_money: int | None = None
    status: int | float | None = None
    projected_status: int | float | None = None


def offers(why_not: Mapping[str, Text | None]) -> tuple[AvailableAction, ...]:
    """Each kind of action, with why it cannot be done now; nothing for those that can."""
    return tuple(
        AvailableAction(kind, reason is None, None if reason is None else str(reason))
        for kind, reason in why_not.items()
    )
