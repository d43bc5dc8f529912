"""Money cards as bits. Eleven cards make 2,048 hands; every sum and every raise is looked up, not searched.

A `purse` is a set of money cards: bit 0 is the 1,000, bit 10 the 25,000.
"""

from bisect import bisect_right
from functools import cache

from games.rules.errors import InvalidState

DENOMINATIONS = (1000, 2000, 3000, 4000, 6000, 8000, 10000, 12000, 15000, 20000, 25000)
FULL_PURSE = 2 ** len(DENOMINATIONS) - 1

_BIT = {value: 1 << place for place, value in enumerate(DENOMINATIONS)}


def purse_of(cards: object) -> int:
    """The purse with exactly these cards; `InvalidState` for anything that is no money card or comes twice."""
    purse = 0
    for card in cards if type(cards) is tuple or type(cards) is list else (None,):
        bit = _BIT.get(card, 0) if type(card) is int else 0
        if not bit or purse & bit:
            raise InvalidState("invalid_money", "Money cards are the printed denominations, each at most once.")
        purse |= bit
    return purse


def cards_in(purse: int) -> tuple[int, ...]:
    """The denominations in a purse, smallest first."""
    return CARDS_IN[purse]


def _tabulate() -> tuple[list[int], list[tuple[int, ...]], list[list[int]], list[list[int]]]:
    """Totals, cards, subsets by rising total, and those subsets' totals, for every purse.

    Subsets of a purse are those without its largest card, and the same with it: two sorted runs to merge.
    """
    total: list[int] = [0]
    cards: list[tuple[int, ...]] = [()]
    subsets: list[list[int]] = [[]]
    sums: list[list[int]] = [[]]
    purses = list(range(FULL_PURSE + 1))
    for value, bit in _BIT.items():
        for rest in purses[:bit]:
            total.append(total[rest] + value)
            cards.append((*cards[rest], value))
        for rest in purses[:bit]:
            without = subsets[rest]
            both = [*without, bit, *[purses[subset | bit] for subset in without]]
            both.sort(key=total.__getitem__)
            subsets.append(both)
            sums.append([total[subset] for subset in both])
    return total, cards, subsets, sums


TOTAL, CARDS_IN, SUBSETS, SUMS = _tabulate()


@cache
def distinct_sums(purse: int) -> tuple[int, ...]:
    """Every amount that some of these cards make, smallest first."""
    return tuple(sorted(set(SUMS[purse])))


def sums_above(purse: int, amount: int) -> tuple[int, ...]:
    sums = distinct_sums(purse)
    return sums[bisect_right(sums, amount) :]
