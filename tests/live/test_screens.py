"""Whatever happens to the frames on their way, what a page shows is what it would be shown anew."""

import json
import re
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from random import Random
from typing import Any
from urllib.parse import urlencode

import pytest
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator
from django.contrib.auth.models import AnonymousUser
from django.test import Client

from accounts.models import User
from games.live import poller, table
from games.live.routing import websocket_urlpatterns
from games.models import Game
from games.queries.positions import position_of
from games.rules import find_rules
from games.services.table import chat, seats
from hsweb.http.origins import OWN_ORIGIN
from hsweb.sessions import SessionStore
from tests.live.test_sockets import in_database
from tests.support.action_forms import form_of
from tests.support.rules.each_game import every_game
from tests.support.screen import Part, Reader, Screen, head_of
from tests.support.tables import do, fresh, person, running_table

pytestmark = pytest.mark.django_db(transaction=True)

ACTIONS = 45
TOKEN = re.compile(r'<input type="hidden" name="csrfmiddlewaretoken" value="[^"]*">')
NEVER_THE_SAME = {"chat-key"}
"""Each page has another."""


class Tab:
    """A page at a table, and the line on which it hears of it; some of what comes is lost, late, or comes twice."""

    def __init__(self, game: Game, user: User | None, line: Any, client: Client, chance: Random) -> None:
        self.game, self.user, self.line, self.client, self.chance = game, user, line, client, chance
        self.screen = Screen()
        self.told = -1
        """To which version everything leads that was sent."""
        self.late: list[str] = []
        """What is still under way."""

    async def follow(self, *words: str, version: int = -1) -> None:
        """Until all was sent that leads to this version, and all of these words."""
        missing = set(words)
        while self.told < version or missing:
            text = await self.hear()
            missing -= {word for word in missing if word in text}
            await self.bring(text)

    async def hear(self) -> str:
        text: str = await self.line.receive_from(timeout=20)
        self.told = max(self.told, head_of(text).get("to", -1))
        return text

    async def bring(self, text: str) -> None:
        fate = self.chance.random()
        if fate < 0.1:
            return
        if fate < 0.25:
            self.late.append(text)
            return
        brought = [text, *([text] if fate < 0.4 else ()), *self.late]
        self.late = []
        for frame in brought:
            await self.show(frame)

    async def show(self, frame: str) -> None:
        while self.screen.show(frame).get("misfits"):
            frame = await self.everything()

    async def everything(self) -> str:
        """What a page is told that asks for it."""
        await self.line.send_to(json.dumps({"again": True}))
        while "from" in (head := head_of(frame := await self.hear())) or "to" not in head:
            pass
        return frame

    async def post(self, form: str, fields: dict[str, Any]) -> None:
        """Send a form; its answer may come before what is sent on the line, or after it."""
        answer = await in_database(
            self.client.post,
            f"/tables/{self.game.id}/{form}/",
            fields,
            headers={"HX-Request": "true", "X-Shown": str(self.screen.version)},
        )
        assert answer.status_code == 200, answer.content.decode()
        (self.late.append if self.chance.random() < 0.5 else self.screen.show)(answer.content.decode())

    async def catch_up(self) -> None:
        """Let everything arrive that is under way, and make good what was lost."""
        for frame in self.late:
            await self.show(frame)
        self.late = []
        self.screen.show(await self.everything())

    async def shows_what_is_there(self) -> None:
        html = (await in_database(self.client.get, f"/tables/{self.game.id}/")).content.decode()
        assert stamped(self.screen.parts) == stamped(Reader(TOKEN.sub("", html)).parts)


def stamped(parts: dict[str, Part]) -> dict[str, Part]:
    """The parts of the table and what is beside it."""
    return {name: part for name, part in parts.items() if any(part.stamp) and name not in NEVER_THE_SAME}


@asynccontextmanager
async def open_tab(game: Game, user: User | None, chance: Random) -> AsyncIterator[Tab]:
    client = Client()
    if user is not None:
        await in_database(client.force_login, user)
    key = client.cookies["sessionid"].value if user is not None else None
    scope = {"user": user or AnonymousUser(), "session": SessionStore(key), OWN_ORIGIN: True}
    router: Any = URLRouter(websocket_urlpatterns)

    async def routed(given: Any, receive: Any, send: Any) -> Any:
        return await router({**given, **scope}, receive, send)

    line: Any = WebsocketCommunicator(routed, f"/ws/tables/{game.id}/?lang=en")
    assert (await line.connect(timeout=20))[0]
    tab = Tab(game, user, line, client, chance)
    try:
        await tab.show(await tab.hear())
        yield tab
    finally:
        await line.disconnect(timeout=20)


def next_action(game: Game, chance: Random) -> tuple[int, dict[str, Any]]:
    """Who is to act, and something that they may do: mostly little, so that a game goes on for a while."""
    rules = find_rules(game.slug)
    assert game.turn is not None
    legal = rules.legal_actions(position_of(game).state, game.turn)
    written = [rules.action_to_json(action) for action in legal[:: max(1, len(legal) // 12)]]
    return game.turn, chance.choice(written[: 1 + len(written) // 2])


async def play_somehow(game: Game, tabs: list[Tab], chance: Random) -> None:
    """One move by whoever is to act: by somebody elsewhere, by form, or on the line."""
    number, action = await in_database(next_action, game, chance)
    tab = tabs[number]
    now = await in_database(fresh, game)
    fields = {"version": now.turn_version, "key": str(now.turn_version), **form_of(action)}
    how = chance.choice((None, tab.post, tab.line.send_to))
    if how is None:
        await in_database(do, game, tab.user, action)
    elif how == tab.post:
        await tab.post("act", fields)
    else:
        await tab.line.send_to(json.dumps({"act": urlencode(fields, doseq=True)}))
        await tab.follow(version=now.version + 1)


async def happen_beside(game: Game, tabs: list[Tab], chance: Random) -> None:
    """What is no move: somebody says something, goes away, or comes back."""
    tab = chance.choice(tabs[:2])
    what = chance.choice((say, go_and_come_back))
    await what(game, tab, tabs, chance)


async def say(game: Game, tab: Tab, tabs: list[Tab], chance: Random) -> None:
    words = f"words {chance.randrange(10**9)}"
    await in_database(chat.say, user=tab.user, game_id=game.id, text=words, key=words.replace(" ", "-"))
    for reader in tabs:
        await reader.follow(words)


async def go_and_come_back(game: Game, tab: Tab, tabs: list[Tab], chance: Random) -> None:
    left = await in_database(seats.leave, user=tab.user, game_id=game.id)
    await tab.follow(version=left.version)
    await tab.post("come-back", {})
    for reader in tabs:
        await reader.follow(version=left.version + 1)


@every_game
async def test_page_shows_what_a_fresh_one_would(transactional_db, monkeypatch, settings, game):
    monkeypatch.setattr(table, "TELL_AGAIN_AFTER", 0)
    settings.ACTIONS_PER_MINUTE = 10_000
    chance = Random(f"screens of {game.slug}")
    people = [await in_database(person, name) for name in ("Alice", "Bob", "Charlie")]
    played = await in_database(running_table, *people, slug=game.slug, public=True)
    async with AsyncExitStack() as stack:
        tabs = [await stack.enter_async_context(open_tab(played, user, chance)) for user in (*people, None)]
        await poller.of_this_loop().poll()
        compared = 0
        for _ in range(ACTIONS):
            if (now := await in_database(fresh, played)).status != Game.Status.RUNNING:
                break
            if chance.random() < 0.1:
                await happen_beside(played, tabs, chance)
            await play_somehow(now, tabs, chance)
            now = await in_database(fresh, played)
            for tab in tabs:
                await tab.follow(version=now.version)
            up_to_date = [tab for tab in tabs if tab.screen.version == now.version and not tab.late]
            if up_to_date:
                await chance.choice(up_to_date).shows_what_is_there()
                compared += 1
        for tab in tabs:
            await tab.catch_up()
            await tab.shows_what_is_there()
        assert compared > ACTIONS / 2
