"""Every page of the site, on a few journeys that lead from one to the next.

A journey goes there with a browser and names each page it stands before, so that it can be looked at or photographed.
"""

from collections.abc import Callable, Iterator

from playwright.sync_api import Page, expect

from games.rules import GAMES
from tests.support.browser.accounts import become, sign_up
from tests.support.browser.server import Server
from tests.support.browser.table import Player, invitation_link, keep_seat, open_table, send, with_bots

Journey = Callable[[Page, Server], Iterator[str]]

CARDS = {
    "high-society": ("possession-5", "theft", "scandal", "title-1", "title-2", "title-3"),
    "high-society-paris": ("luxury-5", "faux-pas", "scandale", "prestige-1", "prestige-2", "prestige-3"),
    "high-society-simplified": ("value-5", "", "double-4", "double-1", "double-2", "double-3"),
}
"""Of each game: a prize, the theft, and the four cards that end it."""
WOLVES = ("loup-braconnier-1", "loup-braconnier-2", "loup-braconnier-3")
"""Three of a name, which has a bonus, and which the first turn's gold can pay."""
WITH_MISFORTUNES = ("high-society", "high-society-paris")


def as_stranger(page: Page, server: Server) -> Iterator[str]:
    yield from visited(page, {"home": "/", "new-table": "/tables/new/"})
    yield from visited(page, {f"rules-{game.slug}": f"/rules/{game.slug}/" for game in GAMES})
    accounts = {"login": "login/", "signup": "signup/", "password-reset": "password/reset/"}
    yield from visited(page, {name: f"/accounts/{path}" for name, path in accounts.items()})


def as_guest(page: Page, server: Server) -> Iterator[str]:
    page.goto("/accounts/login/?next=/my-games/")
    page.get_by_role("button", name="come in as a guest").click()
    page.wait_for_url("**/my-games/")
    yield "no-games"
    yield from visited(
        page,
        {name: f"/accounts/{name}/" for name in ("settings", "reach", "rest", "claim", "delete", "logout", "tokens")},
    )
    page.get_by_label("Name").fill("A bot of my own")
    page.get_by_role("button", name="Make the token").click()
    page.get_by_label("Your new token").wait_for()
    yield "new-token"


def in_waiting_rooms(page: Page, server: Server) -> Iterator[str]:
    open_table(page, size=4, bots=1, public=True)
    waiting_room, link = page.url, invitation_link(page)
    yield "waiting-room"
    keep_seat(page, "Zoe")
    yield "waiting-room-with-a-kept-seat"
    with_bots(page, access="public")
    yield from visited(page, {"lobby": "/", "my-games": "/my-games/"})
    page.goto(waiting_room)
    page.get_by_text("Close this table").click()
    page.get_by_role("button", name="Yes, close it").click()
    expect(page.get_by_text("This table is closed.")).to_be_visible()
    yield "closed-table"
    page.goto(link)
    yield "invitation-to-nothing"


def as_somebody_invited(page: Page, server: Server) -> Iterator[str]:
    open_table(page)
    links = {"invitation": invitation_link(page), "invitation-to-a-kept-seat": keep_seat(page, "Zoe")}
    page.context.clear_cookies()
    yield from visited(page, links)


def at_a_table(slug: str) -> Journey:
    """Buy something, at any price, and pass at once when the theft is turned up."""

    def go(page: Page, server: Server) -> Iterator[str]:
        server.deal(slug, *filter(None, CARDS[slug][:2]))
        player = with_bots(page, slug)
        player.is_asked()
        yield f"my-turn-{slug}"
        if slug in WITH_MISFORTUNES:
            player.bid_all()
            page.locator("#private[data-my-turn][data-stage='2']").wait_for()
            yield f"misfortune-{slug}"
            player.pass_()
            expect(page.locator("button[name=discard]")).to_be_visible()
            yield f"theft-{slug}"

    return go


def at_the_market(page: Page, server: Server) -> Iterator[str]:
    """In French: with three of a name in hand, after laying them as one, and with an order in the making."""
    page.goto("/")
    page.get_by_role("button", name="Français").click()
    page.locator("html[lang=fr]").wait_for()
    server.deal("cartes-societe", *WOLVES)
    player = with_bots(page, "cartes-societe", bots=3)
    for _ in WOLVES:
        do_first(player, "buy")
    yield "after-buy-cartes-societe"
    do_first(player, "evolve")
    do_first(player, "play")
    yield "after-play-cartes-societe"
    page.locator("#orders summary").click()
    page.locator("#health summary").click()
    yield "health-cartes-societe"


def do_first(player: Player, kind: str) -> None:
    number = player.number
    player.page.locator(f"#composer button[name={kind}]:enabled").first.click()
    player.sees(number + 1)


def at_other_tables(page: Page, server: Server) -> Iterator[str]:
    server.deal("high-society", CARDS["high-society"][0])
    with_bots(page, clock="120", open_purses="").is_asked()
    yield "clock-and-closed-purses"


def after_the_end(page: Page, server: Server) -> Iterator[str]:
    """From the first step of the ceremony on."""
    play_to_the_end(page, server, "high-society")
    yield "ceremony"
    page.get_by_role("button", name="Show all").click()
    yield "finished"
    page.get_by_role("link", name="The whole story").click()
    yield "story"
    page.go_back()
    page.get_by_role("link", name="Replay").click()
    yield "replay"
    yield from visited(page, {"uploads": "/my-games/uploads/"})
    page.locator("details.menu summary").click()
    page.get_by_role("link", name="My page").click()
    yield "profile"


def with_the_same_deck(page: Page, server: Server) -> Iterator[str]:
    """Two tables of bots play a deal: before, in between, and side by side in the end."""
    page.goto("/deals/")
    page.get_by_role("button", name="Make a sealed deal").click()
    for name in ("deal-sealed", "deal-half", "deal-open"):
        page.get_by_role("heading", name="The tables").wait_for()
        yield name
        if name != "deal-open":
            page.get_by_role("button", name="Let bots play it among themselves").click()
            page.get_by_role("heading", name="Table 1" if name == "deal-sealed" else "Table 2").wait_for()
    yield from visited(page, {"deals": "/deals/"})


def among_friends(page: Page, server: Server) -> Iterator[str]:
    """Ana has a friend who waits at a table, is asked by one, has asked one and has blocked one."""
    ana = sign_up(page, "Ana")
    yield from visited(page, {"no-friends": "/friends/", "no-past": f"/players/{ana}/games/"})
    names = ("Ben", "Cleo", "Dora", "Eve")
    page.context.clear_cookies()
    ben, cleo, dora, eve = (sign_up_alone(page, name) for name in names)
    become(page, ana)
    for what, whom in (("ask", ben), ("ask", dora), ("block", eve)):
        send(page, f"/friends/{what}/", {"username": whom}, form_at="/friends/")
    become(page, cleo)
    send(page, "/friends/ask/", {"username": ana}, form_at="/friends/")
    become(page, ben)
    send(page, "/friends/agree/", {"username": ana}, form_at="/friends/")
    open_table(page, public=True)
    become(page, ana)
    players = {"friend": ben, "somebody-who-asks": cleo, "somebody-blocked": eve}
    yield from visited(page, {"friends": "/friends/"} | {name: f"/players/{who}/" for name, who in players.items()})
    open_table(page)
    yield "friends-to-invite"
    play_to_the_end(page, server, "high-society")
    past = f"/players/{ana}/games/"
    yield from visited(page, {"past": past, "nothing-past": f"{past}?against={ben}&period=month"})


def sign_up_alone(page: Page, name: str) -> str:
    username = sign_up(page, name)
    page.context.clear_cookies()
    return username


def with_a_rating(page: Page, server: Server) -> Iterator[str]:
    """Somebody with an account, after a game that counts."""
    yield from visited(page, {"leaderboard-of-others": "/leaderboard/high-society-paris/"})
    marquise = sign_up(page, "Marquise")
    play_to_the_end(page, server, "high-society", rated="on", bot="mixed")
    page.get_by_role("button", name="Show all").click()
    yield "finished-and-rated"
    yield from visited(
        page, {"leaderboard": "/leaderboard/high-society/", "profile-with-rating": f"/players/{marquise}/"}
    )


def visited(page: Page, addresses: dict[str, str]) -> Iterator[str]:
    for name, path in addresses.items():
        page.goto(path)
        yield name


def play_to_the_end(page: Page, server: Server, slug: str, **wishes: str) -> None:
    server.deal(slug, CARDS[slug][0], *CARDS[slug][2:])
    player = with_bots(page, slug, bots=2, **wishes)
    while not is_over(player):
        number = player.number
        player.pass_()
        expect(player.table).not_to_have_attribute("data-number", str(number))


def is_over(player: Player) -> bool:
    """Wait until one is asked, or not any more."""
    over = player.page.locator("#public[data-mode=over]")
    expect(player.page.locator("#private[data-my-turn]").or_(over)).to_be_visible()
    return over.count() > 0


JOURNEYS: dict[str, Journey] = {
    "stranger": as_stranger,
    "guest": as_guest,
    "waiting-rooms": in_waiting_rooms,
    "invited": as_somebody_invited,
    **{slug: at_a_table(slug) for slug in CARDS},
    "cartes-societe": at_the_market,
    "other-tables": at_other_tables,
    "end": after_the_end,
    "same-deck": with_the_same_deck,
    "friends": among_friends,
    "ratings": with_a_rating,
}
