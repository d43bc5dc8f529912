"""A site with a running table, a waiting table and all sorts of people, about whom nothing may change."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random

from games.rules import GAMES
from tests.browser.server import Server
from tests.live.company import accepted, guests, open_table, start_table
from tests.live.stored import Store
from tests.wire import Answer, Person


class Stage:
    def __init__(self, server: Server) -> None:
        self.server, self.port, self.store = server, server.port, Store(server.database_url)
        self.people: dict[str, Person] = {}
        self.running = self.waiting = ""

    async def set_up(self) -> None:
        *seated, outsider = await guests(self.port, 4)
        self.running = await start_table(seated, self.store)
        self.waiting = await open_table(seated[0], size=4, access="public")
        turn = await self._whose_turn(seated)
        self.people = {
            "player to act": seated[turn],
            "second player": seated[turn - 1],
            "third player": seated[turn - 2],
            "outsider": outsider,
            "anonymous": Person(self.port),
            "staff": await self._log_in_staff(),
        }
        # Forms need a token, also those of somebody who is nobody.
        for person in self.people.values():
            await person.get("/")
        self._names = [row["username"] for row in self.store.rows("SELECT username FROM accounts_user ORDER BY id")]
        self._invitation = self.store.game(self.waiting).row["invitation"]

    async def _whose_turn(self, seated: list[Person]) -> int:
        pages = [(await person.get(f"/tables/{self.running}/")).text for person in seated]
        (turn,) = [number for number, page in enumerate(pages) if "data-my-turn" in page]
        return turn

    async def _log_in_staff(self) -> Person:
        told = re.search(r"name: (\S+)\s+password: (\S+)", self.server.log())
        assert told
        staff = Person(self.port)
        await staff.get("/accounts/login/")
        await accepted(staff, "/accounts/login/", {"login": told[1], "password": told[2]})
        return staff

    @property
    def version(self) -> str:
        """What a form at the running table has to name."""
        return str(self.store.game(self.running).row["version"])

    def values(self, random: Random) -> dict[str, str]:
        """Real values for the parameters of addresses."""
        return {
            "game_id": random.choice((self.running, self.waiting)),
            "token": self._invitation,
            "username": random.choice(self._names),
            "slug": random.choice(GAMES).slug,
            "object_id": random.choice(("1", "2")),
            "id": random.choice(("1", "2")),
            "content_type_id": "1",
            "app_label": "accounts",
            "uidb36": "1",
        }

    async def play_a_move(self) -> Answer:
        """What anybody at the table could do before all this."""
        return await self.people["player to act"].post(
            f"/tables/{self.running}/act/", {"version": self.version, "key": "a normal move", "action": "pass"}
        )

    def close(self) -> None:
        for person in self.people.values():
            person.close()


@asynccontextmanager
async def set_stage(server: Server) -> AsyncIterator[Stage]:
    stage = Stage(server)
    try:
        await stage.set_up()
        yield stage
    finally:
        stage.close()
