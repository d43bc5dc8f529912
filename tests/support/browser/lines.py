"""The line of an open page, with somebody in between."""

import json
import re
from collections.abc import Callable
from typing import Any
from urllib.parse import parse_qs

from playwright.sync_api import Page, WebSocketRoute, expect

LOST_CONNECTION = (
    "WebSocket",
    "ERR_CONNECTION",
    "ERR_FAILED",
    "ERR_INTERNET_DISCONNECTED",
    "ERR_EMPTY_RESPONSE",
)
"""What pages complain about then."""


class Line:
    """What a page says on it, and what it is told, may be lost; and it may be cut."""

    def __init__(self, page: Page) -> None:
        self.words_arrive = self.frames_arrive = self.is_whole = True
        self.acts: list[str] = []
        """What was to be played, as it was sent, whether it arrived or not."""
        self._end: Callable[[], None] = lambda: None
        self._send: Callable[[str], None] = lambda words: None
        page.route_web_socket(re.compile("/ws/tables/"), self._open)
        load_anew(page)

    @property
    def keys(self) -> list[str]:
        return [key_in(json.loads(act)["act"]) for act in self.acts]

    def send(self, words: str) -> None:
        """What somebody has held back arrives after all."""
        self._send(words)

    def cut(self) -> None:
        """Being offline does not end lines that are open."""
        self._end()

    def _open(self, socket: WebSocketRoute) -> None:
        if not self.is_whole:
            socket.close(code=1001)
            return
        server = socket.connect_to_server()

        def end() -> None:
            server.close()
            socket.close(code=1001)

        socket.on_message(lambda words: self._say(server, str(words)))
        server.on_message(lambda frame: socket.send(frame) if self.frames_arrive else None)
        self._end, self._send = end, server.send

    def _say(self, server: Any, words: str) -> None:
        if "act" in json.loads(words):
            self.acts.append(words)
        if self.words_arrive:
            server.send(words)


def load_anew(page: Page) -> None:
    """Until its line is open, on which it is given another key for what is said."""
    loaded = page.reload()
    assert loaded is not None
    key = re.search(r'id="chat-key"[^>]* value="([^"]+)"', loaded.text())
    assert key is not None
    expect(page.locator("#chat-key")).not_to_have_value(key[1])


def key_in(form: str) -> str:
    return parse_qs(form)["key"][0]
