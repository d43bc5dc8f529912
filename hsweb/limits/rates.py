"""How often somebody may do something: counters in the cache that all processes share. docs/limits.md lists them."""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from math import ceil
from typing import NamedTuple

from django.core.cache import cache

logger = logging.getLogger(__name__)

PERSON, MAILBOX, ADDRESS = "person", "mailbox", "address"
A_MINUTE, AN_HOUR, A_DAY = 60, 60 * 60, 24 * 60 * 60

LIMITS: "dict[str, Limit]" = {}
"""All there are, by name."""


@dataclass(frozen=True)
class Limit:
    """So many in so many seconds, for each who is counted."""

    name: str
    told: int | Callable[[], int]
    """How many, or what says so when it is asked for."""
    seconds: int
    by: str = PERSON

    def __post_init__(self) -> None:
        assert self.name not in LIMITS, "two would share their counters"
        LIMITS[self.name] = self

    @property
    def most(self) -> int:
        return self.told if isinstance(self.told, int) else self.told()

    def consume(self, who: object) -> bool:
        """Count this once more, and say whether it is within the limit."""
        return consume_one(self.name, who, self.most, self.seconds)

    @property
    def seconds_to_wait(self) -> int:
        """How long whoever is beyond it waits at most."""
        return self.seconds


class Remaining(NamedTuple):
    """What is left of a limit."""

    most: int
    left: int
    """Less than nothing for those who are beyond it."""
    seconds: int
    """Until all of it is there again."""


@dataclass(frozen=True)
class OpenLimit(Limit):
    """One of which those who are counted are told what is left: its windows begin at the same moments for everybody."""

    def look(self, who: object) -> Remaining:
        """What is left, without counting anything."""
        number, seconds = self._window()
        try:
            count = int(cache.get(self._key(who, number), 0))
        except Exception:
            logger.exception("The limit %s does not count, because the cache fails", self.name)
            count = 0
        return Remaining(self.most, self.most - count, seconds)

    def consume(self, who: object) -> bool:
        return consume_one(self.name, f"{who}:{self._window()[0]}", self.most, self.seconds)

    @property
    def seconds_to_wait(self) -> int:
        return self._window()[1]

    def _window(self) -> tuple[int, int]:
        """Its number, and the seconds until it ends."""
        now = time.time()
        number = int(now // self.seconds)
        return number, ceil((number + 1) * self.seconds - now)

    def _key(self, who: object, number: int) -> str:
        return _key(self.name, f"{who}:{number}")


def consume_one(name: str, who: object, most: int, seconds: int) -> bool:
    """Counts this once more, and says whether it is among the first `most` since a window of so many seconds began.

    The window begins with the first. Without a cache everybody is let through: a limit is no reason to stand still.
    """
    try:
        return _count(_key(name, who), seconds) <= most
    except Exception:
        logger.exception("The limit %s does not count, because the cache fails", name)
        return True


def _key(name: str, who: object) -> str:
    return f"limit:{name}:{who}"


def _count(key: str, seconds: int) -> int:
    if cache.add(key, 1, seconds):
        return 1
    try:
        count = cache.incr(key)
    except ValueError:
        # The window ended in between.
        cache.set(key, 1, seconds)
        return 1
    if count == 1:
        # It ended in between, and Redis has begun a new one that would never end.
        cache.touch(key, seconds)
    return count
