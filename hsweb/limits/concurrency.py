"""How many of something each of many has open at the same time."""

from collections import Counter
from collections.abc import Hashable


class ConcurrencyLimit:
    """Lets each in as often as is allowed, and remembers only those who are there."""

    def __init__(self, most_each: int) -> None:
        self._most_each = most_each
        self._open: Counter[Hashable] = Counter()

    def acquire(self, who: Hashable) -> bool:
        """Whether there was room; whoever has entered leaves once."""
        if self._open[who] >= self._most_each:
            return False
        self._open[who] += 1
        return True

    def release(self, who: Hashable) -> None:
        self._open[who] -= 1
        if not self._open[who]:
            del self._open[who]

    def count(self, who: Hashable) -> int:
        return self._open[who]

    @property
    def busiest(self) -> Hashable:
        """Who is there most often."""
        return max(self._open, key=self._open.__getitem__, default=None)
