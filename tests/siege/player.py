"""One person at one table: a page whose line is open most of the time, and which insists on an answer to everything.

Like the page itself it plays on its line if that is open. If no answer comes, it posts the form with the same key; or
it asks, as soon as there is a line again, whether that was played, and believes what it is told.
"""

import asyncio
import json
import re
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from random import Random
from typing import Any, NamedTuple
from urllib.parse import urlencode

from games.live.consumers import NOT_HERE
from tests.support.action_forms import action_of, form_of
from tests.support.screen import Screen
from tests.support.wire import Answer, Person, Socket

NOBODY_THERE = (ConnectionError, TimeoutError)
"""What is seen of a server that is gone."""
PAUSE = 0.05
REST = 10.0
SECONDS_FOR_A_FRAME = 20
"""A socket says something every few seconds, if only that the line is alive."""
PATIENCE = 3
"""Seconds until a form that was sent on the line is posted, or asked about."""
PASS, END_TURN = {"kind": "pass"}, {"kind": "end_turn"}
BUTTON = re.compile(r'<button[^>]* name="(discard|buy|play|evolve)" value="([\w-]+)"(?! disabled)')

HIDDEN = re.compile(r'<input type="hidden" name="(version|key)" value="(\w+)">')

PLAYED, REFUSED, SETTLED = "played", "refused", "settled"
"""What comes of a form. One that is settled was not played, and will not be."""


class Form(NamedTuple):
    """One decision of one seat, and the key under which it is sent until it is answered."""

    seat: int
    key: str
    action: Any


class Player:
    def __init__(self, person: Person, game_id: str, seed: str) -> None:
        self.told: dict[str, list[Form]] = {PLAYED: [], REFUSED: [], SETTLED: []}
        self.sent_again = self.connected_again = self.on_line = self.doubts = 0
        self._tab, self._game_id, self._random = person.tab(), game_id, Random(seed)
        self._screen, self._line = Screen(), None  # type: tuple[Screen, Socket | None]
        self._answers: dict[str, asyncio.Future[dict[str, Any]]] = {}
        """By key, what is waited for; it is empty if the line is lost before."""
        self._news = asyncio.Event()

    @property
    def seen(self) -> str:
        """The public part of the table, as it was put together from what came."""
        return self._screen.whole("public")

    @property
    def _own(self) -> str:
        return self._screen.whole("private")

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
        self._line = socket
        self._screen.begin_line()
        try:
            while True:
                await self._look(await socket.receive(SECONDS_FOR_A_FRAME))
        finally:
            self._line = None
            for answer in self._answers.values():
                if not answer.done():
                    answer.set_result({})
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

    async def _look(self, frame: str) -> None:
        head = self._screen.show(frame)
        for told in (head.get("answer"), head.get("doubt")):
            if told and (waiting := self._answers.get(told["key"])) and not waiting.done():
                waiting.set_result(told)
        if head.get("misfits") and self._line is not None:
            await self._line.send(json.dumps({"again": True}))
        self._news.set()

    async def _decide(self) -> None:
        """What is refused by the rules is followed by the least that can be done, which never is."""
        if await self._play(self._choice()) == REFUSED and self._least is not None:
            await self._play(self._least)

    async def _play(self, action: Any) -> str:
        """Send one form until it is known what came of it."""
        own = self._own
        hidden = dict(HIDDEN.findall(own))
        form = Form(int(told(own, "data-seat")), hidden["key"], action)
        fields = {**hidden, **form_of(action)}
        came = await self._send_on_line(form.key, fields) if self._random.random() < 0.8 else ""
        if not came:
            came = await (self._settle(form.key) if self._random.random() < 0.5 else self._post(fields))
        if not self.doubts or self._random.random() < 0.1:
            assert (await self._settle(form.key) == PLAYED) == (came == PLAYED), form
        self.told[came].append(form)
        return came

    async def _send_on_line(self, key: str, fields: Mapping[str, Any]) -> str:
        """What came of it, or nothing if nobody answered."""
        with suppress(*NOBODY_THERE):
            told = await self._ask(key, {"act": urlencode(fields, doseq=True)})
            self.on_line += 1
            return REFUSED if "problem" in told else PLAYED
        return ""

    async def _settle(self, key: str) -> str:
        while True:
            with suppress(*NOBODY_THERE):
                told = await self._ask(key, {"doubt": key})
                self.doubts += 1
                if told["played"] is not None:
                    return PLAYED if told["played"] else SETTLED
                # Whoever asks too often in a minute is told to wait, and nothing else.
                await asyncio.sleep(REST)
            self.sent_again += 1
            await asyncio.sleep(PAUSE)

    async def _ask(self, key: str, words: Mapping[str, str]) -> dict[str, Any]:
        """What is answered on the line that is open at this moment."""
        if self._line is None:
            raise ConnectionError("there is no line")
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._answers[key] = answer
        try:
            async with asyncio.timeout(PATIENCE):
                await self._line.send(json.dumps(words))
                told = await answer
        finally:
            del self._answers[key]
        if not told:
            raise ConnectionError("the line is lost")
        return told

    async def _post(self, fields: Mapping[str, Any]) -> str:
        answer = await self._insist(lambda: self._tab.post(f"/tables/{self._game_id}/act/", fields))
        assert answer.status in (200, 409, 422), answer
        await self._look(answer.text)
        return PLAYED if answer.status == 200 else REFUSED

    def _choice(self) -> Any:
        offers = [action_of(*button) for button in BUTTON.findall(self._own)]
        offers += [{"kind": "bid", "cards": [note]} for note in values(self._own, "cards")]
        least = self._least
        return self._random.choice(offers) if offers and (least is None or self._random.random() < 0.6) else least

    @property
    def _least(self) -> Any:
        """To pass or to end the turn; nothing where something has to be chosen."""
        own = self._own
        offered = (least for least in (PASS, END_TURN) if f'value="{least["kind"]}"' in own)
        return next(offered, None) if "data-my-turn" in own else None

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
    for tag in re.finditer("<(/?)section[^>]*>", html[begin:] if begin >= 0 else ""):
        depth += -1 if tag[1] else 1
        if not depth:
            return html[begin : begin + tag.end()]
    return ""
