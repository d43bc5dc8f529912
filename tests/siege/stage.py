"""A site with running tables, a waiting table and all sorts of people, about whom nothing may change."""

import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import Random

from games.rules import GAMES
from tests.siege.company import accepted, guests, open_table, start_table
from tests.siege.stored import Store
from tests.support.action_forms import form_of
from tests.support.browser.server import Server
from tests.support.wire import Answer, Person

SLUGS = ("high-society", "cartes-societe")
"""What is played at the running tables."""


class Stage:
    def __init__(self, server: Server) -> None:
        self.server, self.port, self.store = server, server.port, Store(server.database_url)
        self.people: dict[str, Person] = {}
        self.running: dict[str, Person] = {}
        """By table, who is to act there."""
        self.waiting = ""

    async def set_up(self) -> None:
        *seated, outsider = await guests(self.port, 4)
        for slug in SLUGS:
            game_id = await start_table(seated, self.store, slug=slug)
            self.running[game_id] = await self._to_act(game_id, seated)
        self.waiting = await open_table(seated[0], size=4, access="public")
        self.people = {
            "first player": seated[0],
            "second player": seated[1],
            "third player": seated[2],
            "outsider": outsider,
            "anonymous": Person(self.port),
            "staff": await self._log_in_staff(),
        }
        # Forms need a token, also those of somebody who is nobody.
        for person in self.people.values():
            await person.get("/")
        self._names = [row["username"] for row in self.store.rows("SELECT username FROM accounts_user ORDER BY id")]
        self._invitation = self.store.game(self.waiting).row["invitation"]

    async def _to_act(self, game_id: str, seated: list[Person]) -> Person:
        pages = [(await person.get(f"/tables/{game_id}/")).text for person in seated]
        (acting,) = [person for person, page in zip(seated, pages, strict=True) if "data-my-turn" in page]
        return acting

    async def _log_in_staff(self) -> Person:
        told = re.search(r"name: (\S+)\s+password: (\S+)", self.server.log())
        assert told
        staff = Person(self.port)
        await staff.get("/accounts/login/")
        await accepted(staff, "/accounts/login/", {"login": told[1], "password": told[2]})
        return staff

    @property
    def version(self) -> str:
        """What a form at a running table has to name: they are all at their beginning."""
        (version,) = {self._version(game_id) for game_id in self.running}
        return version

    def _version(self, game_id: str) -> str:
        return str(self.store.game(game_id).row["version"])

    def values(self, random: Random) -> dict[str, str]:
        """Real values for the parameters of addresses."""
        return {
            "game_id": random.choice((*self.running, self.waiting)),
            "token": self._invitation,
            "username": random.choice(self._names),
            "slug": random.choice(GAMES).slug,
            "object_id": random.choice(("1", "2")),
            "id": random.choice(("1", "2")),
            "content_type_id": "1",
            "app_label": "accounts",
            "uidb36": "1",
        }

    async def play_a_move(self, game_id: str) -> Answer:
        """What whoever is to act there could do before all this."""
        game = self.store.game(game_id)
        least = game.rules.action_to_json(game.rules.timeout_action(game.state(), game.row["turn"]))
        form = {"version": self._version(game_id), "key": "a normal move", **form_of(least)}
        return await self.running[game_id].post(f"/tables/{game_id}/act/", form)

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
