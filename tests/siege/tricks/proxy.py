"""A proxy before the site: it says for whom it asks, and hands everything else through."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from tests.support.browser.server import free_port

FORWARDED = "203.0.113.{}"
"""Whoever comes from 127.0.0.7 is known to the site as 203.0.113.7."""


@asynccontextmanager
async def proxy_before(port: int) -> AsyncIterator[int]:
    """The port at which it listens."""
    own_port = free_port()

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        address = FORWARDED.format(writer.get_extra_info("peername")[0].rpartition(".")[2])
        with suppress(ConnectionError, asyncio.IncompleteReadError, asyncio.LimitOverrunError):
            await pass_on(reader, writer, port, address)
        writer.close()

    server = await asyncio.start_server(serve, "127.0.0.1", own_port, backlog=2000)
    try:
        yield own_port
    finally:
        server.close()
        # Those who are still served end with their lines.
        await asyncio.sleep(1)


async def pass_on(reader: asyncio.StreamReader, writer: asyncio.StreamWriter, port: int, address: str) -> None:
    """One request, or one socket: after it the connection ends."""
    first, _, rest = (await reader.readuntil(b"\r\n\r\n")).partition(b"\r\n")
    told = f"X-Forwarded-For: {address}\r\nX-Forwarded-Proto: http\r\n".encode()
    closing = b"" if b"upgrade: websocket" in rest.lower() else b"Connection: close\r\n"
    there_reader, there_writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        there_writer.write(first + b"\r\n" + told + closing + rest)
        await asyncio.wait(
            [asyncio.create_task(pour(reader, there_writer)), asyncio.create_task(pour(there_reader, writer))],
            return_when=asyncio.FIRST_COMPLETED,
        )
    finally:
        there_writer.close()


async def pour(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(ConnectionError):
        while data := await reader.read(65_536):
            writer.write(data)
            await writer.drain()
