"""Sockets of the whole application, with somebody's session or without, and what is answered to whoever asks there."""

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlencode

from channels.testing import WebsocketCommunicator

from tests.support.secrecy.matrix import NOT_PLAYED, PLAYS, REFUSED

OWN = "http://localhost"


def knocking(path: str, cookie: str = "", origin: str | None = OWN) -> Any:
    """A socket that is not open yet; `cookie` is that of a session."""
    from hsweb.asgi import application

    headers = {"host": "localhost", "cookie": f"sessionid={cookie}"} | ({} if origin is None else {"origin": origin})
    named = [(name.encode(), value.encode()) for name, value in headers.items()]
    return WebsocketCommunicator(application, path, headers=named)


@asynccontextmanager
async def opened(path: str, cookie: str = "") -> AsyncIterator[Any]:
    communicator = knocking(path, cookie)
    assert (await communicator.connect(timeout=20))[0]
    try:
        yield communicator
    finally:
        await communicator.disconnect()


def act(version: int, key: str, **fields: str) -> dict[str, str]:
    return {"act": urlencode({"version": version, "key": key, **(fields or {"action": "pass"})})}


async def shown(communicator: Any) -> str:
    """Nothing once something is shown, or the code with which the socket is closed instead."""
    message = await communicator.receive_output(20)
    return str(message["code"]) if message["type"] == "websocket.close" else ""


async def asked(communicator: Any, words: dict[str, str]) -> str:
    """What comes of it, or the code with which the socket is closed."""
    await communicator.send_to(text_data=json.dumps(words))
    while True:
        message = await communicator.receive_output(20)
        if message["type"] == "websocket.close":
            return str(message["code"])
        head = json.loads(message["text"].partition("\n")[0]) if message["text"].strip() else {}
        if "answer" in head:
            return REFUSED if head["answer"].get("problem") else PLAYS
        if "doubt" in head:
            return {True: PLAYS, False: NOT_PLAYED, None: REFUSED}[head["doubt"]["played"]]
