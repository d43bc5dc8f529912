"""People without a browser: HTTP/1.1 and WebSockets over plain streams, for load, races and faults on loopback.

Whatever breaks is a `ConnectionError` at once, and nothing is tried again behind the caller's back.
"""

import asyncio
import base64
import os
import struct
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import suppress
from http.cookies import SimpleCookie
from typing import NamedTuple
from urllib.parse import urlencode

SECONDS_TO_ANSWER = 30
HERE = "127.0.0.1"
BUFFER = 1 << 20
FORM = "application/x-www-form-urlencoded"
WITHOUT_BODY = {204, 304}

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10

Fields = Mapping[str, str | Sequence[str]]
Streams = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Answer(NamedTuple):
    """`headers` by their names in small letters; those of the same name are joined by commas."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def text(self) -> str:
        return self.body.decode()


class Person:
    """One browser: cookies of its own, and a connection that is kept and made anew after it broke.

    Requests of one person follow each other. Whoever wants several at once opens more tabs.
    """

    def __init__(self, port: int, cookies: dict[str, str] | None = None, source: str = HERE) -> None:
        self.port, self.source = port, source
        self.host = f"localhost:{port}"
        self.cookies: dict[str, str] = {} if cookies is None else cookies
        self._streams: Streams | None = None
        self._one_at_a_time = asyncio.Lock()

    def tab(self) -> "Person":
        """The same person with another connection: cookies are shared."""
        return Person(self.port, self.cookies, self.source)

    async def get(self, path: str) -> Answer:
        return await self.raw("GET", path, {}, b"")

    async def post(self, path: str, fields: Fields, *, htmx: bool = True) -> Answer:
        headers = {
            "Content-Type": FORM,
            "Origin": f"http://{self.host}",
            "X-CSRFToken": self.cookies.get("csrftoken", ""),
            **({"HX-Request": "true"} if htmx else {}),
        }
        return await self.raw("POST", path, headers, urlencode(fields, doseq=True).encode())

    async def become_guest(self, name: str = "") -> None:
        """Log in as a new guest, called by that name if one is given."""
        await self.get("/")
        await self._redirected("/accounts/guest/", {})
        if name:
            await self._redirected("/accounts/settings/", {"display_name": name, "theme": "auto"})

    async def raw(self, method: str, path: str, headers: Mapping[str, str], body: bytes) -> Answer:
        """Send exactly this, with cookies and what HTTP cannot do without unless `headers` say otherwise."""
        named = {"Host": self.host, "Content-Length": str(len(body)), **self._cookie_header(), **headers}
        head = "".join(f"{name}: {value}\r\n" for name, value in named.items())
        request = f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode("latin-1") + body
        async with self._one_at_a_time:
            try:
                async with asyncio.timeout(SECONDS_TO_ANSWER):
                    return await self._exchange(request, method)
            except BaseException:
                # Half an answer may be under way: nothing else can be understood on this connection.
                self.close()
                raise

    async def socket(self, path: str, headers: Mapping[str, str] | None = None) -> "Socket":
        """A WebSocket with this person's cookies, on a connection of its own."""
        named = {
            "Host": self.host,
            "Origin": f"http://{self.host}",
            "Connection": "Upgrade",
            "Upgrade": "websocket",
            "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(),
            "Sec-WebSocket-Version": "13",
            **self._cookie_header(),
            **(headers or {}),
        }
        head = "".join(f"{name}: {value}\r\n" for name, value in named.items())
        reader, writer = await connect(self.port, self.source)
        try:
            async with asyncio.timeout(SECONDS_TO_ANSWER):
                writer.write(f"GET {path} HTTP/1.1\r\n{head}\r\n".encode("latin-1"))
                status, _ = await read_head(reader)
            if status != 101:
                raise ConnectionError(f"no WebSocket at {path}: {status}")
        except BaseException:
            writer.close()
            raise
        return Socket(reader, writer)

    def close(self) -> None:
        if self._streams is not None:
            self._streams[1].close()
            self._streams = None

    async def _redirected(self, path: str, fields: Fields) -> None:
        answer = await self.post(path, fields, htmx=False)
        if answer.status != 302:
            raise RuntimeError(f"POST {path}: {answer.status}")

    def _cookie_header(self) -> dict[str, str]:
        return {"Cookie": "; ".join(f"{name}={value}" for name, value in self.cookies.items())} if self.cookies else {}

    async def _ask(self, request: bytes) -> tuple[asyncio.StreamReader, tuple[int, list[tuple[str, str]]]]:
        """Like a browser: a kept connection that the server has closed meanwhile is replaced by a new one."""
        for kept in (True, False) if self._streams is not None else (False,):
            if self._streams is None:
                self._streams = await connect(self.port, self.source)
            reader, writer = self._streams
            try:
                writer.write(request)
                return reader, await read_head(reader)
            except ConnectionError:
                self.close()
                if not kept:
                    raise
        raise AssertionError

    async def _exchange(self, request: bytes, method: str) -> Answer:
        reader, (status, lines) = await self._ask(request)
        while 100 <= status < 200:
            status, lines = await read_head(reader)
        headers: dict[str, str] = {}
        for name, value in lines:
            headers[name] = f"{headers[name]}, {value}" if name in headers else value
            if name == "set-cookie":
                self._keep_cookie(value)
        body = b"" if method == "HEAD" or status in WITHOUT_BODY else await read_body(reader, headers)
        if headers.get("connection", "").lower() == "close":
            self.close()
        return Answer(status, headers, body)

    def _keep_cookie(self, header: str) -> None:
        for name, morsel in SimpleCookie(header).items():
            if morsel["max-age"] == "0" or not morsel.value:
                self.cookies.pop(name, None)
            else:
                self.cookies[name] = morsel.value


class Socket:
    """A WebSocket. What arrives is read at once and waits to be received; pings are answered by themselves."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.closing_code: int | None = None
        """Why the server closed, once it has; nothing if the line just broke."""
        self._reader, self._writer = reader, writer
        self._arrived: asyncio.Queue[str | None] = asyncio.Queue()
        self._pieces: list[bytes] = []
        self._reading = asyncio.create_task(self._read())

    async def receive(self, timeout: float = SECONDS_TO_ANSWER) -> str:
        """The next message. `TimeoutError` if none comes, `ConnectionError` if none can come any more."""
        # `wait_for` may swallow that somebody ends this task.
        async with asyncio.timeout(timeout):
            message = await self._arrived.get()
        if message is None:
            self._arrived.put_nowait(None)
            raise ConnectionError(f"the socket is closed: {self.closing_code}")
        return message

    async def send(self, text: str) -> None:
        await self.send_frame(TEXT, text.encode())

    async def send_frame(self, opcode: int, payload: bytes, *, last: bool = True) -> None:
        """One frame of any kind; a message in pieces has `last` only at its end."""
        self._writer.write(masked_frame(opcode, payload, last))
        await self._writer.drain()

    async def close(self, code: int = 1000) -> None:
        with suppress(ConnectionError):
            await self.send_frame(CLOSE, struct.pack("!H", code))
        self._reading.cancel()
        self._writer.close()

    def cut(self) -> None:
        """End it without a word, whatever has not been taken yet."""
        self._reading.cancel()
        self._writer.transport.abort()

    async def pour(self, frames: bytes) -> None:
        """These bytes, whatever they are, as soon as they are taken."""
        self._writer.write(frames)
        await self._writer.drain()

    async def _read(self) -> None:
        try:
            while True:
                await self._read_frame()
        except (ConnectionError, asyncio.IncompleteReadError):
            self._writer.close()
        finally:
            self._arrived.put_nowait(None)

    async def _read_frame(self) -> None:
        opcode, payload, last = await read_frame(self._reader)
        if opcode == PING:
            await self.send_frame(PONG, payload)
        elif opcode == CLOSE:
            self.closing_code = struct.unpack("!H", payload[:2])[0] if payload else None
            raise ConnectionError("closed by the server")
        elif opcode in (TEXT, BINARY, CONTINUATION):
            self._pieces.append(payload)
            if last:
                self._arrived.put_nowait(b"".join(self._pieces).decode())
                self._pieces.clear()


async def connect(port: int, source: str = HERE) -> Streams:
    """From that address: this machine has many of its own."""
    return await asyncio.open_connection("127.0.0.1", port, limit=BUFFER, local_addr=(source, 0))


async def read_head(reader: asyncio.StreamReader) -> tuple[int, list[tuple[str, str]]]:
    """The status and the headers of an answer."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError as cut:
        raise ConnectionError("the connection broke") from cut
    first, *lines = head.decode("latin-1").rstrip().split("\r\n")
    headers = [line.partition(":") for line in lines]
    return int(first.split()[1]), [(name.strip().lower(), value.strip()) for name, _, value in headers]


async def read_body(reader: asyncio.StreamReader, headers: Mapping[str, str]) -> bytes:
    try:
        if headers.get("transfer-encoding", "").lower() == "chunked":
            return await read_chunks(reader)
        if "content-length" in headers:
            return await reader.readexactly(int(headers["content-length"]))
        return await reader.read()
    except asyncio.IncompleteReadError as cut:
        raise ConnectionError("the connection broke") from cut


async def read_chunks(reader: asyncio.StreamReader) -> bytes:
    return b"".join([chunk async for chunk in each_chunk(reader)])


async def each_chunk(reader: asyncio.StreamReader) -> AsyncIterator[bytes]:
    """The pieces of an answer as they come."""
    while True:
        size = int((await reader.readuntil(b"\r\n")).split(b";")[0], 16)
        chunk = await reader.readexactly(size + 2)
        if not size:
            return
        yield chunk[:-2]


async def read_frame(reader: asyncio.StreamReader) -> tuple[int, bytes, bool]:
    """Kind and content of one frame, and whether its message ends with it. Servers do not mask."""
    first, length = await reader.readexactly(2)
    if length == 126:
        (length,) = struct.unpack("!H", await reader.readexactly(2))
    elif length == 127:
        (length,) = struct.unpack("!Q", await reader.readexactly(8))
    return first & 0x0F, await reader.readexactly(length), bool(first & 0x80)


def masked_frame(opcode: int, payload: bytes, last: bool = True) -> bytes:
    """A frame as a browser sends it: no proxy on the way can take it for something else."""
    size = len(payload)
    if size < 126:
        length = struct.pack("!B", 0x80 | size)
    elif size < 1 << 16:
        length = struct.pack("!BH", 0x80 | 126, size)
    else:
        length = struct.pack("!BQ", 0x80 | 127, size)
    mask = os.urandom(4)
    repeated = (mask * (size // 4 + 1))[:size]
    masked = (int.from_bytes(payload) ^ int.from_bytes(repeated)).to_bytes(size)
    return bytes([opcode | (0x80 if last else 0)]) + length + mask + masked
