"""Turning a price into an action: which of the legal raises to make."""

from collections.abc import Sequence
from typing import Any

from games.bots.auction_table import Table

RAISES_COMPARED = 24
"""How many of the cheapest raises are looked at."""

SMALL_CHANGE = 4000


def added_by(action: Any, table: Table) -> int:
    """What a raise adds to the open bid, in units."""
    if hasattr(action, "cards"):
        return int(sum(action.cards)) // table.unit
    return int(action.amount) - table.players[table.me].bid


def handiest_raise(table: Table, legal_actions: Sequence[Any]) -> Any:
    """A raise that costs little and keeps the small cards, which are the change for later raises."""
    return min(legal_actions[1:RAISES_COMPARED], key=lambda action: added_by(action, table) + _change_spent(action))


def _change_spent(action: Any) -> float:
    cards: tuple[int, ...] = getattr(action, "cards", ())
    return sum(0.5 if card <= SMALL_CHANGE else 0.1 for card in cards)


def give_up_least(legal_actions: Sequence[Any]) -> Any:
    return min(legal_actions, key=lambda action: action.value)
