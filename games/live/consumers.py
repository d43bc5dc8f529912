"""Sockets push; they hold what their page shows, never what a game is.

Each joins its groups before it reads, so that nothing falls into the gap. One loop per socket does all the reading and
sending: whatever arrives only wakes it, so that many messages at once cost one look. What is not announced, such as a
message to the group that was lost, is noticed a few seconds later for all sockets at once. Connecting anew is the same
as connecting.
"""

import asyncio
import logging
from abc import ABC, abstractmethod
from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING, Generic, ParamSpec, TypeVar
from urllib.parse import parse_qs
from weakref import WeakKeyDictionary
from zoneinfo import ZoneInfo

from channels.consumer import get_handler_name
from channels.generic.websocket import AsyncWebsocketConsumer
from django.conf import settings
from django.utils import timezone, translation

from accounts.languages import language_of
from accounts.middleware import TIME_ZONE_COOKIE
from accounts.models import User
from accounts.time_zones import find_zone
from games.live import poller
from games.live.poller import Update, Viewer
from games.pages import lobby
from games.pages.frames import STILL_HERE
from games.pages.page import waiting_html
from games.rules.plain import Json
from games.services import announce
from hsweb.http.clients import address_of_scope
from hsweb.limits.fair_queue import FairSemaphore
from hsweb.threads import in_thread

if TYPE_CHECKING:
    from asgiref.typing import ASGIReceiveCallable, ASGISendCallable
    from channels.consumer import _ChannelScope
    from django.contrib.sessions.backends.base import SessionBase

logger = logging.getLogger(__name__)

P = ParamSpec("P")
R = TypeVar("R")

NOT_HERE = 4404
"""Closing code: this is not for you. Pages do not try again."""
# Servers may close with codes from 3000 on; those below are the protocol's own.
COME_AGAIN = 3012
"""Closing code: connect anew, you may be somebody else by now."""
TOO_BIG = 3009
"""Closing code: no page sends so much."""
LONGEST_FRAME = 2_000


READS_AT_ONCE = 6
_queues: WeakKeyDictionary[asyncio.AbstractEventLoop, FairSemaphore] = WeakKeyDictionary()


def queue_of_this_loop() -> FairSemaphore:
    """Where sockets wait that have to read or to write something."""
    return _queues.setdefault(asyncio.get_running_loop(), FairSemaphore(READS_AT_ONCE))


ToRead = TypeVar("ToRead")
"""What has to be read for the next frame."""


class Closing(Exception):
    """There is nothing more to say on this socket."""

    def __init__(self, code: int) -> None:
        self.code = code


class PushingConsumer(AsyncWebsocketConsumer, ABC, Generic[ToRead]):
    """A socket that belongs to some groups and looks after itself."""

    joined: tuple[str, ...] = ()
    game_id = ""
    has_left = False
    """Whether the session with which this socket was opened has ended."""
    pushing: "asyncio.Task[None] | None" = None
    token_id: int | None = None
    follows_everything = False
    waiting: int | None = None
    """How many games wait for whoever looks, if that is known."""
    shown_waiting: int | None = None
    presence_is_new = False
    speaks_up = False
    """Whether the page is to hear something, if only that the line is alive."""

    async def __call__(self, scope: "_ChannelScope", receive: "ASGIReceiveCallable", send: "ASGISendCallable") -> None:
        """However a socket ends, also when the server gives up on it, nothing of it stays behind."""
        self.woken = asyncio.Event()
        try:
            await super().__call__(scope, receive, send)
        finally:
            if self.pushing is not None:
                self.pushing.cancel()
                poller.of_this_loop().remove(self)
                for group in self.joined:
                    await self.channel_layer.group_discard(group, self.channel_name)
                await self.leave()

    async def dispatch(self, message: Json) -> None:
        """Nothing that is called here asks the database, so nobody has to look in a thread for its connections."""
        await getattr(self, get_handler_name(message))(message)

    async def take_up(self, *groups: str) -> None:
        self.joined = groups
        for group in groups:
            await self.channel_layer.group_add(group, self.channel_name)
        await self.accept()
        self.pushing = asyncio.create_task(self._keep_pushing())
        poller.of_this_loop().add(self)

    async def leave(self) -> None:
        """What is to be done when a socket has ended."""

    async def receive(self, text_data: str | None = None, bytes_data: bytes | None = None) -> None:
        if text_data is not None and len(text_data) > LONGEST_FRAME:
            if self.pushing is not None:
                self.pushing.cancel()
            await self.close(TOO_BIG)
        elif text_data is not None:
            self.hear(text_data)

    @property
    def place(self) -> Viewer | None:
        """Where somebody sits who looks at a table."""
        return None

    @property
    def spectator_place(self) -> tuple[str, str] | None:
        return None

    def hear(self, text: str) -> None:
        """What a page says; most have nothing to say."""

    def on_presence_noted(self) -> None:
        self.presence_is_new = False

    def on_update(self, update: Update) -> None:
        """Every few seconds, what nobody may have announced. Pages hear then that the line is alive."""
        self.has_left = bool(self.session_key and self.user) and self.session_key not in update.sessions
        self.waiting = update.waiting.get(self.user.pk, 0) if self.user else None
        self.speaks_up = True
        self.woken.set()

    async def perform_request(self) -> None:
        """Do what the page has asked for, if anything."""

    def frame_from_memory(self) -> str:
        """What to send now if it is known without reading anything; nothing if it is not."""
        return ""

    @abstractmethod
    def collect_due(self) -> ToRead:
        """What has to be read, taken before somebody reads it: what becomes due meanwhile is for the next time."""

    @abstractmethod
    def frame_from_database(self, due: ToRead) -> str:
        """What to send now, read in a thread; or `Closing`."""

    def resend_everything(self, due: ToRead | None) -> None:
        """Something went wrong before it was sent: next time, send that and everything else."""

    async def _keep_pushing(self) -> None:
        """In the page's language and the user's time zone: a task has its own, and hands them on to threads."""
        translation.activate(self.language)
        timezone.activate(self.zone) if self.zone else timezone.deactivate()
        while True:
            self.woken.clear()
            due: ToRead | None = None
            try:
                if self.has_left:
                    raise Closing(COME_AGAIN)
                await self.perform_request()
                frame = self.frame_from_memory()
                if not frame:
                    due = self.collect_due()
                    frame = await self.in_turn(self.frame_from_database, due)
            except Closing as closing:
                await self.close(closing.code)
                return
            except Exception:
                logger.exception("A socket of %s could not look", self.joined[0])
                self.resend_everything(due)
                await asyncio.sleep(poller.POLL_EVERY)
            else:
                if frame != STILL_HERE or self.speaks_up:
                    self.speaks_up = False
                    await self.send(text_data=frame)
                await self.woken.wait()

    async def in_turn(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """In a thread. Whoever has many pages open, or lets them ask again and again, keeps nobody else waiting."""
        async with queue_of_this_loop().turn((address_of_scope(self.scope), self.user and self.user.pk)):
            return await in_thread(work, *args, **kwargs)

    def take_waiting_html(self) -> str:
        """How many games wait for whoever looks, if the page does not know it yet."""
        if self.waiting == self.shown_waiting:
            return ""
        self.shown_waiting = self.waiting
        return waiting_html(self.waiting or 0)

    @property
    def session_key(self) -> str | None:
        session: SessionBase | None = self.scope.get("session")
        return None if session is None else session.session_key

    @cached_property
    def user(self) -> User | None:
        # Channels wraps it, and asking through the wrapping takes its time.
        wrapped = self.scope["user"]
        user = getattr(wrapped, "_wrapped", wrapped)
        return user if isinstance(user, User) else None

    @cached_property
    def language(self) -> str:
        wanted = parse_qs(self.scope["query_string"].decode("latin-1")).get("lang", [""])[0]
        return wanted if wanted in dict(settings.LANGUAGES) else language_of(self.user)

    @cached_property
    def zone(self) -> ZoneInfo | None:
        chosen = self.user.time_zone if self.user else ""
        return find_zone(chosen or self.scope.get("cookies", {}).get(TIME_ZONE_COOKIE, ""))


class LobbyConsumer(PushingConsumer[None]):
    shown = mark = ""

    async def connect(self) -> None:
        await self.take_up(announce.LOBBY)

    async def lobby_changed(self, event: announce.LobbyChanged) -> None:
        self.mark = event["mark"]
        self.woken.set()

    def frame_from_memory(self) -> str:
        return self._new(lobby.known_lobby_html(self.mark))

    def collect_due(self) -> None:
        return None

    def frame_from_database(self, due: None) -> str:
        return self._new(lobby.shared_lobby_html(self.mark))

    def _new(self, html: str) -> str:
        if not html:
            return ""
        is_shown, self.shown = html == self.shown, html
        return ("" if is_shown else html) + self.take_waiting_html() or STILL_HERE


class NowhereConsumer(AsyncWebsocketConsumer):
    """Closes sockets to addresses that lead nowhere."""

    async def connect(self) -> None:
        # A socket that was never accepted cannot tell why; a page would try again for ever.
        await self.accept()
        await self.close(NOT_HERE)
