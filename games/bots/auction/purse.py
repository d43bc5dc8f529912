"""Turning a price into an action: which of the legal raises to make."""

from collections.abc import Sequence
from itertools import islice
from typing import Any

from games.bots.auction.table import Table

RAISES_COMPARED = 200
"""How many of the cheapest raises are looked at."""

SMALL_CHANGE = 4000
SMALL_NOTE = 0.5
LARGE_NOTE = 0.1
"""What it is worth, in units, to keep a note for later: small ones are the change for raises by a little."""


def added_by(action: Any, table: Table) -> int:
    """What a raise adds to the open bid, in units."""
    if hasattr(action, "cards"):
        return int(sum(action.cards)) // table.unit
    return int(action.amount) - table.players[table.me].bid


def cheapest(legal_actions: Sequence[Any], most: int = RAISES_COMPARED) -> list[Any]:
    """The cheapest raises; legal actions come with the pass first and the raises by rising amount."""
    return list(islice(legal_actions, 1, most))


def raises_up_to(limit: float, table: Table, legal_actions: Sequence[Any]) -> list[Any]:
    return [action for action in cheapest(legal_actions) if added_by(action, table) <= limit]


def handiest(raises: Sequence[Any], table: Table, small_note: float = SMALL_NOTE) -> Any:
    """A raise that costs little and keeps change."""

    def cost(action: Any) -> float:
        notes: tuple[int, ...] = getattr(action, "cards", ())
        return added_by(action, table) + sum(small_note if note <= SMALL_CHANGE else LARGE_NOTE for note in notes)

    return min(raises, key=cost)


def give_up_least(legal_actions: Sequence[Any]) -> Any:
    return min(legal_actions, key=lambda action: action.value)
