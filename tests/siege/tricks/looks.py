"""Pages that look away and back, or ask what they have missed, as often as they are listened to."""

import asyncio
import json
import time

from tests.siege.company import guests, open_table
from tests.siege.tricks.site import Site
from tests.support.wire import Person, Socket

GUESTS, SOCKETS_EACH = 100, 5
SECONDS = 15


async def besiege(site: Site) -> str:
    sockets: list[Socket] = []
    for person in await guests(site.port, GUESTS):
        sockets += await windows_of(person)
    bystander = await site.bystander()
    await bystander.look("during", 0, besides=look_away_and_back(sockets))
    await bystander.look("after", 5)
    for socket in sockets:
        socket.cut()
    site.tell()
    return f"{len(sockets)} pages; a page within {site.figures.worst('page'):.2f} s"


async def windows_of(person: Person) -> list[Socket]:
    game_id = await open_table(person, size=3)
    return [await person.socket(f"/ws/tables/{game_id}/") for _ in range(SOCKETS_EACH)]


async def look_away_and_back(sockets: list[Socket]) -> None:
    until, looking = time.monotonic() + SECONDS, False
    while time.monotonic() < until:
        said = json.dumps({"looking": looking, "seen": 0})
        await asyncio.gather(*(socket.send(said) for socket in sockets))
        looking = not looking
        await asyncio.sleep(1)
