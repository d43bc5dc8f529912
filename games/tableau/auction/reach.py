"""Which totals a seat can still come to, and how to say so briefly."""

from collections.abc import Sequence
from functools import lru_cache

from games.rules.auction import View
from games.tableau.amounts import THOUSAND, money, worth

Run = tuple[int, int]


@lru_cache(maxsize=4096)
def sums_of(notes: tuple[int, ...]) -> tuple[int, ...]:
    """Every amount that some of these notes make, nothing included, smallest first."""
    sums = {0}
    for note in notes:
        sums |= {total + note for total in sums}
    return tuple(sorted(sums))


def open_totals(view: View, seat: int) -> tuple[int, ...]:
    """What the open bid of a seat could be raised to; nothing if its purse is closed to the viewer."""
    return totals_above(view, seat, view.round.highest_bid)


def totals_above(view: View, seat: int, highest: int) -> tuple[int, ...]:
    """The same if that were the highest bid."""
    player, own = view.players[seat], worth(view.round.open_bids[seat])
    if player.hand is not None:
        return _raises_with(player.hand, own, highest)
    if uses_notes(view) or player.money is None:
        return ()
    return tuple(range(max(highest, own) + 1, own + player.money + 1))


@lru_cache(maxsize=4096)
def _raises_with(notes: tuple[int, ...], own: int, highest: int) -> tuple[int, ...]:
    return tuple(own + added for added in sums_of(notes) if own + added > highest and added)


def uses_notes(view: View) -> bool:
    """Whether bids are made of money cards, or are plain sums."""
    return not isinstance(view.round.open_bids[0], int)


def step_of(view: View) -> int:
    """The smallest difference between two bids."""
    return THOUSAND if uses_notes(view) else 1


def runs_of(totals: Sequence[int], step: int) -> list[Run]:
    """Totals as runs without gaps."""
    runs: list[Run] = []
    for total in totals:
        if runs and total - runs[-1][1] == step:
            runs[-1] = (runs[-1][0], total)
        else:
            runs.append((total, total))
    return runs


def runs_words(totals: Sequence[int], step: int, most: int = 4) -> str:
    """Those runs; many are cut short, but the greatest total is told."""
    runs = [_run_words(first, last, step) for first, last in runs_of(totals, step)]
    if len(runs) <= most:
        return ", ".join(runs)
    return f"{', '.join(runs[: most - 1])} … {money(totals[-1])}"


def missing_below(totals: Sequence[int], step: int) -> list[int]:
    """What lies between the least and the greatest of these totals and is not among them."""
    have = set(totals)
    return [total for total in range(totals[0], totals[-1], step) if total not in have] if totals else []


def _run_words(first: int, last: int, step: int) -> str:
    if first == last:
        return money(first)
    return f"{money(first)}, {money(last)}" if last - first == step else f"{money(first)}–{money(last)}"
