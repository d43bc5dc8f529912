"""What the real server refuses before the application is asked."""

import asyncio
import re
from contextlib import suppress

import pytest
from django.conf import settings

from games.live.consumers import COME_AGAIN, TOO_BIG
from tests.support.browser.server import Server
from tests.support.waiting import until_async
from tests.support.wire import BINARY, CONTINUATION, TEXT, Person, connect, read_body, read_head

MOST = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
HEAD = "POST /play-now/ HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/x-www-form-urlencoded\r\n"
SENTENCE = b"larger than anything"


@pytest.fixture(scope="module")
def port(tmp_path_factory):
    folder = tmp_path_factory.mktemp("serve")
    plain = {"DJANGO_SETTINGS_MODULE": "hsweb.settings", "DEBUG": "1", "REDIS_URL": ""}
    server = Server(folder, folder / "static", **plain)
    server.start()
    try:
        yield server.port
        assert "Traceback" not in server.log()
    finally:
        server.stop()


async def answer_to(port, *pieces):
    """Status and page of the first answer, as soon as it comes."""
    reader, writer = await connect(port)
    try:
        async with asyncio.timeout(20):
            for piece in pieces:
                writer.write(piece)
            status, headers = await read_head(reader)
            return status, b"" if status == 100 else await read_body(reader, dict(headers))
    finally:
        writer.close()


def posted(length, *headers):
    lines = "".join(f"{header}\r\n" for header in headers)
    return f"{HEAD}Content-Length: {length}\r\n{lines}\r\n".encode()


async def test_body_that_is_said_to_be_huge_is_refused_unread(port):
    status, page = await answer_to(port, posted(10**12))
    assert status == 413
    assert SENTENCE in page


async def test_whoever_asks_first_whether_to_send_it_is_told_not_to(port):
    assert (await answer_to(port, posted(MOST + 1, "Expect: 100-continue")))[0] == 413
    assert (await answer_to(port, posted(5, "Expect: 100-continue")))[0] == 100


async def test_body_that_is_too_big_by_little_gets_its_answer_too(port):
    status, page = await answer_to(port, posted(MOST + 1), b"x" * (MOST + 1))
    assert status == 413
    assert SENTENCE in page


@pytest.mark.parametrize("length", [0, 6, MOST])
async def test_small_body_reaches_the_site(port, length):
    assert (await answer_to(port, posted(length), b"x" * length))[0] == 403


LARGE = settings.FILES_MAX_BODY_SIZE


@pytest.mark.parametrize(
    ("path", "length", "status"),
    [
        (settings.FILES_TAKEN_AT, LARGE, 403),
        (f"{settings.FILES_TAKEN_AT}?again", LARGE, 403),
        (settings.FILES_TAKEN_AT, LARGE + 1, 413),
        (f"{settings.FILES_TAKEN_AT}more/", LARGE, 413),
        (f"/play-now/?{settings.FILES_TAKEN_AT}", LARGE, 413),
    ],
)
async def test_a_file_reaches_the_site_at_its_own_address_only(port, path, length, status):
    head = (
        posted(length)
        .replace(b"/play-now/", path.encode(), 1)
        .replace(b"Content-Type: application/x-www-form-urlencoded\r\n", b"")
    )
    assert (await answer_to(port, head, b"x" * length))[0] == status


async def test_small_body_in_chunks_reaches_the_site(port):
    head = f"{HEAD}Transfer-Encoding: chunked\r\n\r\n".encode()
    assert (await answer_to(port, head, b"6\r\ngame=x\r\n", b"0\r\n\r\n"))[0] == 403


async def test_body_that_never_ends_is_refused_while_it_grows(port):
    reader, writer = await connect(port)
    writer.write(f"{HEAD}Transfer-Encoding: chunked\r\n\r\n".encode())
    answer = asyncio.create_task(read_head(reader))
    sent = 0
    with suppress(ConnectionError):
        while not answer.done() and sent < 100 * MOST:
            writer.write(b"1000\r\n" + b"x" * 0x1000 + b"\r\n")
            sent += 0x1000
            await writer.drain()
            await asyncio.sleep(0)
    assert (await asyncio.wait_for(answer, 20))[0] == 413
    writer.close()


async def test_line_ends_although_the_client_goes_on(port):
    reader, writer = await connect(port)
    writer.write(posted(10**9))
    assert (await read_head(reader))[0] == 413
    reading = asyncio.create_task(reader.read())

    def has_ended_while_we_go_on():
        writer.write(b"x" * 1000)
        return reading.done()

    await until_async(has_ended_while_we_go_on)
    with suppress(ConnectionError):
        await reading
    writer.close()


async def closing_code(socket):
    """The code with which the server closes, or nothing if it just cuts the line."""
    with suppress(ConnectionError):
        while True:
            await socket.receive(timeout=20)
    return socket.closing_code


@pytest.mark.parametrize("pieces", [1, 3])
async def test_message_that_is_too_long_is_not_even_taken_in(port, pieces):
    socket = await Person(port).socket("/ws/lobby/")
    await socket.receive()
    for number in range(pieces):
        kind = TEXT if number == 0 else CONTINUATION
        await socket.send_frame(kind, b"x" * (6000 // pieces), last=number == pieces - 1)
    assert await closing_code(socket) is None


async def at_a_table(port):
    """The line of somebody who has sat down with bots."""
    person = Person(port)
    await person.become_guest()
    await person.post("/play-now/", {"game": "high-society"}, htmx=False)
    page = await person.get("/my-games/")
    table = re.search(r"/tables/(\w+)/", page.text)
    assert table is not None
    person.close()
    return await person.socket(f"/ws{table[0]}")


async def test_table_that_is_longer_than_any_message_of_a_page_is_pushed(port):
    socket = await at_a_table(port)
    assert len(await socket.receive()) > settings.SOCKET_MESSAGE_MAX_SIZE
    await socket.close()


async def test_long_message_ends_the_socket_and_a_binary_one_does_not(port):
    socket = await at_a_table(port)
    await socket.send_frame(BINARY, bytes(3000))
    await socket.send_frame(TEXT, b"short")
    await socket.send('{"seen": 0}')
    while 'id="away"' not in await socket.receive(timeout=20):
        pass
    await socket.send_frame(TEXT, b"x" * 3000)
    assert await closing_code(socket) == TOO_BIG


@pytest.mark.parametrize("origin", ["https://evil.example", "null", ""])
async def test_socket_of_another_site_is_refused(port, origin):
    with pytest.raises(ConnectionError, match=r": 40[03]"):
        await Person(port).socket("/ws/lobby/", {"Origin": origin})


@pytest.mark.parametrize("protocols", ["\xff\xfe, a", "a, \xe9"])
async def test_socket_whose_protocols_cannot_be_read_is_refused(port, protocols):
    with pytest.raises(ConnectionError, match=": 400"):
        await Person(port).socket("/ws/lobby/", {"Sec-WebSocket-Protocol": protocols})


async def test_socket_with_odd_cookies_is_welcome(port):
    socket = await Person(port).socket("/ws/lobby/", {"Cookie": "name=\xff\xfe", "Sec-WebSocket-Protocol": "a"})
    assert await socket.receive()
    await socket.close()


async def test_socket_ends_within_seconds_of_its_session(port):
    person = Person(port)
    await person.become_guest()
    socket = await person.socket("/ws/lobby/")
    await socket.receive()
    await person.post("/accounts/logout/", {}, htmx=False)
    assert await asyncio.wait_for(closing_code(socket), 10) == COME_AGAIN
    person.close()
