"""One person at one table: a tab that plays, insisting on an answer to everything, and a socket that looks on."""

import asyncio
import re
from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import Random
from typing import Any, NamedTuple

from games.consumers import NOT_HERE
from tests.forms import form_of
from tests.wire import Answer, Person, Socket

NOBODY_THERE = (ConnectionError, TimeoutError)
"""What is seen of a server that is gone."""
PAUSE = 0.05
SECONDS_FOR_A_FRAME = 20
"""A socket says something every few seconds, if only that the line is alive."""
PASS = {"kind": "pass"}


class Form(NamedTuple):
    """One decision of one seat, and the key under which it is sent until it is answered."""

    seat: int
    key: str
    action: Any


class Player:
    def __init__(self, person: Person, game_id: str, seed: str) -> None:
        self.acknowledged: list[Form] = []
        self.refused: list[Form] = []
        self.sent_again = self.connected_again = 0
        self.seen = ""
        """The public part of the table, as the socket last told it."""
        self._own = ""
        """What this person alone is shown, as the socket or an answer last told it."""
        self._tab, self._game_id, self._random = person.tab(), game_id, Random(seed)
        self._news = asyncio.Event()

    async def play(self, enough: asyncio.Event) -> None:
        """Play whenever it is this person's turn, until the game is over or it is enough."""
        while not enough.is_set() and 'class="fate"' not in self._own:
            self._news.clear()
            if "data-my-turn" in self._own:
                await self._decide()
            else:
                with suppress(TimeoutError):
                    async with asyncio.timeout(1):
                        await self._news.wait()

    async def watch(self) -> None:
        """Follow the table until cancelled; whenever the line breaks, connect again."""
        while True:
            with suppress(*NOBODY_THERE):
                await self._follow(await self.socket())
            self.connected_again += 1
            await asyncio.sleep(PAUSE)

    async def _follow(self, socket: Socket) -> None:
        try:
            while True:
                self._look(await socket.receive(SECONDS_FOR_A_FRAME))
        finally:
            await socket.close()
            assert socket.closing_code != NOT_HERE, "a player was sent away"

    async def page(self) -> str:
        answer = await self._insist(lambda: self._tab.get(f"/tables/{self._game_id}/"))
        assert answer.status == 200, answer
        return answer.text

    async def socket(self) -> Socket:
        return await self._tab.socket(f"/ws/tables/{self._game_id}/")

    def leave(self) -> None:
        self._tab.close()

    def _look(self, html: str) -> None:
        self.seen = part(html, "public") or self.seen
        self._own = part(html, "private") or self._own
        self._news.set()

    async def _decide(self) -> None:
        """What is refused by the rules is followed by a pass, which never is."""
        if await self._play(self._choice()) == 422:
            await self._play(PASS)

    async def _play(self, action: Any) -> int:
        """Send one form until it is answered, and look at the table in the answer."""
        form = Form(int(told(self._own, "data-seat")), f"{self._random.getrandbits(64):x}", action)
        fields = {"version": told(self._own, "data-version"), "key": form.key, **form_of(action)}
        answer = await self._insist(lambda: self._tab.post(f"/tables/{self._game_id}/act/", fields))
        assert answer.status in (200, 409, 422), answer
        (self.acknowledged if answer.status == 200 else self.refused).append(form)
        self._look(answer.text)
        return answer.status

    def _choice(self) -> Any:
        discards, notes = values(self._own, "discard"), values(self._own, "cards")
        if discards:
            return {"kind": "discard_possession", "value": self._random.choice(discards)}
        if notes and self._random.random() < 0.6:
            return {"kind": "bid", "cards": [self._random.choice(notes)]}
        return PASS

    async def _insist(self, ask: Callable[[], Awaitable[Answer]]) -> Answer:
        while True:
            try:
                return await ask()
            except NOBODY_THERE:
                self.sent_again += 1
                await asyncio.sleep(PAUSE)


def values(html: str, name: str) -> list[int]:
    return [int(value) for value in re.findall(f'name="{name}" value="([0-9]+)"', html)]


def told(html: str, name: str) -> str:
    """What the first attribute of that name says."""
    return html.split(f'{name}="')[1].split('"')[0]


def part(html: str, name: str) -> str:
    """The section of that name with all that is in it, or nothing if it is not told here."""
    begin, depth = html.find(f'<section id="{name}"'), 0
    for tag in re.finditer("<(/?)section", html[begin:] if begin >= 0 else ""):
        depth += -1 if tag[1] else 1
        if not depth:
            return html[begin : begin + tag.end()]
    return ""
