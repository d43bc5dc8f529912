"""Every page of the site and how a newcomer gets there; each is checked in every look, and photographed."""

from collections.abc import Callable

from playwright.sync_api import Page

from games.rules import GAMES


def at(path: str) -> Callable[[Page], None]:
    def go(page: Page) -> None:
        page.goto(path)

    return go


def as_guest_at(path: str) -> Callable[[Page], None]:
    def go(page: Page) -> None:
        page.goto(f"/accounts/login/?next={path}")
        page.get_by_role("button", name="come in as a guest").click()
        page.wait_for_url(f"**{path}")

    return go


PAGES: dict[str, Callable[[Page], None]] = {
    "home": at("/"),
    **{f"rules-{game.slug}": at(f"/rules/{game.slug}/") for game in GAMES},
    "login": at("/accounts/login/"),
    "signup": at("/accounts/signup/"),
    "password-reset": at("/accounts/password/reset/"),
    "settings": as_guest_at("/accounts/settings/"),
    "claim": as_guest_at("/accounts/claim/"),
    "delete": as_guest_at("/accounts/delete/"),
}
