"""Somebody with thousands of games deletes their account: how long that takes, and how long their name is seen."""

import asyncio
import time

from tests.live.company import accepted, start_table
from tests.live.siege.bystander import ELSEWHERE
from tests.live.siege.site import Site
from tests.wire import Person, Socket

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
    socket = await friends[0].socket(f"/ws/tables/{game_id}/")
    assert NAME in await socket.receive()
    await bystander.look("during", 1, besides=leave(site, leaver, friends[0], socket, game_id))
    await bystander.look("after", 3)
    await socket.close()
    site.tell()
    took, seen = site.figures.worst("deletion"), site.figures.worst("name")
    assert took <= MOST_SECONDS_TO_DELETE
    assert seen <= MOST_SECONDS_TO_FORGET
    return f"an account with {GAMES} games is deleted in {took:.2f} s, and its name gone after {seen:.2f} s"


async def leave(site: Site, leaver: Person, friend: Person, socket: Socket, game_id: str) -> None:
    began = time.monotonic()
    await accepted(leaver, "/accounts/delete/", {"sure": "on"})
    ended = time.monotonic()
    site.figures.note("deletion", "during", ended - began)
    await until_gone(friend, socket, game_id)
    site.figures.note("name", "during", time.monotonic() - ended)


async def until_gone(friend: Person, socket: Socket, game_id: str) -> None:
    """From a fresh page, and from a whole table that is pushed."""
    while NAME in (await friend.get(f"/tables/{game_id}/")).text:
        await asyncio.sleep(0.05)
    while True:
        frame = await socket.receive()
        if 'id="public"' in frame and NAME not in frame:
            return
