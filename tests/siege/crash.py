"""Four people play on while the server is killed, again and again, at moments that nobody chose.

They play on their lines and by forms, again with the same key if nobody answered, or ask whether that was played. In
the end, what was acknowledged is there, once, and as it was sent; what was refused, or said not to have been played, is
not; every game is where its actions lead; and everybody sees the same table.
"""

import asyncio
from collections.abc import Callable
from contextlib import suppress
from random import Random
from typing import NamedTuple

from tests.siege.company import guests, start_table
from tests.siege.player import PLAYED, SETTLED, Player, part
from tests.siege.stored import Store
from tests.support.browser.server import Server
from tests.support.waiting import until_async

PEOPLE = 4
SECONDS_TO_SETTLE = 60
LONGEST_LIFE = 8
"""Seconds until the server is killed even if little was played."""


class Table(NamedTuple):
    game_id: str
    players: list[Player]


class Evening:
    """Some tables at which the same four people sit, on a server that does not live long."""

    def __init__(self, server: Server, seed: int, say: Callable[[str], None] = lambda line: None) -> None:
        self.tables: list[Table] = []
        self._server, self._store = server, Store(server.database_url)
        self._random, self._seed, self._say = Random(seed), seed, say
        self._enough = asyncio.Event()

    async def sit_down(self, *tables: tuple[str, int]) -> None:
        """Start a table for each game and number of bots named."""
        people = await guests(self._server.port, PEOPLE)
        for slug, bots in tables:
            game_id = await start_table(people, self._store, slug=slug, bots=bots)
            players = [
                Player(person, game_id, f"{self._seed} {len(self.tables)} {number}")
                for number, person in enumerate(people)
            ]
            self.tables.append(Table(game_id, players))
        for person in people:
            person.close()

    async def run(self, kills: int, *, to_the_end: bool = False) -> None:
        """Play through that many kills and a little further, or until every game is over."""
        async with asyncio.TaskGroup() as group:
            watching = [group.create_task(player.watch()) for player in self.players]
            playing = [group.create_task(player.play(self._enough)) for player in self.players]
            await self._kill_again_and_again(kills)
            if not to_the_end:
                await self._go_on()
                self._enough.set()
            await asyncio.wait(playing)
            await self._check()
            for task in watching:
                task.cancel()
        for player in self.players:
            player.leave()

    @property
    def told(self) -> str:
        acknowledged, settled = (sum(len(player.told[came]) for player in self.players) for came in (PLAYED, SETTLED))
        again, on_line = (
            sum(counts) for counts in zip(*((p.sent_again, p.on_line) for p in self.players), strict=True)
        )
        return (
            f"{self.stored} actions, {acknowledged} acknowledged to people, {on_line} answers on lines, "
            f"{settled} said not to have been played, {again} requests sent again"
        )

    @property
    def players(self) -> list[Player]:
        return [player for table in self.tables for player in table.players]

    @property
    def stored(self) -> int:
        return sum(self._actions(table) for table in self.tables)

    def _actions(self, table: Table) -> int:
        count: int = self._store.row("SELECT count(*) AS n FROM games_action WHERE game_id = %s", table.game_id)["n"]
        return count

    async def _kill_again_and_again(self, kills: int) -> None:
        for number in range(1, kills + 1):
            await self._let_them_play()
            await asyncio.to_thread(self._server.crash)
            if self._random.random() < 0.2:
                await self._kill_while_it_starts()
            await asyncio.to_thread(self._server.start)
            self._say(f"{number} kills, {self.told}")

    async def _let_them_play(self) -> None:
        """For some actions. Often the last of them is stored and not yet answered; else another one is under way."""
        before, more = self.stored, self._random.randint(0, 12)
        with suppress(TimeoutError):
            async with asyncio.timeout(LONGEST_LIFE):
                while self.stored < before + more:
                    await asyncio.sleep(0.005)
        await asyncio.sleep(self._random.choice((0, self._random.uniform(0, 0.2))))

    async def _kill_while_it_starts(self) -> None:
        self._server.launch()
        await asyncio.sleep(self._random.uniform(0.2, 2))
        await asyncio.to_thread(self._server.crash)

    async def _go_on(self) -> None:
        """After the last start, something more happens at every table."""
        before = [self._actions(table) for table in self.tables]
        await until_async(lambda: self._has_gone_on(before), SECONDS_TO_SETTLE)

    def _has_gone_on(self, before: list[int]) -> bool:
        return not any(self._stands_still(table, count) for table, count in zip(self.tables, before, strict=True))

    def _stands_still(self, table: Table, count: int) -> bool:
        return self._actions(table) == count and not self._store.game(table.game_id).is_over

    async def _check(self) -> None:
        for table in self.tables:
            game = self._store.game(table.game_id)
            game.check()
            acknowledged, settled = (
                [form for player in table.players for form in player.told[came]] for came in (PLAYED, SETTLED)
            )
            assert game.by_key() == {(form.seat, form.key): form.action for form in acknowledged}
            assert not game.by_key().keys() & {(form.seat, form.key) for form in settled}
            await see_the_same(table.players)


async def see_the_same(players: list[Player]) -> None:
    """One table on every page, in the first frame of every new socket, and before long on every socket that stayed."""
    tables = {part(await player.page(), "public") for player in players}
    for player in players:
        socket = await player.socket()
        tables.add(part(await socket.receive(), "public"))
        await socket.close()
    assert len(tables) == 1, tables
    assert tables != {""}
    await until_async(lambda: {player.seen for player in players} == tables, SECONDS_TO_SETTLE)
