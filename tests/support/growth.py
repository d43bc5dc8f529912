"""Whether work grows with what it is given, or with the square of it: told by comparing, on however slow a machine.

Compared is the processor time of this thread, at the best of several tries: whoever else is busy hardly counts.
"""

import time
from collections.abc import Callable

TIMES = 8
MOST = 24.0
"""Linear work takes about 8 times as long for 8 times as much, quadratic work 64 times; this is between the two."""
FLOOR = 20e-6
"""Seconds of which any share may be noise. What is quadratic takes a thousand times as long for the longer text."""
TRIES = 6


def is_superlinear(work: Callable[[str], object], text: Callable[[int], str], size: int = 1_000) -> bool:
    """`text` makes a text of about that many characters. Whoever is well within the limit is asked only once."""
    short, long = text(size), text(TIMES * size)
    took = needed = float("inf")
    for _ in range(TRIES):
        took = min(took, _seconds(work, long))
        if took <= MOST * FLOOR:
            return False
        needed = min(needed, *(_seconds(work, short) for _ in range(3)))
        if took <= MOST * max(needed, FLOOR):
            return False
    return True


def _seconds(work: Callable[[str], object], text: str) -> float:
    began = time.thread_time()
    work(text)
    return time.thread_time() - began
