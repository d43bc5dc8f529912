"""Who is served next where many wait: all take turns by where they come from, then by whom, then by what they want."""

import asyncio
from collections import Counter, OrderedDict
from collections.abc import AsyncIterator, Hashable, Iterable, Sequence
from contextlib import asynccontextmanager
from typing import Generic, TypeVar

T = TypeVar("T")
Path = Sequence[Hashable]
"""From the outermost step to the innermost, such as an address, a host and a game."""


def in_fair_order(waiting: Iterable[tuple[Path, T]], at_work: Iterable[Path] = ()) -> list[T]:
    """Who is served in which order: those of whom fewest are served before or are at work already, at every step.

    Paths have the same number of steps; who waits for longest comes first.
    """
    ordered, busy = list(waiting), list(at_work)
    steps = len(ordered[0][0]) if ordered else 0
    for length in range(steps, 0, -1):
        served = Counter(tuple(path[:length]) for path in busy)
        places = []
        for path, item in ordered:
            served[tuple(path[:length])] += 1
            places.append((served[tuple(path[:length])], (path, item)))
        ordered = [found for _place, found in sorted(places, key=lambda found: found[0])]
    return [item for _path, item in ordered]


class FairQueue(Generic[T]):
    """At every step of the paths those who wait take turns, so whoever brings many waits for their own kind alone."""

    def __init__(self) -> None:
        self._steps: OrderedDict[Hashable, FairQueue[T]] = OrderedDict()
        self._items: list[T] = []
        self._length = 0

    def __len__(self) -> int:
        return self._length

    def put(self, path: Path, item: T) -> None:
        self._length += 1
        if path:
            self._steps.setdefault(path[0], FairQueue()).put(path[1:], item)
        else:
            self._items.append(item)

    def get(self) -> T:
        """Whose turn it is; there has to be somebody."""
        self._length -= 1
        if self._items:
            return self._items.pop(0)
        step, queue = next(iter(self._steps.items()))
        item = queue.get()
        self._steps.move_to_end(step)
        if not queue:
            del self._steps[step]
        return item


class FairSemaphore:
    """Lets so many through at the same time, and the others in turn."""

    def __init__(self, places: int) -> None:
        self._free = places
        self._waiting: FairQueue[asyncio.Future[None]] = FairQueue()

    @property
    def waiting(self) -> int:
        return len(self._waiting)

    @asynccontextmanager
    async def turn(self, path: Path) -> AsyncIterator[None]:
        """Wait for a place, and give it back at the end."""
        if self._free:
            self._free -= 1
        else:
            await self._wait(path)
        try:
            yield
        finally:
            self._let_next_in()

    async def _wait(self, path: Path) -> None:
        called: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.put(path, called)
        try:
            await called
        except asyncio.CancelledError:
            if called.done() and not called.cancelled():
                # They were called, and do not come any more.
                self._let_next_in()
            raise

    def _let_next_in(self) -> None:
        while self._waiting:
            called = self._waiting.get()
            if not called.done():
                called.set_result(None)
                return
        self._free += 1
