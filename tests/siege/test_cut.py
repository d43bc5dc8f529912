"""PostgreSQL cuts every connection, as when it is restarted: whoever comes then notices nothing of it."""

import asyncio

from tests.siege.company import accepted
from tests.siege.site import running_servers
from tests.siege.stored import Store
from tests.siege.tricks.services import count_connections, cut_connections
from tests.support.action_forms import form_of
from tests.support.waiting import until_async
from tests.support.wire import Person, Socket

TABS = 25
"""More than the pool has connections."""
SEVERAL = 5
"""Connections that are surely open at the same time once so many pages are asked for again and again."""
LETTER = "Letter after the cut"
ENQUEUE = (
    f"from accounts.tasks import deliver_mail; deliver_mail.enqueue('{LETTER}', '', 'a@example.org', ['b@example.org'])"
)


async def test_after_a_cut_everything_goes_on(tmp_path):
    with running_servers(tmp_path, grown=True) as (server,):
        ana, store = Person(server.port), Store(server.database_url)
        await ana.become_guest()
        tabs = [ana.tab() for _ in range(TABS)]
        table = (await accepted(ana, "/play-now/", {})).headers["location"]
        socket = await ana.socket(f"/ws{table}")
        try:
            for _ in range(2):
                await open_several(tabs, server.database_url)
                assert cut_connections(server.database_url) >= SEVERAL
                one_by_one = [(await ana.get("/my-games/")).status for _ in range(TABS)]
                at_once = [answer.status for answer in await asyncio.gather(*(tab.get("/my-games/") for tab in tabs))]
                assert {*one_by_one, *at_once} == {200}
            await asyncio.gather(
                asyncio.to_thread(server.manage, "shell", "-c", ENQUEUE),
                let_a_bot_play(ana, store),
                hear_that_it_is_alive(socket),
            )
            await until_async(lambda: f"Subject: {LETTER}" in server.log(), 30)
        finally:
            await socket.close()
            for person in (ana, *tabs):
                person.close()


async def open_several(tabs: list[Person], database_url: str) -> None:
    """How many it takes at once is the machine's affair."""
    async with asyncio.timeout(30):
        while count_connections(database_url) < SEVERAL:
            await asyncio.gather(*(tab.get("/my-games/") for tab in tabs))


async def hear_that_it_is_alive(socket: Socket) -> None:
    """What has arrived before the answer to a question may be from before the cut."""
    await socket.send('{"seen": 0}')
    while 'id="away"' not in await socket.receive():
        pass
    await socket.receive()


async def let_a_bot_play(person: Person, store: Store) -> None:
    """A new table of bots and that person, who does as little as possible."""
    table = (await accepted(person, "/play-now/", {})).headers["location"]

    async def a_bot_has_played() -> bool:
        game = store.game(table.split("/")[2])
        if any(action["made_by"] == "bot" for action in game.actions):
            return True
        if game.row["turn"] is not None and game.seats[game.row["turn"]]["user_id"]:
            least = game.rules.action_to_json(game.rules.timeout_action(game.state(), game.row["turn"]))
            form = {"version": str(game.row["version"]), "key": str(game.row["version"]), **form_of(least)}
            assert (await person.post(f"{table}act/", form)).status == 200
        return False

    await until_async(a_bot_has_played, 30)
