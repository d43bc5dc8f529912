"""A few numbers as a line that is small enough to stand beside a word. Pure Python."""

from collections.abc import Sequence
from typing import NamedTuple

WIDTH, HEIGHT = 120, 32
EDGE = 3
"""Room for the line itself and for the dot at its end."""


class Sparkline(NamedTuple):
    """Where the line goes, and where it ends, as SVG has it."""

    line: str
    x: str
    y: str


def draw_sparkline(values: Sequence[float]) -> Sparkline:
    """The first value on the left, the last on the right; the least at the foot, the greatest at the head."""
    low, high = min(values), max(values)
    if len(values) == 1:
        values = [values[0], values[0]]
    step = (WIDTH - 2 * EDGE) / (len(values) - 1)
    places = [(EDGE + step * number, _height(value, low, high)) for number, value in enumerate(values)]
    last_x, last_y = places[-1]
    return Sparkline(" ".join(f"{x:.1f},{y:.1f}" for x, y in places), f"{last_x:.1f}", f"{last_y:.1f}")


def _height(value: float, low: float, high: float) -> float:
    """Level if nothing ever changed."""
    share = (value - low) / (high - low) if high > low else 0.5
    return HEIGHT - EDGE - share * (HEIGHT - 2 * EDGE)
