"""What each turn brings: tier, gold, who buys first, and when piles are mixed."""

from collections.abc import Sequence

from games.rules.cartes_societe.cards import TIERS

LAST_TURN = 30
FIRST_GOLD = 4


def tier_of(turn: int) -> int:
    return min(TIERS[-1], (turn + 1) // 2)


def gold_of(turn: int) -> int:
    """What everybody may spend in this turn."""
    return FIRST_GOLD if turn == 1 else 2 * tier_of(turn) + 1


def first_buyer(turn: int, alive: Sequence[bool]) -> int:
    """Every two turns the start moves one seat clockwise, past those who are out."""
    start = (turn - 1) // 2
    return next(seat % len(alive) for seat in range(start, start + len(alive)) if alive[seat % len(alive)])


def is_mixed_after(turn: int) -> bool:
    """Whether the next turn is of another tier."""
    return tier_of(turn + 1) > tier_of(turn)
