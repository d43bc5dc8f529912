"""Whatever is lost, late or told twice on its way: an open page shows what a fresh one would."""

import json
import re
from collections.abc import Callable, Iterable
from random import Random
from typing import Any

import pytest
from playwright.sync_api import Page, WebSocketRoute

from tests.browser import test_cartes, test_whole_game
from tests.support.browser.referee import Referee
from tests.support.browser.table import Player, seat

ACTIONS = 15
FATES = ("lost", "late", "twice", "plain", "plain")
SHOWN = ("company", "public", "private", "orders", "log", "chat")
STAMPS = """
() => Object.fromEntries([...document.querySelectorAll("#stage [data-stamp]:not(#chat-key)")]
  .map((part) => [part.id, part.dataset.stamp]))
"""
FIELDS = """
() => [...document.querySelectorAll("#stage :is(input, select):not([name=csrfmiddlewaretoken], #chat-key)")]
  .map((field) => [field.name, field.value, field.checked])
"""
RESTED = """
() => new Promise((done) => {
  const look = () => document.querySelector(".moves[inert]") ? setTimeout(look, 20) : done();
  look();
})
"""


class BadLine:
    """The line of one page, on which what others do may be lost, come late or twice, as chance will have it."""

    def __init__(self, page: Page, seed: str) -> None:
        self._seed = seed
        self._end: Callable[[], None] = lambda: None
        page.route_web_socket(re.compile("/ws/"), self._open)

    def is_good(self, version: int) -> bool:
        """Whether what leads to this version arrives in time."""
        return self._fate_of(version) in ("twice", "plain")

    def cut(self) -> None:
        self._end()

    def _fate_of(self, version: int) -> str:
        return Random(f"{self._seed} {version}").choice(FATES)

    def _open(self, socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        late: list[str] = []

        def bring(frame: str | bytes) -> None:
            fate = self._fate_of_frame(str(frame))
            if fate == "late":
                late.append(str(frame))
            elif fate != "lost":
                for each in (frame, *([frame] if fate == "twice" else ()), *late):
                    socket.send(each)
                late.clear()

        def end() -> None:
            server.close()
            socket.close(code=1001)

        server.on_message(bring)
        self._end = end

    def _fate_of_frame(self, frame: str) -> str:
        head = json.loads(frame.partition("\n")[0]) if frame.strip() else {}
        is_of_others = "from" in head and head["from"] < head["to"] and "answer" not in head
        return self._fate_of(head["to"]) if is_of_others else "plain"


class Viewer:
    """One player with a bad line, and the same page opened anew whenever they are compared."""

    def __init__(self, player: Player, seed: str) -> None:
        self.player = player
        self.line = BadLine(player.page, seed)
        player.page.reload()
        self._fresh = player.another_tab().page
        self._fresh.route_web_socket(re.compile("/ws/"), lambda socket: None)
        self._fresh.goto(player.page.url)

    def compare(self) -> None:
        self._fresh.reload()
        page = self.player.page
        for shown in (STAMPS, FIELDS):
            assert page.evaluate(shown) == self._fresh.evaluate(shown)
        assert texts_of(page) == texts_of(self._fresh)


def texts_of(page: Page) -> dict[str, str]:
    return {part: " ".join(page.locator(f"#{part}").inner_text().split()) for part in SHOWN}


def auctions(referee: Referee) -> Iterable[dict[str, Any]]:
    return test_whole_game.WITH_MISFORTUNES


def combats(referee: Referee) -> Iterable[dict[str, Any]]:
    while True:
        view = referee.rules.view(referee.state, referee.turn)
        yield from test_cartes.modest(view) if referee.turn == 1 else test_cartes.eager(view)


GAMES: dict[str, tuple[int, tuple[str, ...], Callable[[Referee], Iterable[dict[str, Any]]]]] = {
    "high-society": (3, test_whole_game.CLASSIC, auctions),
    "cartes-societe": (2, test_cartes.FIRST, combats),
}


@pytest.mark.parametrize("slug", GAMES)
def test_open_page_shows_what_a_fresh_one_would(new_person, server, slug):
    size, deck, script = GAMES[slug]
    server.deal(slug, *deck)
    people = [new_person() for _ in range(size)]
    table = seat(people, slug=slug)
    referee = Referee(slug, table, deck, test_whole_game.PURSES if size == 3 else None)
    viewer = Viewer(table.players[-1], slug)
    compared = 0
    for _, action in zip(range(ACTIONS), script(referee), strict=False):
        if play(referee, action, viewer):
            viewer.compare()
            compared += 1
    assert compared > ACTIONS / 3


def play(referee: Referee, action: dict[str, Any], viewer: Viewer) -> bool:
    """Let whoever is to act do so; whether the viewer was told of it, or connects anew to be asked what to do."""
    table, seat = referee.table, referee.turn
    assert seat is not None
    mover, player = table.players[seat], viewer.player
    mover.page.evaluate(RESTED)
    mover.play(action)
    table.number += 1
    mover.sees(table.number)
    referee.state = referee.rules.play(referee.state, seat, referee.rules.action_from_json(action))
    is_told = mover is player or viewer.line.is_good(mover.version)
    if not is_told and referee.turn == player.seat:
        viewer.line.cut()
        is_told = True
    for watcher in table.players:
        if watcher is not player or is_told:
            watcher.sees(table.number)
    return is_told
