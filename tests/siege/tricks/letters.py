"""Addresses for messages that take everything and never answer."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from tests.siege.company import guests, open_table, start_table
from tests.siege.tricks.bystander import ELSEWHERE
from tests.siege.tricks.site import Site
from tests.support.sinks import Browser, Web
from tests.support.waiting import until_async
from tests.support.wire import Person

ATTACKERS = 4
BROWSERS, CHATS = 10, 10
CROWD = 150
MINUTES = 1
MOST_SECONDS_OF_A_LETTER, MOST_SECONDS_OF_A_PUSH = 5.0, 15.0


@asynccontextmanager
async def silent_server() -> AsyncIterator[str]:
    """Where everything is taken and nothing answered; its address."""

    async def take(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        while await reader.read(65_536):
            pass
        writer.close()

    server = await asyncio.start_server(take, "127.0.0.1", 0)
    async with server:
        yield f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"


async def besiege(site: Site) -> str:
    web = Web()
    bystander = await site.bystander()
    waits = Greeted(site, web)
    await waits.settle()
    site.figures.note("push", "before", await waits.hello())
    async with silent_server() as silent:
        people = await guests(site.port, ATTACKERS)
        await bystander.look("during", 0, besides=attack(site, people, silent, waits))
    await bystander.look("after", 5)
    site.figures.note("push", "after", await waits.hello())
    web.close()
    site.tell()
    mail, push = site.figures.worst("mail"), site.figures.worst("push")
    assert mail <= MOST_SECONDS_OF_A_LETTER
    assert push <= MOST_SECONDS_OF_A_PUSH
    return f"a letter within {mail:.2f} s, a message within {push:.2f} s"


class Greeted:
    """Somebody whose browser listens, and who asks again and again for a message."""

    def __init__(self, site: Site, web: Web) -> None:
        self._person = Person(site.port, source=ELSEWHERE)
        self._web, self._browser = web, Browser(web, "/push/bystander")

    async def settle(self) -> None:
        await self._person.become_guest()
        answer = await self._person.post("/accounts/reach/browser/", self._browser.subscription)
        assert answer.status == 204, answer.text

    async def hello(self) -> float:
        before, began = len(self._web.received), time.monotonic()
        await self._person.post("/accounts/reach/try/", {}, htmx=False)
        await until_async(lambda: len(self._web.received) > before, 60)
        return time.monotonic() - began


async def crowd_in(site: Site, silent: str, waits: Greeted) -> None:
    """Many who are new, each with a browser that never answers, sit down together: each is to be told of the start."""
    people = await guests(site.port, CROWD)
    for number, person in enumerate(people):
        browser = Browser(Web.__new__(Web), f"/crowd/{number}")
        browser.web.url = silent
        await person.post("/accounts/reach/browser/", browser.subscription)
    for first in range(0, CROWD, 5):
        await start_table(people[first : first + 5], site.store)
    waiting = site.store.row("SELECT count(*) AS number FROM games_alert WHERE due_at IS NOT NULL")["number"]
    site.say(f"{waiting} messages wait to be sent")
    for _ in range(2):
        site.figures.note("push", "during", await waits.hello())
        # Nobody may ask for it more often than a few times a minute.
        await asyncio.sleep(15)


async def attack(site: Site, people: list[Person], silent: str, waits: Greeted) -> None:
    """All that guests can do to have messages sent: browsers that never answer, and chats that do not either."""
    await crowd_in(site, silent, waits)
    until = time.monotonic() + 60 * MINUTES
    for number, person in enumerate(people):
        for other in range(BROWSERS):
            browser = Browser(Web.__new__(Web), f"/{number}/{other}")
            browser.web.url = silent
            await person.post("/accounts/reach/browser/", browser.subscription)
        for chat in range(CHATS):
            game_id = await open_table(person, size=3)
            connected = {"url": f"{silent}/chat/{number}/{chat}", "style": "slack", "kinds": "turn"}
            await person.post(f"/tables/{game_id}/webhook/", connected)
    while time.monotonic() < until:
        for person in people:
            for _ in range(5):
                await person.post("/accounts/reach/try/", {}, htmx=False)
        await asyncio.sleep(5)
        site.figures.note("push", "during", await waits.hello())
        await asyncio.sleep(10)
