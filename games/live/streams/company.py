"""How many streams one token, or one person without any, has open in this process: beyond that the oldest ends."""

import asyncio
from collections import defaultdict
from collections.abc import Hashable
from typing import Protocol
from weakref import WeakKeyDictionary

from accounts.models import User

MOST_STREAMS = 40
TOO_MANY = "too_many_streams"


class Ending(Protocol):
    user: User
    token_id: int | None

    def end(self, reason: str) -> None: ...


class Company:
    def __init__(self, most: int) -> None:
        self._most = most
        self._open: defaultdict[Hashable, list[Ending]] = defaultdict(list)

    def add(self, stream: Ending) -> None:
        """The newest one is welcome: whoever came back may not have noticed yet that an old line is dead."""
        mine = self._open[_owner_of(stream)]
        mine.append(stream)
        for oldest in mine[: -self._most]:
            oldest.end(TOO_MANY)

    def remove(self, stream: Ending) -> None:
        owner = _owner_of(stream)
        self._open[owner].remove(stream)
        if not self._open[owner]:
            del self._open[owner]


def _owner_of(stream: Ending) -> Hashable:
    return stream.user.pk, stream.token_id


_companies: WeakKeyDictionary[asyncio.AbstractEventLoop, Company] = WeakKeyDictionary()


def company_of_this_loop() -> Company:
    return _companies.setdefault(asyncio.get_running_loop(), Company(MOST_STREAMS))
