"""Every page of the site and how a newcomer gets there; each is checked in every look, and photographed."""

from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, expect

from games.rules import GAMES
from tests.browser.server import Server
from tests.browser.table import Player, invitation_link, open_table, with_bots

Way = Callable[[Page, Server], None]

CARDS = {
    "high-society": ("possession-5", "theft", "scandal", "title-1", "title-2", "title-3"),
    "high-society-paris": ("luxury-5", "faux-pas", "scandale", "prestige-1", "prestige-2", "prestige-3"),
    "high-society-simplified": ("value-5", "", "double-4", "double-1", "double-2", "double-3"),
}
"""Of each game: a prize, the theft, and the four cards that end it."""
WITH_MISFORTUNES = ("high-society", "high-society-paris")


def at(path: str) -> Way:
    def go(page: Page, server: Server) -> None:
        page.goto(path)

    return go


def as_guest_at(path: str) -> Way:
    def go(page: Page, server: Server) -> None:
        page.goto(f"/accounts/login/?next={path}")
        page.get_by_role("button", name="come in as a guest").click()
        page.wait_for_url(f"**{path}")

    return go


def waiting_room(page: Page, server: Server) -> None:
    open_table(page, size=4, bots=1)


def closed_table(page: Page, server: Server) -> None:
    open_table(page)
    page.get_by_text("Close this table").click()
    page.get_by_role("button", name="Yes, close it").click()
    expect(page.get_by_text("This table is closed.")).to_be_visible()


def invitation(page: Page, server: Server) -> None:
    """As those see it who were sent the link."""
    open_table(page)
    link = invitation_link(page)
    page.context.clear_cookies()
    page.goto(link)


def lobby(page: Page, server: Server) -> None:
    """With a table that waits and one that is running."""
    open_table(page, public=True)
    with_bots(page, access="public")
    page.goto("/")


def my_games(page: Page, server: Server) -> None:
    open_table(page)
    with_bots(page)
    page.goto("/my-games/")


def my_turn(slug: str, **wishes: Any) -> Way:
    def go(page: Page, server: Server) -> None:
        server.deal(slug, CARDS[slug][0])
        with_bots(page, slug=slug, **wishes).is_asked()

    return go


def misfortune(slug: str) -> Way:
    def go(page: Page, server: Server) -> None:
        server.deal(slug, CARDS[slug][2])
        with_bots(page, slug).is_asked()

    return go


def theft(slug: str) -> Way:
    """Buy something, at any price, and pass at once when the theft is turned up."""

    def go(page: Page, server: Server) -> None:
        server.deal(slug, *CARDS[slug][:2])
        player = with_bots(page, slug)
        player.is_asked()
        player.bid_all()
        page.locator("#private[data-my-turn][data-auction='2']").wait_for()
        player.pass_()
        expect(page.locator("button[name=discard]")).to_be_visible()

    return go


def finished(slug: str) -> Way:
    def go(page: Page, server: Server) -> None:
        play_to_the_end(page, server, slug)
        page.get_by_role("button", name="Show all").click()

    return go


def ceremony(page: Page, server: Server) -> None:
    """Its first step."""
    play_to_the_end(page, server, "high-society")


def play_to_the_end(page: Page, server: Server, slug: str) -> None:
    server.deal(slug, CARDS[slug][0], *CARDS[slug][2:])
    player = with_bots(page, slug)
    while not is_over(player):
        number = player.number
        player.pass_()
        expect(player.table).not_to_have_attribute("data-number", str(number))


def is_over(player: Player) -> bool:
    """Wait until one is asked, or not any more."""
    over = player.page.locator("#public[data-mode=over]")
    expect(player.page.locator("#private[data-my-turn]").or_(over)).to_be_visible()
    return over.count() > 0


def story(page: Page, server: Server) -> None:
    play_to_the_end(page, server, "high-society")
    page.get_by_role("link", name="The whole story").click()


def profile(page: Page, server: Server) -> None:
    """Of somebody who has played."""
    play_to_the_end(page, server, "high-society")
    page.locator("details.menu summary").click()
    page.get_by_role("link", name="My page").click()


PAGES: dict[str, Way] = {
    "home": at("/"),
    "lobby": lobby,
    **{f"rules-{game.slug}": at(f"/rules/{game.slug}/") for game in GAMES},
    "new-table": at("/tables/new/"),
    "waiting-room": waiting_room,
    "closed-table": closed_table,
    "invitation": invitation,
    **{f"my-turn-{slug}": my_turn(slug) for slug in CARDS},
    "closed-purses": my_turn("high-society", open_purses=""),
    "clock": my_turn("high-society", clock="120"),
    **{f"misfortune-{slug}": misfortune(slug) for slug in WITH_MISFORTUNES},
    **{f"theft-{slug}": theft(slug) for slug in WITH_MISFORTUNES},
    "ceremony": ceremony,
    "finished": finished("high-society-simplified"),
    "story": story,
    "profile": profile,
    "my-games": my_games,
    "no-games": as_guest_at("/my-games/"),
    "login": at("/accounts/login/"),
    "signup": at("/accounts/signup/"),
    "password-reset": at("/accounts/password/reset/"),
    "logout": as_guest_at("/accounts/logout/"),
    "settings": as_guest_at("/accounts/settings/"),
    "claim": as_guest_at("/accounts/claim/"),
    "delete": as_guest_at("/accounts/delete/"),
}
