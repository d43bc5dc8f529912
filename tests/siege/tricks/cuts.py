"""A PostgreSQL that ends all connections at once, as its restart or a network does."""

import asyncio
from collections import Counter

from tests.siege.tricks.services import cut_connections
from tests.siege.tricks.site import Site
from tests.support.wire import Person

CUTS = 3
REQUESTS = 40


async def besiege(site: Site) -> str:
    """All requests follow the cut, so none of them was under way; each process is asked."""
    bystander = await site.bystander()
    answers: Counter[int] = Counter()

    async def ask() -> None:
        for number in range(REQUESTS):
            answers[(await people[number % len(people)].get("/")).status] += 1

    for _ in range(CUTS):
        people = [Person(server.port) for server in site.servers for _ in range(4)]
        await asyncio.gather(*(person.get("/") for person in people))
        cut = await asyncio.to_thread(cut_connections, site.server.database_url)
        await bystander.look("during", 2, besides=ask())
        site.say(f"after {cut} connections were cut: {dict(answers)}")
        for person in people:
            person.close()
    await bystander.look("after", 8)
    site.tell()
    assert set(answers) == {200}, answers
    return f"{answers[200]} requests after {CUTS} cuts, all answered; letters and bots go on"
