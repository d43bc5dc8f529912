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


def waiting_room(page: Page) -> None:
    page.goto("/tables/new/")
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("button", name="Start the game").wait_for()


def table_with_bots(page: Page) -> None:
    page.goto("/")
    page.get_by_role("button", name="Play now against bots").click()
    page.wait_for_url("**/tables/*/")


def invitation(page: Page) -> None:
    """As those see it who were sent the link."""
    waiting_room(page)
    link = page.get_by_label("Whoever has this link").input_value()
    page.context.clear_cookies()
    page.goto(link)


PAGES: dict[str, Callable[[Page], None]] = {
    "home": at("/"),
    **{f"rules-{game.slug}": at(f"/rules/{game.slug}/") for game in GAMES},
    "new-table": at("/tables/new/"),
    "waiting-room": waiting_room,
    "invitation": invitation,
    "table": table_with_bots,
    "my-games": as_guest_at("/my-games/"),
    "login": at("/accounts/login/"),
    "signup": at("/accounts/signup/"),
    "password-reset": at("/accounts/password/reset/"),
    "settings": as_guest_at("/accounts/settings/"),
    "claim": as_guest_at("/accounts/claim/"),
    "delete": as_guest_at("/accounts/delete/"),
}
