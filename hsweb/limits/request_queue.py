"""Requests are answered a few at a time, and those who ask take turns: by address, then by browser or program.

Whoever asks for much at once waits for their own answers, and others for one or two of them at most. A browser is one
that somebody is logged in with, a program one whose token was good, as this process has seen: whatever else a client
says it is, it shares one turn with all others of its address.
"""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from contextlib import AsyncExitStack
from hashlib import sha256
from weakref import WeakKeyDictionary

from django.conf import settings
from django.http import HttpRequest, HttpResponse, parse_cookie

from hsweb.http.asgi_types import Application, Message, Receive, Scope, Send
from hsweb.http.clients import address_of_scope, header
from hsweb.limits.fair_queue import FairSemaphore, Path

AT_ONCE, SOCKETS_AT_ONCE = 8, 4
"""More at the same time are not done any sooner: they share one interpreter."""
MOST_SESSIONS = 20_000
SECONDS_FOR_A_FRAME = 5.0
"""After which nobody waits any longer for the first frame of a socket."""


class RequestQueue:
    """Before everything else: so many requests go on, all others wait for their turn."""

    def __init__(self, application: Application, at_once: int = AT_ONCE) -> None:
        self.application, self._at_once = application, at_once
        self._semaphores: WeakKeyDictionary[asyncio.AbstractEventLoop, FairSemaphore] = WeakKeyDictionary()

    @property
    def semaphore(self) -> FairSemaphore:
        return self._semaphores.setdefault(asyncio.get_running_loop(), FairSemaphore(self._at_once))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async with self.semaphore.turn(queue_path(scope)):
            await self.application(scope, receive, send)


class SocketQueue(RequestQueue):
    """A socket has its turn until it has sent its first frame, for which most has to be read and drawn."""

    def __init__(self, application: Application) -> None:
        super().__init__(application, SOCKETS_AT_ONCE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async with AsyncExitStack() as turn:
            await turn.enter_async_context(self.semaphore.turn(queue_path(scope)))

            async def send_and_go_on(message: Message) -> None:
                if message["type"] in ("websocket.send", "websocket.close"):
                    await turn.aclose()
                await send(message)

            waiting = asyncio.create_task(_close_after(SECONDS_FOR_A_FRAME, turn))
            try:
                await self.application(scope, receive, send_and_go_on)
            finally:
                waiting.cancel()


async def _close_after(seconds: float, turn: AsyncExitStack) -> None:
    await asyncio.sleep(seconds)
    await turn.aclose()


def queue_path(scope: Scope) -> Path:
    return address_of_scope(scope), known_client_of(scope)


def known_client_of(scope: Scope) -> str:
    """A program that shows its token, or a browser, that was let in before; nothing for anybody else."""
    if authorization := header(scope["headers"], b"authorization"):
        program = fingerprint_of(authorization)
        return program if program in known_programs else ""
    session = session_of(scope)
    return session if session in known_sessions else ""


def fingerprint_of(authorization: str) -> str:
    """What is remembered of a token, however it is sent: nobody who looks into this memory can use it."""
    _scheme, _space, secret = authorization.partition(" ")
    return sha256(secret.strip(" ").encode()).hexdigest()


def session_of(scope: Scope) -> str:
    """What tells one browser from another behind the same address, as far as that can be believed."""
    return parse_cookie(header(scope["headers"], b"cookie")).get(settings.SESSION_COOKIE_NAME, "")


def is_known_here(request: HttpRequest) -> bool:
    """Whether this program or browser was let in before, as far as this process has seen."""
    authorization = request.headers.get("Authorization")
    if authorization is not None:
        return fingerprint_of(authorization) in known_programs
    return request.COOKIES.get(settings.SESSION_COOKIE_NAME, "") in known_sessions


class RecentlySeen:
    """The last so many of something."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: OrderedDict[str, None] = OrderedDict()

    def __contains__(self, what: str) -> bool:
        return what in self._kept

    def add(self, what: str) -> None:
        self._kept[what] = None
        self._kept.move_to_end(what)
        while len(self._kept) > self._most:
            self._kept.popitem(last=False)


known_sessions = RecentlySeen(MOST_SESSIONS)
known_programs = RecentlySeen(MOST_SESSIONS)
"""By the fingerprint of what they show."""


def remember_session(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """Once somebody was let in with it, a browser has turns of its own."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if request.user.is_authenticated and request.session.session_key:
            known_sessions.add(request.session.session_key)
        return response

    return middleware
