"""Somebody who has nothing to do with an attack: how long they wait for a page, a move, a bot's answer and a letter."""

import asyncio
import json
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from datetime import datetime
from itertools import count

from tests.siege.company import guests, start_table
from tests.siege.stored import Store
from tests.siege.tricks.figures import Figures
from tests.support.action_forms import form_of
from tests.support.browser.server import Server
from tests.support.sinks import MailServer
from tests.support.wire import Person

ELSEWHERE = "127.0.0.2"
"""Where bystanders come from: another address than attackers."""
PAUSE = 0.1
PASSWORD = "plenty-of-pearls-7"


class Table:
    """A running game of some bystanders and bots, begun anew when it is over."""

    def __init__(self, people: list[Person], store: Store, bots: int = 0, bot: str = "balanced") -> None:
        self._people, self._store, self._bots, self._bot = people, store, bots, bot
        self._keys = count()
        self._game_id = ""
        self._by_seat: dict[int, Person] = {}
        self._usernames: dict[Person, str] = {}

    async def begin(self) -> None:
        """If somebody ends this halfway, the game before is still the one that is played."""
        game_id = await start_table(self._people, self._store, bots=self._bots, bot=self._bot)
        sitting = "SELECT number, username FROM games_seat s JOIN accounts_user u ON u.id = user_id WHERE game_id = %s"
        numbers = {row["username"]: row["number"] for row in self._store.rows(sitting, game_id)}
        by_seat = {numbers[await self._username_of(person)]: person for person in self._people}
        self._game_id, self._by_seat = game_id, by_seat

    async def _username_of(self, person: Person) -> str:
        """Asked for once: what is known about oneself may not be downloaded all the time."""
        if person not in self._usernames:
            known = json.loads((await person.get("/accounts/data/")).body)
            self._usernames[person] = known["account"]["username"]
        return self._usernames[person]

    async def move(self) -> float:
        """Let whoever is to act do the least they can; how long the answer took."""
        game = self._store.game(self._game_id)
        if game.is_over:
            await self.begin()
            return await self.move()
        turn = game.row["turn"]
        if turn not in self._by_seat:
            await asyncio.sleep(PAUSE)
            return await self.move()
        action = game.rules.action_to_json(game.rules.timeout_action(game.state(), turn))
        form = {"version": str(game.row["version"]), "key": f"key-{next(self._keys)}", **form_of(action)}
        began = time.monotonic()
        answer = await self._by_seat[turn].post(f"/tables/{self._game_id}/act/", form)
        took = time.monotonic() - began
        assert answer.status in (200, 409), answer
        return took

    async def wait_for_bots(self) -> list[float]:
        """How much later than their pace asks for the bots have moved since somebody did, until somebody may again."""
        late: list[float] = []
        while True:
            row = self._store.row("SELECT * FROM games_game WHERE id = %s", self._game_id)
            if row["status"] != "running" or row["turn"] in self._by_seat:
                return late
            due = Store.moment(row["act_at"])
            moved = await self._next_action(row["action_count"])
            late.append(max(0.0, (moved - due).total_seconds()))

    async def _next_action(self, number: int) -> datetime:
        while True:
            found = self._store.rows(
                "SELECT at FROM games_action WHERE game_id = %s AND number = %s", self._game_id, number + 1
            )
            if found:
                return Store.moment(found[0]["at"])
            await asyncio.sleep(0.05)


class Bystander:
    def __init__(self, server: Server, mail: MailServer, figures: Figures, port: int = 0) -> None:
        self._port, self._mail, self._figures = port or server.port, mail, figures
        self._store = Store(server.database_url)
        self._names = count()

    async def settle(self) -> None:
        friends = await guests(self._port, 3, ELSEWHERE)
        self._table = Table(friends, self._store)
        self._bots = Table(await guests(self._port, 1, ELSEWHERE), self._store, bots=2, bot="bold")
        self._experts = Table(await guests(self._port, 1, ELSEWHERE), self._store, bots=2, bot="expert")
        self._page = Person(self._port, source=ELSEWHERE)
        for table in (self._table, self._bots, self._experts):
            await table.begin()

    async def look(self, phase: str, seconds: float, *, besides: Awaitable[None] | None = None) -> None:
        """Note for so many seconds, or as long as something else goes on, how long everything takes."""
        note = self._figures.noted_in(phase)
        steps: dict[str, Callable[[], Awaitable[list[float]]]] = {
            "page": self.page,
            "move": self.move,
            "bot": lambda: self.bot(self._bots),
            "expert": lambda: self.bot(self._experts),
            "mail": self.mail,
        }
        loops = [asyncio.create_task(self._again_and_again(name, step, note)) for name, step in steps.items()]
        try:
            if besides is not None:
                await besides
            await asyncio.sleep(seconds)
        finally:
            for loop in loops:
                loop.cancel()
            results = await asyncio.gather(*loops, return_exceptions=True)
        for result in results:
            if isinstance(result, Exception):
                raise result

    async def _again_and_again(
        self, name: str, step: Callable[[], Awaitable[list[float]]], note: Callable[[str, float], None]
    ) -> None:
        while True:
            began = time.monotonic()
            try:
                for took in await step():
                    note(name, took)
            except asyncio.CancelledError:
                # What was under way at the end counts for as long as it has lasted.
                if name in ("page", "move", "mail"):
                    note(name, time.monotonic() - began)
                raise
            await asyncio.sleep(PAUSE)

    async def page(self) -> list[float]:
        """Whoever is shut out tries again, and has waited for as long as that takes."""
        began = time.monotonic()
        while not await self._sees_page():
            await asyncio.sleep(PAUSE)
        return [time.monotonic() - began]

    async def _sees_page(self) -> bool:
        with suppress(ConnectionError):
            answer = await self._page.get("/rules/high-society/")
            assert answer.status == 200, answer.status
            return True
        return False

    async def move(self) -> list[float]:
        return [await self._table.move()]

    async def bot(self, table: Table) -> list[float]:
        await table.move()
        return await table.wait_for_bots()

    async def mail(self) -> list[float]:
        """From signing up until the letter has arrived."""
        name = f"bystander{next(self._names)}"
        newcomer = Person(self._port, source=ELSEWHERE)
        await newcomer.get("/accounts/signup/")
        form = {"username": name, "email": f"{name}@example.org", "password1": PASSWORD, "password2": PASSWORD}
        began = time.monotonic()
        answer = await newcomer.post("/accounts/signup/", form, htmx=False)
        assert answer.status == 302, answer.text[:2000]
        newcomer.close()
        while not any(f"{name}@example.org" in str(mail["To"]) for mail in self._mail.mails):
            await asyncio.sleep(0.05)
        await asyncio.sleep(1)
        return [time.monotonic() - began - 1]
