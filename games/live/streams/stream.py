"""One open line of a program: it waits on the event loop, and reads in a thread once there may be something new.

It joins groups before it reads, so that nothing falls into the gap. While it waits it holds neither a thread nor a
connection of the database. What goes wrong ends it: whoever comes back says how much they have heard.
"""

import asyncio
import logging
from collections.abc import AsyncGenerator, AsyncIterator, Coroutine, Iterable, Mapping
from contextlib import asynccontextmanager
from typing import Any, Protocol

from channels.layers import get_channel_layer
from django.utils import translation

from accounts.models import User
from games.api.callers import Caller
from games.api.feeds.messages import CHAT, Gone, bye, heartbeat
from games.api.feeds.table_feed import TableFeed
from games.live import poller
from games.live.consumers import queue_of_this_loop
from games.live.poller import Update, Viewer
from games.live.streams.company import company_of_this_loop
from games.queries.followed import Followed
from games.rules.plain import Json
from games.services import announce
from hsweb.threads import in_thread

logger = logging.getLogger(__name__)

HEARTBEAT_EVERY = 10.0
NOT_HERE, ENDED, TRY_AGAIN = "not_here", "access_ended", "try_again"
"""Why a stream ends: it is not for whoever listens; their token or session has ended; something went wrong."""

Batch = list[Json]


class Feed(Protocol):
    """What is told, and how much of it was."""

    has_more: bool
    """Whether something was left, because there was much to tell."""

    @property
    def cursor(self) -> str: ...
    @property
    def tables(self) -> Mapping[str, int]:
        """Each with the version that was told last."""

    def tells_chat(self, game_id: str) -> bool:
        """Whether what is said there is for this person."""

    def read(self, announced: Mapping[str, int], *, everything: bool) -> Batch: ...
    def is_behind(self, followed: Mapping[str, Followed], notices: Iterable[tuple[str, int]]) -> bool:
        """Whether there is something to tell, given the tables as they are and what was noted for this person."""


async def tell_until_gone(telling: Coroutine[Any, Any, None], leaving: Coroutine[Any, Any, None]) -> None:
    """Tell somebody what there is, as long as they are there. What fails meanwhile fails here."""
    tasks = [asyncio.create_task(each) for each in (telling, leaving)]
    try:
        done, _pending = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
    for task in done:
        task.result()


class Stream:
    """What the poller asks and tells, and what the groups of the tables wake."""

    game_id = ""
    follows_everything = True
    presence_is_new = False

    def __init__(self, caller: Caller, feed: Feed, *, address: str, language: str) -> None:
        self.user: User = caller.user
        self.token_id = None if caller.token is None else caller.token.pk
        self.session_key = caller.session_key
        self.feed, self._language, self._address = feed, language, address
        self._woken = asyncio.Event()
        self._announced: dict[str, int] = {}
        self._everything = True
        self._has_chat: set[str] = set()
        self._reason = ""
        self._joined: set[str] = set()

    async def batches(self) -> AsyncGenerator[Batch, None]:
        """What there is now, be it nothing; then whatever there is, as soon as there is something. At least a sign of
        life, and at last why it ends."""
        try:
            async with self._listening():
                begun = False
                while not self._reason:
                    batch = await self._next_batch()
                    if batch or not (begun or self._reason):
                        yield batch
                    begun = True
        except Exception:
            logger.exception("A stream could not go on")
            self.end(TRY_AGAIN)
        yield [bye(self._reason)]

    @property
    def place(self) -> Viewer | None:
        return None

    @property
    def spectator_place(self) -> tuple[str, str] | None:
        return None

    def end(self, reason: str) -> None:
        self._reason = self._reason or reason
        self._woken.set()

    async def _next_batch(self) -> Batch:
        """What was read, if there was anything to read; a heartbeat, if nothing happened for so long."""
        if not self._is_due():
            try:
                async with asyncio.timeout(HEARTBEAT_EVERY):
                    await self._woken.wait()
            except TimeoutError:
                return [heartbeat()]
            finally:
                self._woken.clear()
        return await self._read() if self._is_due() and not self._reason else []

    def _is_due(self) -> bool:
        return bool(self._everything or self._announced or self._has_chat)

    async def _read(self) -> Batch:
        announced, self._announced = self._announced, {}
        everything, self._everything = self._everything, False
        chats, self._has_chat = self._has_chat, set()
        try:
            async with queue_of_this_loop().turn((self._address, self.user.pk)):
                batch = await in_thread(self._read_in_language, announced, everything)
        except Gone:
            self.end(NOT_HERE)
            return []
        if await self._join_groups() or self.feed.has_more:
            # What happened there before it was joined was announced to nobody here.
            self._everything = True
        told = [game_id for game_id in sorted(chats) if self.feed.tells_chat(game_id)]
        return batch + [{"type": CHAT, "game": game_id, "cursor": self.feed.cursor} for game_id in told]

    def _read_in_language(self, announced: Mapping[str, int], everything: bool) -> Batch:
        with translation.override(self._language):
            return self.feed.read(announced, everything=everything)

    @asynccontextmanager
    async def _listening(self) -> AsyncIterator[None]:
        self._layer = get_channel_layer()
        assert self._layer is not None
        self._channel = await self._layer.new_channel()
        await self._join_groups()
        hearing = asyncio.create_task(self._keep_hearing())
        hearing.add_done_callback(self._on_deaf)
        poller.of_this_loop().add(self)
        company_of_this_loop().add(self)
        try:
            yield
        finally:
            company_of_this_loop().remove(self)
            poller.of_this_loop().remove(self)
            hearing.cancel()
            try:
                await self.leave()
            except Exception:
                logger.exception("A stream could not leave in order")

    async def leave(self) -> None:
        """What is to be done when it has ended."""
        assert self._layer is not None
        for game_id in self._joined:
            await self._layer.group_discard(announce.table_group(game_id), self._channel)

    async def _join_groups(self) -> bool:
        """Of all tables that are told of; whether there was a new one."""
        assert self._layer is not None
        wanted = set(self.feed.tables) | ({self.game_id} if self.game_id else set())
        new, old = wanted - self._joined, self._joined - wanted
        for game_id in new:
            await self._layer.group_add(announce.table_group(game_id), self._channel)
        for game_id in old:
            await self._layer.group_discard(announce.table_group(game_id), self._channel)
        self._joined = wanted
        return bool(new)

    async def _keep_hearing(self) -> None:
        assert self._layer is not None
        while True:
            self._hear(await self._layer.receive(self._channel))

    def _on_deaf(self, hearing: asyncio.Task[None]) -> None:
        """Whoever cannot hear of anything any more is better off with a new line."""
        if not hearing.cancelled():
            logger.error("A stream hears nothing any more", exc_info=hearing.exception())
            self.end(TRY_AGAIN)

    def _hear(self, message: Json) -> None:
        game_id = message.get("game", "")
        if message["type"] == "game.changed":
            self._announced[game_id] = max(self._announced.get(game_id, 0), message["version"])
        elif message["type"] == "chat.changed":
            self._has_chat.add(game_id)
        self._woken.set()

    def on_update(self, update: Update) -> None:
        """Every few seconds, what nobody may have announced."""
        is_valid = self.session_key in update.sessions if self.token_id is None else self.token_id in update.tokens
        if not is_valid:
            self.end(ENDED)
        elif self.feed.is_behind(self._followed_in(update), update.notices.get(self.user.pk, ())):
            self._everything = True
            self._woken.set()

    def _followed_in(self, update: Update) -> Mapping[str, Followed]:
        return update.followed.get(self.user.pk, {})

    def on_presence_noted(self) -> None:
        self.presence_is_new = False


class TableStream(Stream):
    """Whoever plays there is there as long as it is open; but nobody knows whether they look."""

    follows_everything = False
    feed: TableFeed

    def __init__(self, caller: Caller, feed: TableFeed, *, address: str, language: str) -> None:
        super().__init__(caller, feed, address=address, language=language)
        self.game_id = feed.game_id

    @property
    def place(self) -> Viewer | None:
        table = self.feed.table
        seat = None if table is None else table.seat_of(self.user)
        if table is None or seat is None:
            return None
        return Viewer(self.game_id, seat.pk, self.user, table.action_count, substituted=False, looking=False)

    @property
    def spectator_place(self) -> tuple[str, str] | None:
        table = self.feed.table
        is_spectator = table is not None and table.going_on and table.seat_of(self.user) is None
        return (self.game_id, f"user-{self.user.pk}") if is_spectator else None

    async def leave(self) -> None:
        await super().leave()
        place = self.spectator_place
        if place is not None and not poller.of_this_loop().is_watched_by(place):
            await asyncio.shield(in_thread(poller.forget_spectator, place))

    def _followed_in(self, update: Update) -> Mapping[str, Followed]:
        mark = update.marks.get(self.game_id)
        return {} if mark is None else {self.game_id: Followed(mark.version, None)}
