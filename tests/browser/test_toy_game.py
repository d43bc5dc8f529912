"""A toy game, added by the steps of the guide, is opened, joined, played, looked at again and listed like any other."""

import pytest
from playwright.sync_api import Page, expect

from tests.support.browser.looks import axe_check
from tests.support.browser.server import Server
from tests.support.browser.table import Player, Table, invitation_link, join, seat, start
from tests.toy_game.site import SLUG, build

OPTION = "The last match burns"


@pytest.fixture(scope="module")
def running_server(tmp_path_factory, static_files):
    """The real server of a site that has this game, too."""
    server = Server(tmp_path_factory.mktemp("toy-site"), static_files)
    server.root = build(tmp_path_factory.mktemp("toy-code"))
    server.start()
    yield server
    server.stop()


def open_table(page: Page) -> None:
    """With the option as it is not usual; it is there for this game, and for no other."""
    page.goto("/tables/new/")
    option, of_others = page.get_by_label(OPTION), page.get_by_label("Open purses")
    expect(of_others).to_be_visible()
    expect(option).to_be_hidden()
    page.locator(f"input[name=game][value='{SLUG}']").check()
    expect(of_others).to_be_hidden()
    expect(option).not_to_be_checked()
    option.check()
    page.get_by_label("Seats").fill("3")
    page.get_by_label("Pace of the bots").select_option("quick")
    page.get_by_label("Everybody: the table is listed").check()
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("button", name="Start the game").wait_for()


def test_two_people_and_a_bot_play_as_a_table_has_chosen(new_person):
    host, guest = new_person(), new_person()
    open_table(host.page)
    expect(host.page.locator("#room-title")).to_have_text("Matches")
    expect(host.page.locator(".room-options")).to_contain_text("the last match burns")
    expect(host.page.locator("#room-notes")).to_contain_text("Here you do not want the last match")
    guest.page.goto("/")
    expect(guest.page.locator("#public-tables .row-facts")).to_contain_text("Matches · no clock · the last match burns")
    join(guest, invitation_link(host.page), "Berta")
    host.page.get_by_role("button", name="Add a bot").click()
    expect(guest.page.locator(".place.is-bot")).to_have_count(1)
    start(host.page)
    guest.page.locator("#public[data-number]").wait_for()
    table = Table([Player(host.page), Player(guest.page)])
    while not is_over(table):
        take(table, 1)
    for player in table.players:
        expect(player.table.locator(".result[data-out]")).to_have_count(1)
        expect(player.table.locator(".result[data-out] .state")).to_have_text("burnt fingers")
        expect(player.log).to_contain_text("Berta takes 1.")
        expect(player.log).to_contain_text("win together.")


def is_over(table: Table) -> bool:
    """Once the bot has played, and both have seen it."""
    first, second = table.players
    (bots_seat,) = {0, 1, 2} - {first.seat, second.seat}
    expect(first.table).not_to_have_attribute("data-turn", str(bots_seat))
    second.sees(first.number)
    return first.table.get_attribute("data-mode") == "over"


def take(table: Table, matches: int) -> None:
    """Let whoever is to act do so, and wait until all have seen that something was done."""
    number = table.acting.number
    table.acting.page.locator(f"#composer button[name=take][value='{matches}']").click()
    for player in table.players:
        expect(player.table).not_to_have_attribute("data-number", str(number))


def test_an_end_of_its_own_is_told_in_its_own_words(new_person):
    table = seat([new_person(), new_person()], slug=SLUG)
    expect(table.acting.page.locator("#orders")).to_be_hidden()
    axe_check(table.acting.page)
    for matches in (2, 0):
        take(table, matches)
    for player in table.players:
        player.page.get_by_role("button", name="Show all").click()
        expect(player.table.get_by_role("heading", name="Nobody wins")).to_be_visible()
        expect(player.table.locator(".act-winner p[data-say]")).to_have_text("The heap went up in flames.")
        expect(player.table.locator(".result[data-out]")).to_have_count(2)
        expect(player.log).to_contain_text("strikes a match.")
    page = table.players[0].page
    axe_check(page)
    looks_back(page, table.id)
    page.goto("/my-games/")
    expect(page.locator("main")).to_contain_text("Nobody won: the heap went up in flames")


def looks_back(page: Page, table_id: str) -> None:
    """Move by move, in French, and at the rules."""
    page.goto(f"/tables/{table_id}/replay/1/")
    expect(page.locator("#heap strong")).to_have_text("7")
    expect(page.locator(".replay-charts")).to_be_hidden()
    page.context.set_extra_http_headers({"Accept-Language": "fr"})
    page.reload()
    expect(page.locator("html")).to_have_attribute("lang", "fr")
    expect(page.locator("#heap strong")).to_have_text("7")
    page.goto(f"/tables/{table_id}/")
    expect(page.locator("#ceremony .act-winner p[data-say]")).to_have_text("The heap went up in flames.")
    page.context.set_extra_http_headers({"Accept-Language": "en"})
    page.goto(f"/rules/{SLUG}/")
    expect(page.get_by_role("heading", name="If the last match burns")).to_be_visible()
