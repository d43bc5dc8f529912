"""Frames on sockets, as fast as a socket takes them."""

import asyncio
import time
from contextlib import suppress

from django.conf import settings

from tests.siege.tricks.site import Site
from tests.support.wire import BINARY, PING, TEXT, Person, Socket, masked_frame

SECONDS = 6
SECONDS_TO_TIDY = 5
FLOODS = {
    "words": (TEXT, b"x" * 20),
    "nothing": (TEXT, b""),
    "pings": (PING, b"p" * 125),
    "bytes": (BINARY, b"b" * 1900),
}
PEOPLE = {"strangers": 4, "guests": 2}
MOST_MEGABYTES = 30
ROUNDS = 4
SECONDS_TO_TIDY_MANY = 12


async def besiege(site: Site) -> str:
    """Once alone, and once while somebody plays: a site that is played on remembers tables, and its memory grows."""
    await warm_up(site)
    before = site.server.memory
    await flood(site)
    await asyncio.sleep(SECONDS_TO_TIDY)
    grown = site.server.memory - before
    site.say(f"memory {before:.0f} MB before, {site.server.memory:.0f} MB after")
    assert grown <= MOST_MEGABYTES, grown
    bystander = await site.bystander()
    await bystander.look("during", 0, besides=flood(site))
    await bystander.look("after", 8)
    site.tell()
    return f"{grown:+.1f} MB"


async def besiege_with_many(site: Site) -> str:
    """As many sockets as an address may have, each with more to say than is read; again and again."""
    await warm_up(site)
    before = site.server.memory
    await pour_into_many(site, ROUNDS)
    grown = site.server.memory - before
    site.say(f"memory {before:.0f} MB before, {site.server.memory:.0f} MB after {ROUNDS} rounds")
    assert grown <= MOST_MEGABYTES, grown
    bystander = await site.bystander()
    await bystander.look("during", 0, besides=pour_into_many(site, 1))
    await bystander.look("after", 5)
    site.tell()
    return f"{grown:+.1f} MB after {ROUNDS} times {settings.SOCKETS_PER_ADDRESS} sockets"


async def pour_into_many(site: Site, rounds: int) -> None:
    frames = masked_frame(BINARY, b"b" * 1900) * 40
    for _ in range(rounds):
        sockets = [await Person(site.port).socket("/ws/lobby/") for _ in range(settings.SOCKETS_PER_ADDRESS)]
        await asyncio.gather(*(pour_once(socket, frames) for socket in sockets))
        site.say(f"{len(sockets)} sockets; memory {site.server.memory:.0f} MB")
        for socket in sockets:
            socket.cut()
        await asyncio.sleep(SECONDS_TO_TIDY_MANY)


async def pour_once(socket: Socket, frames: bytes) -> None:
    with suppress(ConnectionError, TimeoutError):
        async with asyncio.timeout(1):
            await socket.pour(frames)


async def warm_up(site: Site) -> None:
    """What is loaded with the first pages and sockets is no matter of floods."""
    for _ in range(30):
        person = Person(site.port)
        await person.become_guest()
        socket = await person.socket("/ws/lobby/")
        await socket.receive()
        await socket.close()
        person.close()


async def flood(site: Site) -> None:
    for kind, (opcode, content) in FLOODS.items():
        for who, number in PEOPLE.items():
            people = [Person(site.port) for _ in range(number)]
            for person in people:
                await person.get("/")
                if who == "guests":
                    await person.become_guest()
            sockets = [await person.socket("/ws/lobby/") for person in people]
            sent = sum(await asyncio.gather(*(pour(socket, opcode, content) for socket in sockets)))
            site.say(f"{who} sent {sent / 1e6:.1f} MB of {kind}; memory {site.server.memory:.0f} MB")
            for socket, person in zip(sockets, people, strict=True):
                socket.cut()
                person.close()


async def pour(socket: Socket, opcode: int, content: bytes) -> int:
    """How many bytes were taken."""
    frames, sent, until = masked_frame(opcode, content) * 200, 0, time.monotonic() + SECONDS
    with suppress(ConnectionError, TimeoutError):
        while time.monotonic() < until:
            async with asyncio.timeout(max(0.01, until - time.monotonic())):
                await socket.pour(frames)
            sent += len(frames)
            await asyncio.sleep(0)
    return sent
