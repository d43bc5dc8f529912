"""Programs that play while their lines are cut and their servers killed, again and again, at moments that nobody chose.

They follow their tables by server-sent events, WebSockets and long polls, one after the other, at whichever process
answers, and say each time how much they have heard. What they decide they send under one key until it is answered. In
the end each has heard every event once and in order, and what was answered to it was played once.
"""

import asyncio
import json
from collections import Counter, defaultdict
from collections.abc import AsyncGenerator, Callable
from contextlib import aclosing
from random import Random
from typing import Any
from urllib.parse import urlencode

from tests.siege.stored import Store
from tests.support.browser.server import Server
from tests.support.waiting import until_async
from tests.support.wire import Person, connect, each_chunk, read_head

API = "/api/v1/"
NOBODY_THERE = (ConnectionError, TimeoutError, asyncio.IncompleteReadError)
"""What is seen of a server that is gone."""
PAUSE = 0.05
LONGEST_LINE, MOST_HEARD = 1.0, 8
"""Seconds after which a line is cut, unless so many messages came before."""
PATIENCE = 300
"""Seconds until something has to have happened."""
EVENTS_AT_ONCE = 1000
TABLES: tuple[dict[str, Any], ...] = (
    {"game": "high-society", "size": 4},
    {"game": "high-society-simplified", "size": 4},
    {"game": "high-society-paris", "size": 5, "players": ["balanced"], "bot_pace": "quick"},
    {"game": "cartes-societe", "size": 4},
)
PROGRAMS = 4
"""Who sit at all tables."""

Message = dict[str, Any]
Messages = AsyncGenerator[Message, None]
Address = Callable[..., str]
"""Where somebody goes on, as far as they have heard."""


class Token:
    """What somebody's program shows, and a connection to each process."""

    def __init__(self, servers: list[Server], secret: str, random: Random) -> None:
        self.headers = {"Authorization": f"Bearer {secret}"} if secret else {}
        self._people = [Person(server.port) for server in servers]
        self._random = random
        self.sent_again = 0

    @property
    def anybody(self) -> Person:
        """One of the processes."""
        return self._random.choice(self._people)

    async def insist(self, method: str, path: str, body: object = None, *, haste: float = 0) -> Any:
        """Until it is answered. With some `haste`, the first answers come too late for whoever asks."""
        headers, sent = {**self.headers, "Content-Type": "application/json"}, json.dumps(body or {}).encode()
        while True:
            try:
                async with asyncio.timeout(haste or None):
                    answer = await self.anybody.raw(method, API + path, headers, sent if method == "POST" else b"")
                assert answer.status in (200, 201), answer
                return json.loads(answer.body)
            except NOBODY_THERE:
                self.sent_again += 1
                haste *= 2
                await asyncio.sleep(PAUSE)

    def leave(self) -> None:
        for person in self._people:
            person.close()


async def server_sent_events(person: Person, headers: dict[str, str], address: Address) -> Messages:
    reader, writer = await connect(person.port)
    try:
        head = "".join(f"{name}: {value}\r\n" for name, value in {"Host": person.host, **headers}.items())
        writer.write(f"GET {API}stream/{address()} HTTP/1.1\r\n{head}\r\n".encode())
        status, _headers = await read_head(reader)
        assert status == 200, status
        text = ""
        async for chunk in each_chunk(reader):
            *events, text = (text + chunk.decode()).split("\n\n")
            for event in events:
                fields = dict(line.split(": ", 1) for line in event.splitlines())
                if "data" in fields:
                    yield json.loads(fields["data"])
    finally:
        writer.transport.abort()


async def by_socket(person: Person, headers: dict[str, str], address: Address) -> Messages:
    socket = await person.socket(f"/ws{API}{address()}", headers)
    try:
        while True:
            yield json.loads(await socket.receive())
    finally:
        socket.cut()


async def long_polls(person: Person, headers: dict[str, str], address: Address) -> Messages:
    """Each of them asks for what comes after the last message that was heard."""
    tab = person.tab()
    try:
        while True:
            answer = await tab.raw("GET", f"{API}stream/{address(wait=5)}", headers, b"")
            assert answer.status == 200, answer
            for message in json.loads(answer.body)["messages"]:
                yield message
    finally:
        tab.close()


WAYS = (server_sent_events, by_socket, long_polls)


class Listener:
    """Somebody's program on one kind of stream, of which it loses the line again and again."""

    def __init__(self, token: Token, path: str, random: Random, after: str = "") -> None:
        self.heard: defaultdict[str, list[Message]] = defaultdict(list)
        """The events of each table, as they came."""
        self.lines: Counter[str] = Counter()
        """How many lines of each kind were cut."""
        self._token, self._path, self._random, self._after = token, path, random, after

    async def follow(self) -> None:
        """Until cancelled."""
        while True:
            for way in WAYS:
                await self._listen(way)

    async def _listen(self, way: Callable[[Person, dict[str, str], Address], Messages]) -> None:
        most = self._random.randint(1, MOST_HEARD)
        # Nobody is there to ask, if a server was killed: that is no line that is cut.
        was_open = True
        try:
            async with asyncio.timeout(self._random.uniform(0, LONGEST_LINE)):
                async with aclosing(way(self._token.anybody, self._token.headers, self._address)) as messages:
                    async for message in messages:
                        self.hear(message)
                        most -= 1
                        if not most:
                            break
        except NOBODY_THERE as failure:
            was_open = not isinstance(failure, ConnectionRefusedError)
        self.lines[way.__name__] += was_open
        await asyncio.sleep(PAUSE)

    def hear(self, message: Message) -> None:
        assert message["type"] != "bye", message
        self._after = message.get("cursor", self._after)
        if "action" in message:
            self.heard[message["game"]].append({name: message[name] for name in message.keys() - {"cursor"}})

    def is_about(self, game: str) -> bool:
        return self._path in ("me", f"tables/{game}")

    @property
    def has_begun(self) -> bool:
        return bool(self._after)

    def _address(self, **more: int) -> str:
        after = {"after": self._after} if self._after else {}
        return f"{self._path}?{urlencode({**after, **more})}"


class Player(Listener):
    """It follows all its tables, and decides wherever it is asked."""

    def __init__(self, token: Token, random: Random) -> None:
        super().__init__(token, "me", random)
        self.answered: dict[tuple[str, int, str], Any] = {}
        """What was said to be played, by table, seat and key."""
        self._asked: asyncio.Queue[Message | None] = asyncio.Queue()

    def hear(self, message: Message) -> None:
        super().hear(message)
        if message["type"] == "your_turn":
            self._asked.put_nowait(message["state"])

    def stop(self) -> None:
        """Once it has decided what it was asked before."""
        self._asked.put_nowait(None)

    async def play(self) -> None:
        while state := await self._asked.get():
            game, seat, key = state["game"], state["seat"], f"{state['game']}-{state['ui']['pending_choice']['id']}"
            if (game, seat, key) not in self.answered:
                self.answered[game, seat, key] = await self._decide(game, state["version"], key)

    async def _decide(self, game: str, version: int, key: str) -> Any:
        """Send it until it is answered, and now and then once more: that is answered alike, and plays nothing."""
        legal = (await self._token.insist("GET", f"tables/{game}/legal?limit=6"))["actions"]
        action = self._random.choice(legal)
        sent = {"version": version, "key": key, "action": action}
        for haste in (self._random.choice((0, 0, 0.01, 0.03)), *self._random.choice(((), (), (0,)))):
            answer = await self._token.insist("POST", f"tables/{game}/actions", sent, haste=haste)
            assert answer["success"], answer
        return action


class Storm:
    """Programs at some tables of a site, whose processes are killed in turn."""

    def __init__(self, servers: list[Server], seed: int, say: Callable[[str], None] = lambda line: None) -> None:
        self.games: list[str] = []
        self._servers, self._store = servers, Store(servers[0].database_url)
        self._random, self._say = Random(seed), say
        self._tokens: list[Token] = []
        self.players: list[Player] = []
        self._others: list[Listener] = []
        """Each of them follows one table."""

    @property
    def listeners(self) -> list[Listener]:
        return [*self.players, *self._others]

    @property
    def cuts(self) -> int:
        return sum(listener.lines.total() for listener in self.listeners)

    @property
    def told(self) -> str:
        lines = sum((listener.lines for listener in self.listeners), Counter[str]())
        ways = ", ".join(f"{count} {name.replace('_', ' ')}" for name, count in sorted(lines.items()))
        answered, again = sum(len(one.answered) for one in self.players), sum(one.sent_again for one in self._tokens)
        heard = sum(len(events) for listener in self.listeners for events in listener.heard.values())
        return f"{self.cuts} lines cut ({ways}), {heard} events heard, {answered} actions, {again} requests sent again"

    async def sit_down(self, tables: tuple[dict[str, Any], ...]) -> None:
        self._tokens = [await self._guest(f"Program {number + 1}") for number in range(PROGRAMS)]
        self.players = [Player(token, self._random) for token in self._tokens]
        host, *others = self._tokens
        for table in tables:
            opened = await host.insist("POST", "tables", table)
            for token in others:
                await token.insist("POST", "invitations", {"invitation": opened["invitation"]})
            self.games.append(opened["id"])
        self._others = [
            Listener(self._random.choice(self._tokens), f"tables/{game}", self._random, after="0")
            for game in self.games
        ]

    async def _guest(self, name: str) -> Token:
        stranger = Token(self._servers, "", self._random)
        told = await stranger.insist("POST", "guests", {"name": name})
        stranger.leave()
        return Token(self._servers, told["token"], self._random)

    async def run(self, cuts: int, kills: int) -> None:
        """Play until so many lines were cut and so many servers killed; then look at all that was heard and played."""
        async with asyncio.TaskGroup() as group:
            listening = [group.create_task(listener.follow()) for listener in self.listeners]
            # Who listens to all tables hears what happens from now on.
            await until_async(lambda: all(player.has_begun for player in self.players), PATIENCE)
            for game in self.games:
                await self._tokens[0].insist("POST", f"tables/{game}/start")
            playing = [group.create_task(player.play()) for player in self.players]
            for number in range(kills):
                await self._wait_for(cuts * (number + 1) // (kills + 1))
                await self._kill(self._servers[number % len(self._servers)])
                self._say(f"{number + 1} kills, {self.told}")
            await self._wait_for(cuts)
            for player in self.players:
                player.stop()
            await asyncio.gather(*playing)
            for game in self.games:
                await self._check(game)
            for task in listening:
                task.cancel()
        for token in self._tokens:
            token.leave()

    async def _wait_for(self, cuts: int) -> None:
        await until_async(lambda: self.cuts >= cuts, PATIENCE)

    async def _kill(self, server: Server) -> None:
        await asyncio.to_thread(server.crash)
        await asyncio.to_thread(server.start)

    async def _check(self, game: str) -> None:
        """Everybody hears in time what is stored, and as it is told to those who ask for it at once."""
        told = await self._told_at_once(game)
        assert [event["number"] for event in told] == list(range(1, len(told) + 1))
        for listener in self.listeners:
            if listener.is_about(game):
                heard = listener.heard[game]
                await until_async(lambda heard=heard: len(heard) >= len(told), PATIENCE)  # type: ignore[misc]
                # Bots may have gone on meanwhile.
                assert heard[: len(told)] == told
        stored = self._store.game(game)
        stored.check()
        answered = [(key, action) for player in self.players for key, action in player.answered.items()]
        assert stored.by_key() == {(seat, key): action for (at, seat, key), action in answered if at == game}

    async def _told_at_once(self, game: str) -> list[Message]:
        events: list[Message] = []
        more = True
        while more:
            path = f"tables/{game}/events?after={len(events)}&limit={EVENTS_AT_ONCE}"
            told = await self._tokens[0].insist("GET", path)
            events, more = events + told["events"], told["more"]
        return events
