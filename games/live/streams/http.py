"""Streams as server-sent events, and as a long poll: the answer to a request that waits until there is something."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import aclosing, suppress

from django.conf import settings
from django.utils import translation

from games.api.errors import error_of
from games.api.feeds.messages import HEARTBEAT, TABLE, YOUR_TURN
from games.api.limits import wait_of
from games.live.consumers import queue_of_this_loop
from games.live.streams.doorman import Visit, admit, check_is_secure, language_of_scope
from games.live.streams.stream import Batch, tell_until_gone
from games.rules.plain import Json
from games.services.refusals import Problem, Refused, status_of
from hsweb.http.asgi_types import Receive, Scope, Send
from hsweb.http.clients import address_of_scope
from hsweb.http.json_errors import error_of_status
from hsweb.limits.unread import until_read
from hsweb.threads import in_thread

JSON, EVENTS = "application/json", "text/event-stream"
RETRY_AFTER_MS = 2000
"""When a browser whose stream has ended comes back."""
WITHOUT_NUMBER = {TABLE, YOUR_TURN}
"""What somebody is told who begins to listen, though they may know it: alone it is no reason to answer them at once."""


async def stream_events(scope: Scope, receive: Receive, send: Send) -> None:
    """The application that answers under `/api/v1/stream/`."""
    if scope["method"] != "GET":
        with translation.override(language_of_scope(scope)):
            await answer(send, 405, error_of_status(405), {"Allow": "GET"})
        return
    try:
        async with queue_of_this_loop().turn((address_of_scope(scope), None)):
            visit = await in_thread(_admit, scope)
    except Refused as problem:
        await _refuse(scope, send, problem)
        return
    await tell_until_gone(_tell(visit, scope, send), _until_gone(receive))


def _admit(scope: Scope) -> Visit:
    with translation.override(language_of_scope(scope)):
        check_is_secure(scope)
        return admit(scope, scope["url_route"]["kwargs"].get("game_id", ""), by_session=True)


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "http.disconnect":
        pass


async def _tell(visit: Visit, scope: Scope, send: Send) -> None:
    async with aclosing(visit.stream.batches()) as batches:
        if visit.wait is None:
            await _stream(visit, batches, scope, send)
        else:
            await _answer_once(visit, visit.wait, batches, send)


async def _stream(visit: Visit, batches: AsyncIterator[Batch], scope: Scope, send: Send) -> None:
    headers = {"Content-Type": EVENTS, "Cache-Control": "no-store", "X-Accel-Buffering": "no", **visit.headers}
    await send({"type": "http.response.start", "status": 200, "headers": in_bytes(headers)})
    await _write(send, f"retry: {RETRY_AFTER_MS}\n\n")
    with suppress(TimeoutError):
        async for batch in batches:
            for message in batch:
                await until_read(scope)
                await _write(send, as_event(message))
    await send({"type": "http.response.body", "body": b""})


async def _write(send: Send, text: str) -> None:
    await send({"type": "http.response.body", "body": text.encode(), "more_body": True})


def as_event(message: Json) -> str:
    """With the cursor as its id, by which a browser that comes back says how much it has heard."""
    cursor = f"id: {message['cursor']}\n" if "cursor" in message else ""
    return f"event: {message['type']}\n{cursor}data: {json.dumps(message)}\n\n"


async def _answer_once(visit: Visit, seconds: int, batches: AsyncIterator[Batch], send: Send) -> None:
    """The cursor is that of what is told, whatever more was read: somebody may have been interrupted."""
    told = await _first_news(visit, seconds, batches)
    heard = [message["cursor"] for message in told if "cursor" in message]
    document = {"messages": told, "after": heard[-1] if heard else visit.after, "more": visit.stream.feed.has_more}
    await answer(send, 200, document, visit.headers)


async def _first_news(visit: Visit, seconds: int, batches: AsyncIterator[Batch]) -> Batch:
    """Everything, for whoever has heard nothing; else the first that they have not, or nothing after so long."""
    batch = await anext(batches)
    if not visit.after or any(message["type"] not in WITHOUT_NUMBER for message in batch):
        return batch
    with suppress(TimeoutError):
        async with asyncio.timeout(seconds):
            async for later in batches:
                if later[0]["type"] != HEARTBEAT:
                    return later
    return []


async def _refuse(scope: Scope, send: Send, problem: Problem) -> None:
    with translation.override(language_of_scope(scope)):
        await answer(send, status_of(problem), error_of(problem), wait_of(problem))


async def answer(send: Send, status: int, document: object, headers: dict[str, str] | None = None) -> None:
    body = json.dumps(document).encode()
    told = {"Content-Type": JSON, "Content-Length": str(len(body)), "Cache-Control": "no-store", **(headers or {})}
    await send({"type": "http.response.start", "status": status, "headers": in_bytes(told)})
    await send({"type": "http.response.body", "body": body})


def in_bytes(headers: dict[str, str]) -> list[tuple[bytes, bytes]]:
    everywhere = {"X-Content-Type-Options": "nosniff", "Content-Security-Policy": "default-src 'none'"}
    if settings.SECURE_HSTS_SECONDS:
        everywhere["Strict-Transport-Security"] = f"max-age={settings.SECURE_HSTS_SECONDS}"
    return [(name.lower().encode(), value.encode()) for name, value in {**headers, **everywhere}.items()]
