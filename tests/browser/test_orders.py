"""Standing orders on a phone: given in a fold under the hand, kept while others move, and followed."""

import pytest
from playwright.sync_api import expect

from tests.support.browser.looks import axe_check, fits_its_window, show
from tests.support.browser.person import PHONE
from tests.support.browser.table import seat


@pytest.fixture
def orders_of():
    def open_fold(player):
        fold = player.page.locator("#orders")
        if not fold.locator("details[open]").count():
            fold.get_by_text("Standing order", exact=False).first.click()
        return fold

    return open_fold


def test_order_is_given_on_a_phone_and_acts(new_person, server, orders_of):
    server.deal("high-society", "possession-5", "possession-8")
    people = [new_person(width=PHONE) for _ in range(3)]
    for person in people:
        person.allow("422")
    table = seat(people, clock="86400")
    ana, ben, cleo = table.players
    fold = orders_of(ben)
    fold.get_by_label("Raise for me").check()
    fold.get_by_label("Limit").fill("4500")
    # Somebody else's move, pushed meanwhile, leaves the form as it is.
    ana.bid(2)
    table.number += 1
    table.seen_by_all()
    expect(fold.get_by_label("Limit")).to_have_value("4500")
    # Where the page lets it through, the site refuses it beside the form and keeps what was written.
    ben.page.locator(".order-form").evaluate("form => form.noValidate = true")
    fold.get_by_role("button", name="Give this order").click()
    expect(fold.get_by_role("alert")).to_contain_text("in steps of 1,000")
    expect(fold.get_by_label("Limit")).to_have_value("4500")
    fold.get_by_label("Limit").fill("6000")
    fold.get_by_role("button", name="Give this order").click()
    # It is Ben's turn, and turns last a day: it acts at once, and again without him.
    ana.sees(2)
    expect(ana.highest).to_contain_text("3,000")
    expect(fold.get_by_role("listitem")).to_contain_text("raise up to 6,000 with the fewest cards, then pass")
    cleo.bid(4)
    ana.sees(3)
    ana.pass_()
    cleo.sees(5)
    expect(cleo.highest).to_contain_text("5,000")
    for other in (ana, cleo):
        expect(other.page.locator("#orders").get_by_role("listitem")).to_have_count(0)
    cleo.pass_()
    # The next auction: the order is gone.
    ben.sees(6)
    expect(fold.get_by_role("listitem")).to_have_count(0)


def test_order_is_withdrawn_and_keeps_nobody_out(new_person, server, orders_of):
    table = seat([new_person() for _ in range(3)])
    cleo = table.players[2]
    fold = orders_of(cleo)
    fold.get_by_label("Raise for me").check()
    fold.get_by_label("Money").select_option(label="with exactly these cards")
    expect(fold.get_by_label("Limit")).to_be_hidden()
    fold.get_by_label("2,000", exact=True).check()
    fold.get_by_label("For", exact=True).select_option(label="Every Possession, until I change it")
    axe_check(cleo.page)
    show(cleo.page, PHONE, "light")
    assert fits_its_window(cleo.page)
    fold.get_by_role("button", name="Give this order").click()
    expect(fold.get_by_role("listitem")).to_contain_text("Every Possession: bid 2,000, then pass.")
    fold.get_by_role("button", name="Withdraw").click()
    expect(fold.get_by_role("listitem")).to_have_count(0)
    assert table.number == cleo.number == 0
