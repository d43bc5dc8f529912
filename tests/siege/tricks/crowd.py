"""Connections that say nothing, and more sockets than anybody needs; with and without a proxy before the site."""

import asyncio
from contextlib import suppress

from django.conf import settings

from tests.siege.tricks.proxy import proxy_before
from tests.siege.tricks.site import Site
from tests.support.wire import Person, Socket, connect

FILES = 400
"""So few that silent connections alone would use them up."""
SILENT = 500
SECONDS = 10
PLAYERS = 200
"""Behind one address."""
CLUB, CROWD = "127.0.0.3", "127.0.0.4"
SOCKETS = 700
MOST_SECONDS = 2.0


async def besiege_silently(site: Site) -> str:
    """The site may open few files, and somebody opens all of them."""
    bystander = await site.bystander()
    silent = [await connect(site.port) for _ in range(SILENT)]
    await bystander.look("during", SECONDS)
    left = sum(not reader.at_eof() for reader, _writer in silent)
    for _reader, writer in silent:
        writer.close()
    await bystander.look("after", 3)
    site.tell()
    worst = site.figures.worst("page")
    site.say(f"of {SILENT} silent connections {left} are open, with {FILES} files; a page took {worst:.2f} s at most")
    assert worst <= MOST_SECONDS
    return f"a page within {worst:.2f} s"


async def besiege_slowly_by_proxy(site: Site) -> str:
    """The same through a proxy that hands on what it has: requests that are begun and never ended."""
    async with proxy_before(site.port) as port:
        bystander = await site.bystander(port)
        begun = [await connect(port, CROWD) for _ in range(SILENT)]
        for _reader, writer in begun:
            writer.write(f"POST /play-now/ HTTP/1.1\r\nHost: localhost:{port}\r\nContent-Length: 100\r\n\r\n".encode())
        await bystander.look("during", SECONDS)
        left = sum(not reader.at_eof() for reader, _writer in begun)
        for _reader, writer in begun:
            writer.close()
        await bystander.look("after", 3)
    site.tell()
    worst = site.figures.worst("page")
    site.say(f"of {SILENT} requests without end {left} are open, with {FILES} files; a page took {worst:.2f} s at most")
    assert worst <= MOST_SECONDS
    return f"a page within {worst:.2f} s"


async def besiege_by_proxy(site: Site) -> str:
    """Everybody comes by one proxy, which says who they are."""
    async with proxy_before(site.port) as port:
        bystander = await site.bystander(port)
        crowd = await sockets_from(CROWD, port, SOCKETS)
        site.say(f"of {SOCKETS} sockets of one address {len(crowd)} are open")
        club = [Person(port, source=CLUB) for _ in range(PLAYERS)]
        await bystander.look("during", 0, besides=play(club))
        await bystander.look("after", 3)
        for socket in crowd:
            await socket.close()
    site.tell()
    worst = site.figures.worst("page")
    assert len(crowd) == settings.SOCKETS_PER_ADDRESS
    assert worst <= MOST_SECONDS
    return f"{PLAYERS} players behind one address play; a page within {worst:.2f} s"


async def sockets_from(source: str, port: int, number: int) -> list[Socket]:
    opened = []
    for _ in range(number):
        with suppress(ConnectionError):
            opened.append(await Person(port, source=source).socket("/ws/lobby/"))
    return opened


async def play(club: list[Person]) -> None:
    """Each of them plays a table of their own, a few at a time, and all keep their sockets."""
    sockets: list[Socket] = []
    gate = asyncio.Semaphore(4)

    async def sit_down(person: Person) -> None:
        async with gate:
            await person.become_guest()
            answer = await person.post("/play-now/", {"game": "high-society-simplified"}, htmx=False)
            assert answer.status == 302, answer.status
            socket = await person.socket(f"/ws{answer.headers['location']}")
            assert 'id="public"' in await socket.receive()
            sockets.append(socket)

    await asyncio.gather(*(sit_down(person) for person in club))
    assert len(sockets) == PLAYERS
    for socket in sockets:
        await socket.close()
