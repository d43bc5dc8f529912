"""What the sockets of a process have to learn every few seconds, asked once for all of them.

An announcement may be lost, a session may end, and somebody may have been away for too long without anything happening
at all. Asking for each socket by itself would keep a busy site busy with nothing else.
"""

import asyncio
import logging
import time
from collections import deque
from collections.abc import Iterable
from typing import NamedTuple, Protocol
from weakref import WeakKeyDictionary

from django.utils import timezone

from accounts.api_tokens.checking import valid_token_ids
from accounts.models import User
from accounts.signup.sessions import valid_session_keys
from games.queries import my_games
from games.queries.followed import KEPT_AFTER_THE_END, Followed, followed_by_many, latest_notice, newer_notices
from games.queries.presence import count_spectators
from games.queries.standing_orders import stamps_of
from games.queries.table_marks import Mark, marks_of
from games.services.table import seats, spectators
from hsweb.threads import make_lane

logger = logging.getLogger(__name__)

in_thread = make_lane("poller", 2)

POLL_EVERY = 4.0
"""Seconds between two looks at all that is shown."""
NOTE_PRESENCE_EVERY = 20.0


class Viewer(NamedTuple):
    """Somebody before a table: which seat is theirs, and how many actions they have seen."""

    game_id: str
    seat_id: int
    user: User
    number: int
    substituted: bool
    looking: bool = True
    """Whether the page is before their eyes, and not behind another window."""


class Update(NamedTuple):
    sessions: set[str]
    """Those that still hold."""
    marks: dict[str, Mark]
    """By table. One that is missing does not exist any more."""
    orders: dict[int, str]
    """By seat, what tells its standing orders from others."""
    waiting: dict[int, int]
    """By user, how many games wait for them."""
    watching: dict[str, int]
    """By table, how many people look on."""
    tokens: set[int]
    """Those that still hold."""
    followed: dict[int, dict[str, Followed]]
    """By person who follows all their tables, what each of these is at."""
    notices: dict[int, list[tuple[str, int]]]
    """By the same, table and id of what was lately noted for them alone."""


class Polled(Protocol):
    """What a socket is asked and told."""

    game_id: str
    """Of the table it shows, or nothing."""

    @property
    def place(self) -> Viewer | None: ...

    @property
    def spectator_place(self) -> tuple[str, str] | None:
        """At which table somebody who does not play looks on, and what tells them from others."""

    @property
    def session_key(self) -> str | None: ...

    @property
    def user(self) -> User | None: ...

    @property
    def token_id(self) -> int | None:
        """Of the token with which a program has opened it."""

    @property
    def follows_everything(self) -> bool:
        """Whether it tells somebody of all their tables."""

    @property
    def presence_is_new(self) -> bool:
        """Whether it has come into sight or gone out of it, and nobody has noted that yet."""

    def on_update(self, update: Update) -> None: ...

    def on_presence_noted(self) -> None: ...


class Poller:
    """Looks for all sockets on one event loop, as long as there are any."""

    def __init__(self) -> None:
        self._sockets: set[Polled] = set()
        self._task: asyncio.Task[None] | None = None
        self._noted_at = 0.0

    def add(self, socket: Polled) -> None:
        self._sockets.add(socket)
        if self._task is None:
            self._task = asyncio.create_task(self._keep_polling())

    def remove(self, socket: Polled) -> None:
        self._sockets.discard(socket)
        if not self._sockets and self._task is not None:
            self._task.cancel()
            self._task = None

    async def _keep_polling(self) -> None:
        while True:
            await asyncio.sleep(POLL_EVERY)
            try:
                await self.poll()
            except Exception:
                logger.exception("Nobody could look for the sockets of this process")

    async def poll(self) -> None:
        asked = list(self._sockets)
        update = await in_thread(read_update, asked)
        for socket in asked:
            socket.on_update(update)
        now = asyncio.get_running_loop().time()
        all_are_noted = now - self._noted_at >= NOTE_PRESENCE_EVERY
        noted = [socket for socket in asked if all_are_noted or socket.presence_is_new]
        for socket in noted:
            socket.on_presence_noted()
        if places := [place for socket in noted if (place := socket.place) is not None]:
            await in_thread(note_presence, places)
        if all_are_noted:
            self._noted_at = now
            await self._note_spectators()

    async def _note_spectators(self) -> None:
        places = {place for socket in self._sockets if (place := socket.spectator_place) is not None}
        await in_thread(note_spectators, places)
        for place in places:
            # Whoever left meanwhile was noted too late.
            if not self.is_watched_by(place):
                await in_thread(forget_spectator, place)

    def is_watched_by(self, place: tuple[str, str]) -> bool:
        """Whether that person looks on at that table, in whichever window."""
        return any(socket.spectator_place == place for socket in self._sockets)


_pollers: WeakKeyDictionary[asyncio.AbstractEventLoop, Poller] = WeakKeyDictionary()


def of_this_loop() -> Poller:
    return _pollers.setdefault(asyncio.get_running_loop(), Poller())


def read_update(sockets: Iterable[Polled]) -> Update:
    owners = {socket.session_key: socket.user.pk for socket in sockets if socket.session_key and socket.user}
    tables = {socket.game_id for socket in sockets if socket.game_id}
    # What somebody looks at may be another thing a moment later, so each is asked once.
    seat_ids = {place.seat_id for socket in sockets if (place := socket.place)}
    people = {socket.user.pk for socket in sockets if socket.user and socket.token_id is None}
    tokens = {socket.token_id for socket in sockets if socket.token_id is not None}
    followers = {socket.user.pk for socket in sockets if socket.user and socket.follows_everything}
    return Update(
        valid_session_keys(owners) if owners else set(),
        marks_of(tables) if tables else {},
        stamps_of(seat_ids) if seat_ids else {},
        my_games.counts_waiting(people) if people else {},
        count_spectators(tables) if tables else {},
        valid_token_ids(tokens) if tokens else set(),
        followed_by_many(followers, timezone.now() - KEPT_AFTER_THE_END) if followers else {},
        newer_notices(followers, horizon.look()) if followers else {},
    )


class NoticeHorizon:
    """An id below which every notice was on disk long ago, however long its transaction took."""

    SECONDS = 120.0

    def __init__(self) -> None:
        self._seen: deque[tuple[float, int]] = deque()

    def look(self) -> int:
        """Note the highest id there is now, and answer with the one of a while ago; with 0 as long as none is known."""
        now = time.monotonic()
        self._seen.append((now, latest_notice()))
        horizon = 0
        while self._seen and self._seen[0][0] <= now - self.SECONDS:
            horizon = self._seen.popleft()[1]
        if horizon:
            self._seen.appendleft((now - self.SECONDS, horizon))
        return horizon


horizon = NoticeHorizon()


def note_presence(places: Iterable[Viewer]) -> None:
    """These people have their tables before their eyes, as they are after so many actions."""
    by_sight: dict[tuple[str, int], dict[int, int]] = {}
    for place in places:
        if place.looking:
            by_sight.setdefault((place.game_id, place.number), {})[place.seat_id] = place.user.pk
    for (_game_id, number), owners in by_sight.items():
        seats.mark_seen(owners=owners, number=number)
    # Whoever has several pages open may be looking at one of them.
    looking = {seat_id for owners in by_sight.values() for seat_id in owners}
    if hidden := {place.seat_id: place.user.pk for place in places if place.seat_id not in looking}:
        seats.mark_tab_hidden(owners=hidden)
    for place in places:
        if place.substituted:
            seats.return_at_once(user=place.user, game_id=place.game_id)


def note_spectators(places: Iterable[tuple[str, str]]) -> None:
    if places := list(places):
        spectators.note_spectators(places=places)


def forget_spectator(place: tuple[str, str]) -> None:
    game_id, who = place
    spectators.remove_spectator(game_id=game_id, who=who)
