"""Streams of programs, as the whole application serves them, without a server."""

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from typing import Any

from asgiref.testing import ApplicationCommunicator
from channels.testing import WebsocketCommunicator

HOST = (b"host", b"localhost")
PATIENCE = 10


def scope_of(path: str, *, count_unread: Any = lambda: 0, **headers: str) -> dict[str, Any]:
    address, _, query = path.partition("?")
    named = [(name.replace("_", "-").lower().encode(), value.encode()) for name, value in headers.items()]
    return {
        "type": "http",
        "method": "GET",
        "path": f"/api/v1/stream/{address}",
        "query_string": query.encode(),
        "headers": [*([] if "host" in headers else [HOST]), *named],
        "count_unread": count_unread,
    }


def bearer(secret: str) -> dict[str, str]:
    return {"authorization": f"Bearer {secret}"}


class Line:
    """What is heard on one open stream, in order."""

    def __init__(self, receive: Callable[[], Any]) -> None:
        self._receive = receive
        self.heard: list[Any] = []

    async def next(self) -> Any:
        message = await self._receive()
        self.heard.append(message)
        return message

    async def ended(self) -> bool:
        """Whether nothing comes any more."""
        return bool((await self._receive())["type"] == "closed")

    async def until(self, kind: str) -> Any:
        """The next message of that kind."""
        async with asyncio.timeout(PATIENCE):
            while (message := await self.next())["type"] != kind:
                pass
        return message

    @property
    def numbers(self) -> list[int]:
        """Those of the events that were heard."""
        return [message["number"] for message in self.heard if "action" in message]


@asynccontextmanager
async def open_events(path: str, **scope: Any) -> AsyncIterator[Line]:
    """A stream of server-sent events."""
    from hsweb.asgi import application

    communicator: Any = ApplicationCommunicator(application, scope_of(path, **scope))
    await communicator.send_input({"type": "http.request", "body": b""})
    begun = await communicator.receive_output(PATIENCE)
    assert begun["status"] == 200, (await communicator.receive_output(PATIENCE))["body"]
    assert dict(begun["headers"])[b"content-type"] == b"text/event-stream"
    waiting: list[Any] = []

    async def receive() -> Any:
        while not waiting:
            part = await communicator.receive_output(PATIENCE)
            if not part.get("more_body"):
                return {"type": "closed"}
            for event in part["body"].decode().split("\n\n"):
                fields = dict(line.split(": ", 1) for line in event.splitlines())
                if "data" in fields:
                    message = json.loads(fields["data"])
                    assert (fields["event"], fields.get("id")) == (message["type"], message.get("cursor"))
                    waiting.append(message)
        return waiting.pop(0)

    try:
        yield Line(receive)
    finally:
        await communicator.send_input({"type": "http.disconnect"})
        await communicator.wait(PATIENCE)


async def ask(path: str, method: str = "GET", **headers: str) -> tuple[int, dict[str, str], Any]:
    """Status, headers and body of an answer that ends."""
    from hsweb.asgi import application

    communicator: Any = ApplicationCommunicator(application, {**scope_of(path, **headers), "method": method})
    await communicator.send_input({"type": "http.request", "body": b""})
    begun = await communicator.receive_output(PATIENCE)
    body = (await communicator.receive_output(PATIENCE))["body"]
    await communicator.wait(PATIENCE)
    named = {name.decode(): value.decode() for name, value in begun["headers"]}
    return begun["status"], named, json.loads(body)


@asynccontextmanager
async def open_socket(path: str, *, count_unread: Any = lambda: 0, **headers: str) -> AsyncIterator[Any]:
    """A WebSocket; the line, and the code with which it was closed once it was."""
    from hsweb.asgi import application

    named = [HOST, *((name.encode(), value.encode()) for name, value in headers.items())]
    communicator: Any = WebsocketCommunicator(application, f"/ws/api/v1/{path}", headers=named)
    communicator.scope["count_unread"] = count_unread
    assert (await communicator.connect(timeout=PATIENCE))[0]

    async def receive() -> Any:
        message = await communicator.receive_output(PATIENCE)
        if message["type"] == "websocket.close":
            return {"type": "closed", "code": message["code"]}
        return json.loads(message["text"])

    line = Line(receive)
    try:
        yield line
    finally:
        await communicator.disconnect()
