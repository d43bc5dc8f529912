"""What one process remembers of a table is never written, nor shown once it is no longer true, in any process."""

import asyncio
import re
from contextlib import asynccontextmanager

from tests.siege.company import accepted, guests, start_table
from tests.siege.site import running_servers
from tests.siege.stored import Store
from tests.support.screen import head_of
from tests.support.waiting import until_async
from tests.support.wire import Person

DAY = 86_400
SECONDS_TO_COME = 30


class Evening:
    """Three people at a table of a site with one process, or two where there can be two."""

    def __init__(self, servers):
        servers[0].deal("high-society", "possession-5", "possession-6", "possession-7")
        self.store = Store(servers[0].database_url)
        self.ports = [server.port for server in servers]
        self.people: list[Person] = []

    async def sit_down(self, **wishes):
        self.people = await guests(self.ports[0], 3)
        self.game_id = await start_table(self.people, self.store, **wishes)
        # Who sits where, by what their pages say in each process.
        numbers = [await self._seat(person) for person in self.people]
        self.by_seat = dict(zip(numbers, self.people, strict=True))

    async def _seat(self, person):
        page = (await person.get(f"/tables/{self.game_id}/")).text
        (number,) = re.findall(r'<section id="private"[^>]* data-seat="(\d)"', page)
        return int(number)

    @property
    def game(self):
        return self.store.game(self.game_id)

    async def act(self, seat, form, process):
        """Play in one of the processes, whichever has the table in memory."""
        person = Person(self.ports[process % len(self.ports)], self.by_seat[seat].cookies)
        row = self.game.row
        sent = {"version": str(row["version"]), "key": f"key-{row['version']}", **form}
        answer = await person.post(f"/tables/{self.game_id}/act/", sent)
        person.close()
        assert answer.status == 200, answer.text
        return answer.text

    def run_out(self):
        """Let the time of whoever is to act be over, and wait until the clock has noticed."""
        past = "2020-01-01 00:00:00+00:00"
        self.store.write("UPDATE games_game SET deadline = %s, wake_at = %s WHERE id = %s", past, past, self.game_id)

    async def until(self, condition):
        await until_async(lambda: condition(self.game), 30)


@asynccontextmanager
async def evening_of_three(folder, grown, **wishes):
    with running_servers(folder, grown=grown, processes=2 if grown else 1) as servers:
        evening = Evening(servers)
        try:
            await evening.sit_down(**wishes)
            yield evening
        finally:
            for person in evening.people:
                person.close()


async def test_an_emptied_time_bank_stays_empty(tmp_path, grown):
    wishes = {"clock": str(DAY), "bank": str(3 * DAY), "on_timeout": "pass"}
    async with evening_of_three(tmp_path, grown, **wishes) as evening:
        first = evening.game.row["turn"]
        second, third = (first + 1) % 3, (first + 2) % 3
        await evening.act(first, {"action": "bid", "cards": ["1000"]}, process=0)
        evening.run_out()
        await evening.until(lambda game: game.row["turn"] == third)
        assert evening.game.seats[second]["bank_left"] == 0
        await evening.act(third, {"action": "pass"}, process=1)
        await evening.act(first, {"action": "bid", "cards": ["2000"]}, process=0)
        assert evening.game.row["turn"] == second
        assert evening.game.seats[second]["bank_left"] == 0
        began, deadline = (evening.store.moment(evening.game.row[name]) for name in ("turn_began_at", "deadline"))
        assert (deadline - began).total_seconds() == DAY


async def test_the_name_of_a_deleted_account_is_gone_everywhere(tmp_path, grown):
    async with evening_of_three(tmp_path, grown, access="public") as evening:
        first = evening.game.row["turn"]
        leaver, third = evening.by_seat[(first + 1) % 3], (first + 2) % 3
        over = await start_table(evening.people, evening.store, access="public")
        evening.store.write("UPDATE games_game SET status = 'aborted', version = version + 1 WHERE id = %s", over)
        await accepted(leaver, f"/tables/{evening.game_id}/leave/", {})
        name = next(seat["known_as"] for seat in evening.game.seats if seat["bot"])
        # A friend and a stranger in each process, which has both tables in memory.
        friends = [Person(port, evening.by_seat[first].cookies) for port in evening.ports]
        people = [*friends, *map(Person, evening.ports)]
        pages = [(person, f"/tables/{table}/") for person in people for table in (evening.game_id, over)]
        sockets = [await person.socket(f"/ws/tables/{evening.game_id}/") for person in people]
        assert all([name in (await person.get(page)).text for person, page in pages])
        assert all([name in await socket.receive() for socket in sockets])
        await accepted(leaver, "/accounts/delete/", {"sure": "on"})
        await evening.act(first, {"action": "bid", "cards": ["1000"]}, process=0)
        await evening.until(lambda game: game.row["turn"] == third)
        assert name not in await evening.act(third, {"action": "pass"}, process=1)
        assert not any([name in (await person.get(page)).text for person, page in pages])
        for socket in sockets:
            await hear_a_table_without(name, socket)
        await evening.act(first, {"action": "pass"}, process=0)
        for socket in sockets:
            await hear_nothing_of(name, socket, evening.game.row["version"])
            await socket.close()
        for person in people:
            person.close()


async def hear_a_table_without(name, socket):
    async with asyncio.timeout(SECONDS_TO_COME):
        while name in (frame := await socket.receive()) or 'id="public"' not in frame:
            pass


async def hear_nothing_of(name, socket, version):
    """Until this version of the table is told, or a later one."""
    told = 0
    async with asyncio.timeout(SECONDS_TO_COME):
        while told < version:
            frame = await socket.receive()
            assert name not in frame
            told = head_of(frame).get("to", 0)
