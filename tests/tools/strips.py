"""Strips of what moves at a table, frame by frame: how an auction ends, a misfortune, the last card, the ceremony."""

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page

from tests.support.browser.person import DESKTOP, PHONE, Person
from tests.support.browser.server import Server
from tests.support.browser.table import Player, Table, seat

REDS = ("title-1", "title-2", "scandal", "title-3")
SHEET = """
<style>body {{ display: flex; flex-wrap: wrap; gap: 6px; margin: 6px; background: #222; color: #ddd }}
figure {{ margin: 0 }} img {{ display: block; width: {width}px }}</style>{figures}
"""
NOTE = """
document.getElementById("stage").addEventListener("hsweb:coming", (event) => {
  if (event.detail.until) window.began = Date.now();
});
"""
FRAME = "<figure><img src='data:image/jpeg;base64,{picture}'><figcaption>{at:.1f} s</figcaption></figure>"


@dataclass
class Film:
    """What a page showed, and when."""

    began: float
    frames: list[tuple[float, str]] = field(default_factory=list)

    def every(self, seconds: float) -> Iterator[tuple[float, str]]:
        """The frame that was in sight at each of these moments."""
        at = 0.0
        for (shown, picture), (until, _next) in zip(self.frames, [*self.frames[1:], (time.time(), "")], strict=True):
            while self.began + at < until:
                if self.began + at >= shown:
                    yield at, picture
                at = round(at + seconds, 3)


@contextmanager
def filmed(page: Page) -> Iterator[Film]:
    session, film = page.context.new_cdp_session(page), Film(time.time())

    def keep(event: dict[str, Any]) -> None:
        film.frames.append((event["metadata"]["timestamp"], event["data"]))
        session.send("Page.screencastFrameAck", {"sessionId": event["sessionId"]})

    session.on("Page.screencastFrame", keep)
    session.send("Page.startScreencast", {"format": "jpeg", "quality": 70})
    try:
        yield film
    finally:
        session.send("Page.stopScreencast")


def draw_strip(browser: Browser, film: Film, path: Path, *, every: float, width: int) -> None:
    figures = "".join(FRAME.format(picture=picture, at=at) for at, picture in film.every(every))
    sheet = browser.new_page(viewport={"width": 1600, "height": 900})
    sheet.set_content(SHEET.format(width=width, figures=figures))
    path.parent.mkdir(parents=True, exist_ok=True)
    sheet.screenshot(path=path, full_page=True)
    sheet.close()


def film_everything(browser: Browser, server: Server, folder: Path) -> None:
    for width in (DESKTOP, PHONE):
        for name, cards in (("auction", ("possession-5", "possession-8")), ("misfortune", ("scandal", "possession-8"))):
            film_one(browser, server, folder / f"strip-{name}-{width}.png", width, cards, settle, seconds=2.4)
        film_one(browser, server, folder / f"strip-last-card-{width}.png", width, REDS, settle_the_last, seconds=3.6)
        film_one(browser, server, folder / f"strip-ceremony-{width}.png", width, REDS, end, seconds=12, every=0.6)


def film_one(
    browser: Browser,
    server: Server,
    path: Path,
    width: int,
    cards: tuple[str, ...],
    play: Callable[[Table, Player], None],
    *,
    seconds: float,
    every: float = 0.1,
) -> None:
    """As the second of three sees it, who is not asked next."""
    server.deal("high-society", *cards)
    people = [Person(browser, server.url, width=width) for _ in range(3)]
    table = seat(people)
    watcher = table.players[1]
    watcher.page.emulate_media(reduced_motion="no-preference")
    watcher.page.evaluate(NOTE)
    with filmed(watcher.page) as film:
        play(table, watcher)
        film.began = watcher.page.evaluate("began") / 1000 - 0.2
        watcher.page.wait_for_timeout(1000 * seconds)
    draw_strip(browser, film, path, every=every, width=520 if width == DESKTOP else 190)
    for person in people:
        person.context.close()
    server.shuffle()


def settle(table: Table, watcher: Player) -> None:
    """Until the last action of the auction of that card has been sent."""
    table.bid(2)
    if table.players[0].table.get_attribute("data-mode") == "misfortune":
        table.bid(3)
    else:
        table.pass_()
    pass_and_settle(table, watcher)


def pass_and_settle(table: Table, watcher: Player) -> None:
    table.acting.pass_()
    watcher.page.locator(".stage.settling").wait_for()


def settle_the_last(table: Table, watcher: Player) -> None:
    table.bid(1)
    for _ in range(4):
        table.pass_()
    watcher.page.evaluate("window.began = null")
    pass_and_settle(table, watcher)


def end(table: Table, watcher: Player) -> None:
    settle_the_last(table, watcher)
    watcher.page.locator(".ceremony.staged").wait_for()
    watcher.page.evaluate("window.began = Date.now()")
