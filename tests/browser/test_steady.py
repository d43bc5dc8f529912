"""Nothing jumps at a table: whatever comes and goes in an auction has its place."""

import pytest
from playwright.sync_api import Page

from tests.support.browser.person import DESKTOP, PHONE
from tests.support.browser.shifts import take_shifts, watch_shifts
from tests.support.browser.table import seat

MOST = 0.02
"""Of the window, times how far of it: what moves in all, also where somebody has just bid."""


@pytest.fixture
def table(new_person, server):
    """A phone and two laptops."""
    server.deal("high-society", "possession-5", "scandal", "possession-8")
    return seat([new_person(width=width, touch=width == PHONE) for width in (PHONE, DESKTOP, DESKTOP)])


def test_a_prize_and_a_misfortune_move_nothing(table):
    for player in table.players:
        watch_shifts(player.page)
    # The first bid, one that is raised, a card at a seat and the result; then a pot, and a card that nobody wants.
    for notes in ((1,), (2,), (3,), (4,), (), (), (2,), (3,), (6,), (8,), ()):
        if notes:
            table.bid(*notes)
        else:
            table.pass_()
    for player in table.players:
        player.table.get_by_text("Auction 3").wait_for()
        shifts = take_shifts(player.page)
        assert sum(shift.value for shift in shifts) < MOST, "\n".join(map(str, shifts))
    assert notices_a_shift(table.players[0].page)


def notices_a_shift(page: Page) -> bool:
    """Whether it would be told, if anything had moved."""
    page.locator("#stage").evaluate("(stage) => { stage.style.marginTop = '100px'; }")
    return sum(shift.value for shift in take_shifts(page)) > MOST
