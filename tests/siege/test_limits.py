"""How many may connect from where, and how much each may say: the real server with small limits."""

import asyncio
import json
import time
from contextlib import suppress
from itertools import count
from typing import Any

import pytest

from hsweb.limits.budget import SECONDS_SAVED
from hsweb.limits.sockets import TOO_MANY
from tests.siege.site import running_servers
from tests.support.waiting import until_async
from tests.support.wire import PING, PONG, Person, Socket, connect, masked_frame, read_body, read_frame, read_head

CONNECTIONS, SOCKETS, OWN_SOCKETS = 30, 6, 2
ACTIONS = 1200
FILE = 520 * 1024
FILES = 160
"""Of which a hundred are for other things than connections."""
THERE, ELSEWHERE, PROXY = "127.0.0.2", "127.0.0.3", "127.0.0.9"
NUMBERS = count(1)
LIMITS: dict[str, Any] = {
    "ACTIONS_PER_MINUTE": str(ACTIONS),
    "CONNECTIONS_PER_ADDRESS": str(CONNECTIONS),
    "SOCKETS_PER_ADDRESS": str(SOCKETS),
    "SOCKETS_PER_PERSON": str(OWN_SOCKETS),
    "TRUSTED_PROXIES": PROXY,
    "TEST_BODY_SECONDS": "3",
}


@pytest.fixture(scope="module")
def port(tmp_path_factory):
    folder = tmp_path_factory.mktemp("limits")
    with running_servers(folder, grown=False, files=FILES, **LIMITS) as (server,):
        yield server.port
        assert "Traceback" not in server.log(), server.log()


@pytest.fixture
def here():
    """An address of its own for each test: the server may not know yet that all is closed which another has opened."""
    return f"127.0.1.{next(NUMBERS)}"


async def until_answered(port, source):
    async def is_answered():
        with suppress(ConnectionError):
            visitor = Person(port, source=source)
            answer = await visitor.get("/rules/high-society/")
            visitor.close()
            assert answer.status == 200
            return True
        return False

    await until_async(is_answered, 30)


def count_open(streams):
    """How many of these the server has not closed, as far as has been heard here."""
    return sum(not is_closed(reader) for reader, _writer in streams)


def is_closed(reader):
    return reader.at_eof() or reader.exception() is not None


def close(streams):
    for _reader, writer in streams:
        writer.close()


async def open_sockets(port, number, source="", person=None, **headers):
    opened: list[Socket] = []
    refused = []
    for _ in range(number):
        try:
            opened.append(await (person or Person(port, source=source)).socket("/ws/lobby/", headers))
        except ConnectionError as error:
            refused.append(str(error))
    return opened, refused


async def close_sockets(sockets):
    for socket in sockets:
        await socket.close()


async def test_an_address_has_so_many_connections_and_others_come_in(port, here):
    silent = [await connect(port, here) for _ in range(CONNECTIONS + 10)]
    try:
        await until_async(lambda: count_open(silent) <= CONNECTIONS, 30)
        await until_answered(port, THERE)
        assert count_open(silent) == CONNECTIONS
    finally:
        close(silent)


async def test_when_files_run_short_the_address_with_the_most_loses_one(port, here):
    most = [await connect(port, here) for _ in range(CONNECTIONS)]
    others = [await connect(port, f"127.0.2.{next(NUMBERS)}") for _ in range(CONNECTIONS)]
    try:
        await until_answered(port, ELSEWHERE)
        await until_async(lambda: any(is_closed(reader) for reader, _writer in most), 30)
        assert not any(is_closed(reader) for reader, _writer in others)
    finally:
        close((*most, *others))


async def test_an_address_has_so_many_sockets(port, here):
    opened, refused = await open_sockets(port, SOCKETS + 2, here)
    try:
        assert len(opened) == SOCKETS
        assert all("429" in words for words in refused)
        elsewhere, _refused = await open_sockets(port, 1, THERE)
        assert len(elsewhere) == 1
    finally:
        await close_sockets((*opened, *elsewhere))


async def test_a_person_has_so_many_sockets_and_is_told_so(port, here):
    guest = Person(port, source=here)
    await guest.become_guest()
    opened, _refused = await open_sockets(port, OWN_SOCKETS + 1, person=guest)
    try:
        for socket in opened[:OWN_SOCKETS]:
            assert 'id="public-tables"' in await socket.receive()
        with pytest.raises(ConnectionError):
            await opened[-1].receive()
        assert opened[-1].closing_code == TOO_MANY
    finally:
        await close_sockets(opened)
        guest.close()


async def test_behind_a_proxy_those_are_counted_whom_it_names(port):
    opened = []
    for address in ("203.0.113.1", "203.0.113.2"):
        headers = {"X-Forwarded-For": f"198.51.100.7, {address}"}
        sockets, refused = await open_sockets(port, SOCKETS + 1, PROXY, **headers)
        assert (len(sockets), len(refused)) == (SOCKETS, 1)
        opened += sockets
    await close_sockets(opened)


async def test_a_proxy_itself_is_never_limited(port):
    silent = [await connect(port, PROXY) for _ in range(CONNECTIONS + 5)]
    opened, refused = await open_sockets(port, SOCKETS + 3, PROXY)
    try:
        assert not refused
        assert count_open(silent) == CONNECTIONS + 5
    finally:
        close(silent)
        await close_sockets(opened)


async def half_a_request(port, address):
    """A form through the proxy, for somebody there, whose end never comes."""
    reader, writer = await connect(port, PROXY)
    head = f"POST /play-now/ HTTP/1.1\r\nHost: localhost:{port}\r\nX-Forwarded-For: {address}\r\n"
    writer.write(f"{head}Content-Length: 100\r\n\r\n".encode())
    return reader, writer


async def test_behind_a_proxy_an_address_has_so_many_requests_under_way(port):
    streams = [await half_a_request(port, "203.0.113.5") for _ in range(CONNECTIONS + 3)]
    try:
        refused = [reader for reader, _writer in streams[CONNECTIONS:]]
        for reader in refused:
            status, headers = await read_head(reader)
            assert status == 429
            assert ("retry-after", "60") in headers
        assert count_open(streams[:CONNECTIONS]) == CONNECTIONS
        other = Person(port, source=PROXY)
        assert (await other.raw("GET", "/", {"X-Forwarded-For": "203.0.113.6"}, b"")).status == 200
        other.close()
    finally:
        close(streams)


async def test_one_connection_of_a_proxy_serves_many_one_after_the_other(port):
    """Who was answered does not count any more."""
    proxy = Person(port, source=PROXY)
    for _ in range(CONNECTIONS + 5):
        assert (await proxy.raw("GET", "/rules/high-society/", {"X-Forwarded-For": "203.0.113.7"}, b"")).status == 200
    proxy.close()


async def test_when_files_run_short_the_busiest_behind_a_proxy_loses_one_too(port):
    """There would be no file left for anybody."""
    streams = [await half_a_request(port, f"203.0.113.{number // 28}") for number in range(FILES)]
    try:
        visitor = Person(port, source=PROXY)
        # Until it has read who asks, the server does not know whom to take one from.
        await until_answered(port, THERE)
        assert (await visitor.raw("GET", "/", {"X-Forwarded-For": "203.0.113.99"}, b"")).status == 200
        visitor.close()
    finally:
        close(streams)


async def test_whoever_does_not_read_is_not_answered_without_end(port, here):
    """Many requests in one breath, of which no answer is read."""
    _reader, writer = await connect(port, here)
    request = f"GET /rules/high-society/ HTTP/1.1\r\nHost: localhost:{port}\r\n\r\n".encode()
    writer.transport.pause_reading()  # type: ignore[attr-defined]
    writer.write(request * 700)

    def is_hung_up_on_while_it_asks():
        writer.write(request)
        return writer.is_closing()

    await until_async(is_hung_up_on_while_it_asks, 60)
    await until_answered(port, THERE)


async def long_body(port, source):
    """All but the last byte of a file."""
    reader, writer = await connect(port, source)
    head = f"POST /my-games/uploads/ HTTP/1.1\r\nHost: localhost:{port}\r\nContent-Length: {FILE}\r\n\r\n"
    writer.write(head.encode() + b"x" * (FILE - 1))
    await writer.drain()
    return reader, writer


async def test_an_address_sends_so_many_bytes_at_a_time(port, here):
    """None of them is complete, and there are fewer of them than an address may have connections."""
    few = [await long_body(port, THERE) for _ in range(3)]
    many = [await long_body(port, here) for _ in range(CONNECTIONS - 5)]
    try:
        async with asyncio.timeout(60):
            heads = await asyncio.gather(*(read_head(reader) for reader, _writer in (*few, *many)))
        statuses = [status for status, _headers in heads]
        assert statuses[: len(few)] == [408] * len(few), "those that are taken take too long"
        # Which of them are taken depends on which come first, piece by piece.
        assert {429} <= set(statuses[len(few) :]) <= {408, 429}
    finally:
        close([*few, *many])


async def test_body_that_takes_too_long_is_given_up(port, here):
    reader, writer = await connect(port, here)
    writer.write(f"POST /play-now/ HTTP/1.1\r\nHost: localhost:{port}\r\nContent-Length: 100\r\n\r\n".encode())
    status, _headers = await read_head(reader)
    assert status == 408
    writer.close()


async def test_programs_whose_body_takes_too_long_are_told_in_json(port, here):
    reader, writer = await connect(port, here)
    writer.write(f"POST /api/v1/guests HTTP/1.1\r\nHost: localhost:{port}\r\nContent-Length: 100\r\n\r\n".encode())
    status, headers = await read_head(reader)
    assert status == 408
    assert json.loads(await read_body(reader, dict(headers)))["code"] == "too_slow"
    writer.close()


async def test_nobody_else_says_who_they_are(port, here):
    opened = []
    for number in range(SOCKETS + 1):
        sockets, refused = await open_sockets(port, 1, here, **{"X-Forwarded-For": f"203.0.113.{number}"})
        opened += sockets
    assert len(opened) == SOCKETS
    assert len(refused) == 1
    await close_sockets(opened)


async def pongs(port, person, pings, least):
    """How many of so many pings are answered in some seconds, or until there were so many; and how long that was."""
    socket = await person.socket("/ws/lobby/")
    socket._reading.cancel()
    began, answered, took = time.monotonic(), 0, 0.0
    socket._writer.write(masked_frame(PING, b"") * pings)
    async with asyncio.timeout(60):
        while answered < least or took < 4:
            opcode, _content, _last = await read_frame(socket._reader)
            answered += opcode == PONG
            took = time.monotonic() - began
    socket.cut()
    return answered, took


@pytest.mark.parametrize(("who", "share"), [("stranger", 10), ("guest", 1)])
async def test_a_socket_is_read_within_its_budget(port, here, who, share):
    """What is not read is not answered either, however quick the machine is."""
    person, rate = Person(port, source=here), ACTIONS / 60 / share
    await person.get("/")
    if who == "guest":
        await person.become_guest()
    saved = rate * SECONDS_SAVED
    answered, took = await pongs(port, person, 3000, saved)
    assert answered <= saved + rate * took + 1
    person.close()
