"""Somebody with thousands of games deletes their account: how long that takes, and how long their name is seen."""

import asyncio
import time
from typing import NamedTuple

from tests.siege.company import accepted, start_table
from tests.siege.tricks.bystander import ELSEWHERE
from tests.siege.tricks.site import Site
from tests.support.waiting import until_async
from tests.support.wire import Person, Socket

GAMES = 5_000
NAME = "Zenobia"
MOST_SECONDS_TO_DELETE, MOST_SECONDS_TO_FORGET = 1.0, 5.0
FINISHED = """
from accounts.models import User
from games.models import Game, Seat
user = User.objects.get(display_name={name!r})
over = [Game(slug="high-society", rules_version=1, size=3, status="finished", public=True) for _ in range({games})]
Game.objects.bulk_create(over, batch_size=500)
Seat.objects.bulk_create([Seat(game=game, number=0, user=user, known_as={name!r}) for game in over], batch_size=500)
"""


async def besiege(site: Site) -> str:
    leaver, friends = Person(site.port), [Person(site.port, source=ELSEWHERE) for _ in range(2)]
    await leaver.become_guest(NAME)
    for friend in friends:
        await friend.become_guest()
    game_id = await start_table([friends[0], leaver, friends[1]], site.store)
    await asyncio.to_thread(site.server.manage, "shell", "-c", FINISHED.format(name=NAME, games=GAMES))
    bystander = await site.bystander()
    windows = [await Window.open(friends[0], server.port, game_id) for server in site.servers]
    await bystander.look("during", 1, besides=leave(site, leaver, windows))
    await bystander.look("after", 3)
    for window in windows:
        await window.close()
    site.tell()
    took, seen = site.figures.worst("deletion"), site.figures.worst("name")
    assert took <= MOST_SECONDS_TO_DELETE
    assert seen <= MOST_SECONDS_TO_FORGET
    return f"an account with {GAMES} games is deleted in {took:.2f} s, and its name gone after {seen:.2f} s"


class Window(NamedTuple):
    """Somebody who looks at the table in one of the processes, where it has been in memory with the name."""

    person: Person
    socket: Socket
    address: str

    @classmethod
    async def open(cls, friend: Person, port: int, game_id: str) -> "Window":
        person = Person(port, friend.cookies, ELSEWHERE)
        window = cls(person, await person.socket(f"/ws/tables/{game_id}/"), f"/tables/{game_id}/")
        assert NAME in await window.socket.receive()
        assert NAME in (await person.get(window.address)).text
        return window

    async def until_gone(self) -> None:
        """From a fresh page, and from a whole table that is pushed."""
        await until_async(self._is_gone_from_the_page)
        while True:
            frame = await self.socket.receive()
            if 'id="public"' in frame and NAME not in frame:
                return

    async def _is_gone_from_the_page(self) -> bool:
        return NAME not in (await self.person.get(self.address)).text

    async def close(self) -> None:
        await self.socket.close()
        self.person.close()


async def leave(site: Site, leaver: Person, windows: list[Window]) -> None:
    began = time.monotonic()
    await accepted(leaver, "/accounts/delete/", {"sure": "on"})
    ended = time.monotonic()
    site.figures.note("deletion", "during", ended - began)
    for window in windows:
        await window.until_gone()
        site.figures.note("name", "during", time.monotonic() - ended)
