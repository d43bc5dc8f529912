"""Every page of the site and how a newcomer gets there; each is checked in every look, and photographed."""

from collections.abc import Callable

from playwright.sync_api import Page

from games.rules import GAMES


def at(path: str) -> Callable[[Page], None]:
    def go(page: Page) -> None:
        page.goto(path)

    return go


PAGES: dict[str, Callable[[Page], None]] = {
    "home": at("/"),
    **{f"rules-{game.slug}": at(f"/rules/{game.slug}/") for game in GAMES},
}
