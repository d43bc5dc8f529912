"""How many of something each of many has open at the same time."""

from collections import Counter
from collections.abc import Hashable


class Crowd:
    """Lets each in as often as is allowed, and remembers only those who are there."""

    def __init__(self, most_each: int) -> None:
        self._most_each = most_each
        self._there: Counter[Hashable] = Counter()

    def enter(self, who: Hashable) -> bool:
        """Whether there was room; whoever has entered leaves once."""
        if self._there[who] >= self._most_each:
            return False
        self._there[who] += 1
        return True

    def leave(self, who: Hashable) -> None:
        self._there[who] -= 1
        if not self._there[who]:
            del self._there[who]

    def count(self, who: Hashable) -> int:
        return self._there[who]

    @property
    def busiest(self) -> Hashable:
        """Who is there most often."""
        return max(self._there, key=self._there.__getitem__, default=None)
