"""Refuses requests that are too big before they fill memory or disk, and those that Daphne fails to read.

Daphne collects the whole body of a request before the application is asked, in a file if it is large, and answers
requests however much of earlier answers is not read. Here a body is refused as soon as its length is told, or has grown
too long, or takes too much time; what one address has under way is limited, in both directions.
"""

from typing import Any
from urllib.parse import unquote

from daphne import http_protocol
from django.conf import settings
from django.template.loader import render_to_string
from django.utils.translation import override
from twisted.internet import reactor as installed_reactor

from hsweb.http.clients import client_address, is_trusted_proxy
from hsweb.http.headers import preferred_language
from hsweb.http.json_errors import error_body, error_of_status, is_api
from hsweb.limits.daphne.connections import unsent
from hsweb.limits.rates import A_MINUTE
from hsweb.limits.sizes import most_bytes

SECONDS_TO_READ_THE_ANSWER = 2
MOST_TO_LOOK_AT = 200
"""Characters of a line that is too long to be read."""
MOST_BODIES = 8 * 1024 * 1024
"""Bytes of bodies that are not complete, of all requests of one address."""
MOST_UNREAD = 256 * 1024
"""Bytes of earlier answers that a browser has not read. One that has more to read asks for nothing else."""
MOST_UNREAD_OF_ADDRESS = 32 * 1024 * 1024
reactor: Any = installed_reactor


class LimitedRequest(http_protocol.WebRequest):  # type: ignore[misc]
    received = 0
    refused = False
    body_timer: Any = None

    def __init__(self, *args: object, **kwargs: object) -> None:
        """Django reads forms. Twisted would read them, too, for nobody, and be lost in a long content type."""
        super().__init__(*args, **kwargs, parsePOSTFormSubmission=False)

    def gotLength(self, length: int | None) -> None:
        # No body is kept that would need a file, whatever its length is said to be.
        super().gotLength(0)
        if length != 0:
            self.body_timer = reactor.callLater(settings.BODY_SECONDS, self.time_out)
        if not self.count_for_client():
            self.refuse_too_many()
        elif length is not None and length > self.most_bytes():
            self.refuse_size()

    def handleContentChunk(self, data: bytes) -> None:
        if self.refused:
            return
        self.received += len(data)
        if self.received > self.most_bytes():
            self.refuse_size()
        elif not self.transport.add_body_bytes(len(data), MOST_BODIES):
            self.refuse_too_many()
        else:
            super().handleContentChunk(data)

    @property
    def asked_path(self) -> str:
        """The request itself learns its address only once it is complete, and then its connection forgets it."""
        path: bytes = getattr(self.channel, "_path", b"") or self.uri
        return unquote(path.partition(b"?")[0].decode("ascii", "replace"))

    def most_bytes(self) -> int:
        return most_bytes(self.asked_path)

    def process(self) -> None:
        self.finish_body()
        # Whatever it says, this is none of the site's business.
        self.requestHeaders.removeHeader(b"Daphne-Root-Path")
        if not self.refused and not self.is_readable():
            self.basic_error(400, b"Bad Request", "")
        if self.refused:
            self.hang_up()
        elif self.transport.leaves_much_unread(MOST_UNREAD, MOST_UNREAD_OF_ADDRESS):
            self.transport.abortConnection()
        else:
            super().process()

    def is_readable(self) -> bool:
        """Daphne reads this one header of a socket as ASCII, and breaks if it is something else."""
        return all(map(bytes.isascii, self.requestHeaders.getRawHeaders(b"Sec-WebSocket-Protocol", [])))

    def count_for_client(self) -> bool:
        """Whoever is behind a proxy has as many requests under way as others have connections."""
        if not self.transport.is_of_proxy:
            return True
        told = b",".join(self.requestHeaders.getRawHeaders(b"X-Forwarded-For", [])).decode("latin-1")
        address = client_address(getattr(self.transport.getPeer(), "host", ""), told)
        return not address or is_trusted_proxy(address) or bool(self.transport.count_for(address))

    def finish_body(self) -> None:
        """It is complete, or will never be."""
        if self.body_timer is not None and self.body_timer.active():
            self.body_timer.cancel()
        connection = self.transport
        if connection is not None:
            connection.release_body()

    def time_out(self) -> None:
        if not self.refused:
            self.refuse("408 Request Timeout", "400.html")

    def handle_reply(self, message: Any) -> None:
        """A stream that nobody reads ends: whoever comes back is told what they have missed."""
        is_stream = self.channel is not None and self.asked_path.startswith(settings.API_STREAMS)
        if is_stream and self.count_unread() > MOST_UNREAD:
            self.transport.abortConnection()
        else:
            super().handle_reply(message)

    def count_unread(self) -> int:
        return unsent(self.transport.transport)

    def finish(self) -> None:
        """The proxy may use the same connection for somebody else next."""
        if self.transport.is_of_proxy:
            self.transport.count_for_nobody()
        super().finish()

    def connectionLost(self, reason: object) -> None:
        self.finish_body()
        super().connectionLost(reason)

    def basic_error(self, status: int, status_text: bytes, body: str) -> None:
        """Daphne's own page for what it cannot read, or did not get an answer to in time: ours has words."""
        if not self.refused and not self._response_started:
            template = "400.html" if status < 500 else "500.html"
            words = f"{status} {status_text.decode()}"
            self.channel.transport.write(refusal(words, template, self.language, path=self.asked_path))
            self.refused = True
            self.hang_up()

    def refuse_too_many(self) -> None:
        self.refuse("429 Too Many Requests", "crowded.html", f"Retry-After: {A_MINUTE}\r\n")

    def refuse_size(self) -> None:
        self.refuse("413 Content Too Large", "413.html")

    def refuse(self, status: str, template: str, headers: str = "") -> None:
        """Answer at once. What still comes is thrown away for a while: who is cut off would not read the answer."""
        self.refused = True
        self.requestHeaders.removeHeader(b"Expect")
        self.channel.transport.write(refusal(status, template, self.language, headers, self.asked_path))
        reactor.callLater(SECONDS_TO_READ_THE_ANSWER, self.hang_up)

    @property
    def language(self) -> str:
        return preferred_language(self.requestHeaders.getRawHeaders(b"Accept-Language", [b""])[0])

    def hang_up(self) -> None:
        if self.channel is not None:
            self.channel.loseConnection()


def refuse_unreadable(channel: Any, line: bytes = b"") -> None:
    """In words, and saying that the connection ends here. Who cannot be read has not told a language either."""
    told = getattr(channel, "_path", b"") or b"".join(line[:MOST_TO_LOOK_AT].split(b" ")[1:2])
    path = told.decode("ascii", "replace")
    channel.transport.write(refusal("400 Bad Request", "400.html", settings.LANGUAGE_CODE, path=path))
    channel.loseConnection()


def refusal(status: str, template: str, language: str, headers: str = "", path: str = "") -> bytes:
    """In a page, or in JSON for programs."""
    kind = "application/json" if is_api(path) else "text/html"
    with override(language):
        page = _body(status, template, path).encode()
    head = (
        f"HTTP/1.1 {status}\r\n{headers}"
        f"Content-Type: {kind}; charset=utf-8\r\n"
        f"Content-Length: {len(page)}\r\n"
        "Content-Security-Policy: default-src 'self'\r\n"
        "X-Content-Type-Options: nosniff\r\n"
        "Connection: close\r\n\r\n"
    )
    return head.encode() + page


def _body(status: str, template: str, path: str) -> str:
    return error_body(path, error_of_status(int(status[:3]))) if is_api(path) else render_to_string(template)
