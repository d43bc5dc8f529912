"""Refuses requests and messages that are too big before they fill memory or disk, and those that Daphne fails to read.

Daphne collects the whole body of a request before the application is asked, in a file if it is large. Here it is
refused as soon as its length is told, or has grown too long.
"""

from typing import Any

from daphne import http_protocol, ws_protocol
from django.conf import settings
from django.template.loader import render_to_string
from django.utils.translation import override
from twisted.internet import reactor

from hsweb.headers import language_wanted
from hsweb.sizes import most_bytes

SECONDS_TO_READ_THE_ANSWER = 2


class SmallRequest(http_protocol.WebRequest):  # type: ignore[misc]
    received = 0
    refused = False

    def gotLength(self, length: int | None) -> None:
        # No body is kept that would need a file, whatever its length is said to be.
        super().gotLength(0)
        if length is not None and length > self.most_bytes():
            self.refuse()

    def handleContentChunk(self, data: bytes) -> None:
        self.received += len(data)
        if not self.refused and self.received > self.most_bytes():
            self.refuse()
        if not self.refused:
            super().handleContentChunk(data)

    def most_bytes(self) -> int:
        """The request itself learns its address only once it is complete."""
        path: bytes = self.channel._path
        return most_bytes(path.partition(b"?")[0].decode("ascii", "replace"))

    def process(self) -> Any:
        if not self.refused and not self.is_readable():
            self.channel.transport.write(refusal("400 Bad Request", "400.html", self.language))
            self.refused = True
        return self.hang_up() if self.refused else super().process()

    def is_readable(self) -> bool:
        """Daphne reads this one header of a socket as ASCII, and breaks if it is something else."""
        return all(map(bytes.isascii, self.requestHeaders.getRawHeaders(b"Sec-WebSocket-Protocol", [])))

    def refuse(self) -> None:
        """Answer at once. What still comes is thrown away for a while: who is cut off would not read the answer."""
        self.refused = True
        self.requestHeaders.removeHeader(b"Expect")
        self.channel.transport.write(refusal("413 Content Too Large", "413.html", self.language))
        running: Any = reactor
        running.callLater(SECONDS_TO_READ_THE_ANSWER, self.hang_up)

    @property
    def language(self) -> str:
        return language_wanted(self.requestHeaders.getRawHeaders(b"Accept-Language", [b""])[0])

    def hang_up(self) -> None:
        if self.channel is not None:
            self.channel.loseConnection()


def refusal(status: str, template: str, language: str) -> bytes:
    with override(language):
        page = render_to_string(template).encode()
    head = (
        f"HTTP/1.1 {status}\r\n"
        "Content-Type: text/html; charset=utf-8\r\n"
        f"Content-Length: {len(page)}\r\n"
        "Content-Security-Policy: default-src 'self'\r\n"
        "X-Content-Type-Options: nosniff\r\n"
        "Connection: close\r\n\r\n"
    )
    return head.encode() + page


class ShortMessages(ws_protocol.WebSocketProtocol):  # type: ignore[misc]
    def onMessageFrameBegin(self, length: int) -> None:
        """What pages say is short, in one piece or in many. Daphne's own limit counts for what they are sent, too."""
        super().onMessageFrameBegin(length)
        if self.message_data_total_length > settings.SOCKET_MESSAGE_MAX_SIZE:
            self.dropConnection(abort=True)


def refuse_what_is_too_big() -> None:
    """Daphne has no setting for this: it makes what it needs from the classes of these names."""
    http_protocol.WebRequest = SmallRequest
    ws_protocol.WebSocketFactory.protocol = ShortMessages
