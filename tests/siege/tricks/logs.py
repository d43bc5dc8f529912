"""Long addresses of pages that do not exist: they are logged, and what is logged is looked through for secrets."""

import asyncio
import time
from statistics import median

from tests.siege.tricks.bystander import ELSEWHERE
from tests.siege.tricks.site import Site
from tests.support.wire import Person, connect

LONG = "/" + "a" * 15_000
SHORT = "/nowhere/"
AT_ONCE = 40
"""Each of them asks several times, one after the other."""
TIMES = 3
ROUNDS = 40
MOST_TIMES_LONGER = 1.3
MOST_SECONDS_FOR_A_HOST = 0.3


async def besiege(site: Site) -> str:
    """Somebody waits behind long addresses as behind as many short ones, in turns, so that noise hits both."""
    bystander = await site.bystander()
    short, long = [], []
    for _ in range(ROUNDS):
        short.append(await behind(site, SHORT))
        long.append(await behind(site, LONG))
    await bystander.look("during", 0, besides=again_and_again(site))
    await bystander.look("after", 3)
    site.tell()
    times, host = median(long) / median(short), await long_host(site)
    site.say(f"behind {AT_ONCE} short addresses {median(short):.3f} s, behind as many long ones {median(long):.3f} s")
    site.say(f"one long host: {host:.3f} s")
    assert times <= MOST_TIMES_LONGER, times
    assert host <= MOST_SECONDS_FOR_A_HOST, host
    return f"{times:.2f} times as long behind long addresses as behind short ones"


async def behind(site: Site, path: str) -> float:
    """How long somebody waits for a page who asks just after all those."""
    people = [Person(site.port) for _ in range(AT_ONCE)]
    storm = [asyncio.create_task(ask(person, path)) for person in people]
    await asyncio.sleep(0.05)
    visitor = Person(site.port, source=ELSEWHERE)
    began = time.monotonic()
    answer = await visitor.get("/rules/high-society/")
    took = time.monotonic() - began
    assert answer.status == 200
    await asyncio.gather(*storm)
    for person in (*people, visitor):
        person.close()
    return took


async def ask(person: Person, path: str) -> None:
    for _ in range(TIMES):
        await person.get(path)


async def again_and_again(site: Site) -> None:
    for _ in range(15):
        await behind(site, LONG)


async def long_host(site: Site) -> float:
    reader, writer = await connect(site.port)
    began = time.monotonic()
    writer.write(b"GET / HTTP/1.1\r\nHost: " + b"a" * 15_000 + b"\r\n\r\n")
    async with asyncio.timeout(30):
        assert b" 400 " in await reader.readuntil(b"\r\n")
    writer.close()
    return time.monotonic() - began
