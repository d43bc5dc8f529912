"""The hands of one player: clicks that come twice, bids made ahead, thumbs, keys, and a browser without scripts."""

import re

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from tests.support.browser.looks import fits_its_window
from tests.support.browser.person import HEIGHT, PHONE
from tests.support.browser.table import Player, Table, asked_of, open_table, seat, start, with_bots
from tests.support.waiting import until_on

SHORT = 667
FINGER = 44
"""Pixels that a finger needs."""
SEND_TWICE = """
(form) => {
  const body = new URLSearchParams(new FormData(form));
  body.set("action", "bid");
  const headers = { "HX-Request": "true", ...JSON.parse(document.body.getAttribute("hx-headers")) };
  const request = { method: "POST", body, headers };
  const send = () => fetch(form.getAttribute("action"), request).then((answer) => answer.status);
  return Promise.all([send(), send(), send()]);
}
"""


@pytest.fixture
def table(new_person, server):
    server.deal("high-society", "possession-5", "possession-8")
    return seat([new_person() for _ in range(3)])


class TestTwice:
    def test_double_click_bids_once(self, table):
        player = table.acting
        player.choose(1)
        player.bid_button.dblclick()
        played_once(table, "1,000")

    def test_double_click_passes_once(self, table):
        player = table.acting
        player.pass_button.dblclick()
        table.number = 1
        table.seen_by_all()
        table.bid(1)
        expect(player.log.locator("[data-kind=passed]")).to_have_count(1)

    def test_the_same_form_sent_at_the_same_time_bids_once(self, table):
        player = table.acting
        player.choose(1)
        assert player.page.locator("#composer").evaluate(SEND_TWICE) == [200, 200, 200]
        played_once(table, "1,000")


def played_once(table: Table, total: str) -> None:
    """The next move is the second."""
    table.number = 1
    table.seen_by_all()
    table.bid(2)
    for player in table.players:
        expect(player.log.locator("[data-kind=bid_placed]")).to_have_count(2)
        expect(player.log).to_contain_text(f"bids {total}")


class TestAhead:
    def test_a_bid_composed_ahead_of_turn_stays(self, table):
        third = table.players[2]
        third.choose(2, 3)
        table.bid(1)
        expect(third.chosen(2)).to_be_checked()
        third.is_not_asked()
        table.bid(4)
        third.is_asked()
        expect(third.chosen(2)).to_be_checked()
        expect(third.chosen(3)).to_be_checked()
        expect(third.bid_button).to_have_text("Bid 5,000")
        third.bid_button.click()
        table.number += 1
        table.seen_by_all()

    def test_what_was_composed_for_one_card_is_not_for_the_next(self, table):
        table.bid(2)
        waiting = table.players[0]
        waiting.choose(4)
        table.pass_()
        table.pass_()
        expect(waiting.table).to_contain_text("Auction 2")
        waiting.is_asked()
        expect(waiting.chosen(4)).not_to_be_checked()
        expect(waiting.bid_button).to_have_text("Bid at least 1,000")

    def test_whoever_waits_is_told_nothing_of_what_must_be_bid(self, table):
        third = table.players[2]
        expect(third.dock.locator(".must")).to_have_text("")
        third.choose(3)
        expect(third.dock.locator(".must")).to_have_text("Ready to bid 3,000")
        table.bid(3)
        expect(third.dock.locator(".must")).to_have_text("")
        expect(third.dock.locator("[data-waiting]")).to_have_text(f"Waiting for {table.players[1].name}.")
        third.note(3).click()
        table.bid(4)
        third.is_asked()
        table.bid(6)
        expect(third.dock.locator(".must")).to_have_text("You have the highest bid.")
        table.bid(8)
        expect(third.dock.locator(".must")).to_have_text("")

    def test_a_bid_that_is_too_low_by_now_waits_for_more(self, table):
        second = table.players[1]
        second.choose(2)
        table.bid(4)
        second.is_asked()
        expect(second.bid_button).to_be_disabled()
        expect(second.bid_button).to_have_text("Add at least 3,000")
        second.choose(3)
        expect(second.bid_button).to_have_text("Bid 5,000")

    def test_what_was_composed_is_not_reckoned_any_more_once_nothing_can_be_bid(self, new_person, server):
        server.deal("high-society", "possession-5", "theft")
        table = seat([new_person() for _ in range(3)])
        third = table.players[2]
        table.bid(1)
        for _ in range(2):
            table.pass_()
        reckoned = third.dock.locator(".meter")
        before = reckoned.inner_text()
        third.choose(6)
        poorest = table.players[0].name
        expect(reckoned).to_contain_text(f"You would have 5,000 less than {poorest}, the poorest.")
        table.pass_()
        expect(third.table).to_have_attribute("data-mode", "theft")
        expect(reckoned).to_have_text(before, use_inner_text=True)


class TestAnAmount:
    @pytest.fixture
    def table(self, new_person, server):
        server.deal("high-society-simplified", "value-5", "value-8")
        return seat([new_person() for _ in range(3)], slug="high-society-simplified")

    def test_of_nothing_is_a_pass_and_says_so(self, table):
        table.bid(7)
        player = table.acting
        player.amount.fill("0")
        expect(player.bid_button).to_have_text("Bid 0: pass")
        player.amount.press("Enter")
        table.number += 1
        table.seen_by_all()
        expect(player.log).to_contain_text(f"{player.name} passes")

    def test_that_is_missing_is_neither_a_bid_nor_a_pass(self, table):
        player = table.acting
        player.amount.fill("")
        expect(player.bid_button).to_be_disabled()
        expect(player.bid_button).to_have_text("Bid at least 1")
        player.amount.press("Enter")
        table.bid(1)

    def test_of_nothing_that_was_typed_ahead_of_turn_stays(self, table):
        second = table.players[1]
        second.amount.fill("0")
        expect(second.dock.locator(".must")).to_have_text("Bid 0: pass")
        table.bid(4)
        second.is_asked()
        expect(second.amount).to_have_value("0")
        second.bid_button.click()
        table.number += 1
        table.seen_by_all()

    def test_is_never_led_below_the_least_by_keys_and_buttons(self, table):
        table.bid(7)
        player = table.acting
        less, more = (player.dock.get_by_role("button", name=name, exact=True) for name in ("Less", "More"))
        player.amount.press("ArrowDown")
        less.click()
        expect(player.amount).to_have_value("8")
        player.amount.fill("0")
        more.click()
        expect(player.amount).to_have_value("8")


def test_a_whole_auction_on_a_phone(new_person, server):
    server.deal("high-society", "possession-5", "possession-8")
    phones = [new_person(width=PHONE, touch=True) for _ in range(3)]
    table = seat(phones)
    for notes in ((1,), (2,), (), (3,), ()):
        player = table.acting
        player.is_asked()
        all_within_reach(player)
        tap(player, *notes)
        table.number += 1
        table.seen_by_all()
    expect(table.players[0].table).to_contain_text("Auction 2")


def all_within_reach(player: Player) -> None:
    """The card, the highest bid and the buttons, without scrolling, on a tall phone and on a short one."""
    for height in (HEIGHT, SHORT):
        player.page.set_viewport_size({"width": PHONE, "height": height})
        player.page.evaluate("scrollTo(0, 0)")
        assert fits_its_window(player.page)
        dock = box_of(player.dock)
        for part in (player.table.locator(".lot"), player.highest):
            assert is_within(box_of(part), bottom=dock["y"]), part
        for part in (player.bid_button, player.pass_button):
            assert is_within(box_of(part), bottom=height), part
            assert box_of(part)["height"] >= FINGER


def box_of(part: Locator) -> FloatRect:
    box = part.bounding_box()
    assert box, part
    return box


def is_within(box: FloatRect, bottom: float) -> bool:
    across = box["x"] >= 0 and box["x"] + box["width"] <= PHONE
    return across and box["y"] >= 0 and box["y"] + box["height"] <= bottom


def tap(player: Player, *notes: int) -> None:
    for thousands in notes:
        player.note(thousands).tap()
    (player.bid_button if notes else player.pass_button).tap()


class TestKeyboard:
    def test_from_the_landing_page_to_a_bid_and_a_pass(self, page):
        player = Player(page)
        page.goto("/")
        tab_to(page, page.get_by_role("button", name="Play now against bots"))
        page.keyboard.press("Enter")
        player.is_asked()
        number = player.number
        tab_to(page, player.chosen(25))
        page.keyboard.press("Space")
        expect(player.chosen(25)).to_be_checked()
        tab_to(page, player.bid_button)
        page.keyboard.press("Enter")
        expect(player.log.locator(f"[data-number='{number + 1}']").first).to_contain_text(player.name)
        expect(player.page.locator("#private[data-my-turn]")).to_have_count(0)
        player.is_asked()
        number = player.number
        tab_to(page, player.pass_button)
        page.keyboard.press("Space")
        expect(player.log.locator(f"[data-number='{number + 1}']").last).to_contain_text(f"{player.name} passes")

    def test_focus_survives_what_the_others_do(self, table):
        third = table.players[2]
        tab_to(third.page, third.chosen(6))
        table.bid(1)
        table.bid(2)
        third.is_asked()
        expect(third.chosen(6)).to_be_focused()


def tab_to(page: Page, target: Locator) -> None:
    """With nothing but the key for it."""
    for _ in range(120):
        if target.evaluate("(element) => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {target}")


@pytest.mark.parametrize(("slug", "prize"), [("high-society", "possession-5"), ("high-society-simplified", "value-5")])
def test_a_whole_auction_without_scripts(new_person, server, slug, prize):
    server.deal(slug, prize)
    player = Player(new_person(javascript=False).page)
    open_table(player.page, slug=slug, bots=2)
    start(player.page)
    reload_until_asked(player)
    number = player.number
    player.bid_all()
    expect(player.table).not_to_have_attribute("data-number", str(number))
    reload_until_asked(player)
    expect(player.log).to_contain_text(f"{player.name} gets")
    number = player.number
    player.pass_()
    player.page.goto(player.page.url)
    assert player.number > number


def test_an_amount_of_nothing_without_scripts_is_a_pass_and_a_missing_one_is_refused(new_person, server):
    server.deal("high-society-simplified", "value-5")
    person = new_person(javascript=False)
    person.allow("422")
    player = with_bots(person.page, slug="high-society-simplified")
    reload_until_asked(player)
    number = player.number
    player.amount.fill("")
    player.bid_button.click()
    expect(player.page.get_by_role("alert")).to_have_text("You cannot do that here.")
    player.amount.fill("0")
    player.bid_button.click()
    expect(player.log.locator(f"[data-number='{number + 1}']").first).to_contain_text(f"{player.name} passes")


def reload_until_asked(player: Player) -> None:
    def is_asked_or_reloads() -> bool:
        is_asked = bool(asked_of([player]))
        if not is_asked:
            player.page.goto(player.page.url)
        return is_asked

    until_on(player.page, is_asked_or_reloads)


def test_a_refused_bid_without_scripts_says_why(new_person, server):
    server.deal("high-society", "possession-5")
    person = new_person(javascript=False)
    person.allow("422")
    player = with_bots(person.page)
    reload_until_asked(player)
    player.bid_button.click()
    expect(player.page.get_by_role("alert")).to_have_text(re.compile(r"\w"))
    reload_until_asked(player)
