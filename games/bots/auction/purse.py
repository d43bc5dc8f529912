"""Turning a price into an action: which of the legal raises to make."""

from collections.abc import Sequence
from itertools import islice

from games.bots.auction.table import Table
from games.rules.base import Action

RAISES_COMPARED = 200
"""How many of the cheapest raises are looked at."""

SMALL_CHANGE = 4000
SMALL_NOTE = 0.5
LARGE_NOTE = 0.1
"""What it is worth, in units, to keep a note for later: small ones are the change for raises by a little."""


def added_by(action: object, table: Table) -> int:
    """What a raise adds to the open bid, in units: it names notes, or the sum that the bid comes to."""
    if notes := _notes_of(action):
        return sum(notes) // table.unit
    amount: int = getattr(action, "amount", 0)
    return amount - table.players[table.me].bid


def _notes_of(action: object) -> tuple[int, ...]:
    """Each auction game has actions of its own, which say alike what they are made of."""
    notes: tuple[int, ...] = getattr(action, "cards", ())
    return notes


def cheapest(legal_actions: Sequence[Action], most: int = RAISES_COMPARED) -> list[Action]:
    """The cheapest raises; legal actions come with the pass first and the raises by rising amount."""
    return list(islice(legal_actions, 1, most))


def raises_up_to(limit: float, table: Table, legal_actions: Sequence[Action]) -> list[Action]:
    return [action for action in cheapest(legal_actions) if added_by(action, table) <= limit]


def handiest(raises: Sequence[Action], table: Table, small_note: float = SMALL_NOTE) -> Action:
    """A raise that costs little and keeps change."""

    def cost(action: object) -> float:
        kept = sum(small_note if note <= SMALL_CHANGE else LARGE_NOTE for note in _notes_of(action))
        return added_by(action, table) + kept

    return min(raises, key=cost)


def give_up_least(legal_actions: Sequence[Action]) -> Action:
    return min(legal_actions, key=_value_given_up)


def _value_given_up(action: object) -> int:
    value: int = getattr(action, "value", 0)
    return value
