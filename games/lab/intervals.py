"""Parts of a whole, and how sure one can be of them."""

from math import sqrt

Z_95 = 1.959964
"""Of a normal distribution, 95 % lies within this many standard deviations."""


def wilson_interval(share: float, games: int) -> tuple[float, float]:
    """The 95 % confidence interval of a share of games.

    Games that count in part, for shared wins, vary less than whole ones: for them it is on the safe side.
    """
    squared = Z_95**2
    middle = share + squared / (2 * games)
    reach = Z_95 * sqrt(share * (1 - share) / games + squared / (4 * games**2))
    return max(0.0, (middle - reach) / (1 + squared / games)), min(1.0, (middle + reach) / (1 + squared / games))


def ratio(part: float, whole: float) -> float | None:
    return part / whole if whole else None


def percent(share: float | None) -> str:
    return "–" if share is None else f"{100 * share:.1f} %"


def percent_range(low: float | None, high: float | None) -> str:
    return "–" if low is None or high is None else f"{100 * low:.1f}–{100 * high:.1f} %"
