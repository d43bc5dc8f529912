"""The end of a game plays by itself, in each page for itself, and says why."""

import pytest
from playwright.sync_api import expect

from tests.browser.test_stage import FANFARE, SLOW, watch
from tests.support.browser.looks import axe_report
from tests.support.browser.table import seat

BEAT = 1100
REDS = ("title-1", "title-2", "scandal", "title-3")


@pytest.fixture
def table(new_person, server):
    server.deal("high-society", *REDS)
    return seat([new_person() for _ in range(3)])


def test_it_plays_itself_for_each_viewer(table):
    ana, berta, _cleo = table.players
    page = watch(berta)
    table.bid(1)
    for _ in range(4):
        table.pass_()
    page.clock.pause_at(page.evaluate("Date.now() + 3000"))
    page.evaluate("heard.length = 0")
    table.acting.pass_()
    expect(ana.page.locator("#ceremony")).to_be_visible()
    expect(page.locator(".stage.settling")).to_be_attached()
    page.clock.run_for(SLOW)
    steps = page.locator("#ceremony [data-step]:visible")
    expect(steps).to_have_count(1)
    assert "wins" not in page.locator("#stage").inner_text()
    assert "wins" not in (page.locator("#announce").text_content() or "")
    page.clock.run_for(BEAT)
    expect(steps).to_have_count(2)
    page.keyboard.press("Space")
    expect(steps).to_have_count(3)
    ana.page.get_by_role("button", name="Show all").click()
    expect(ana.page.locator(".act-winner")).to_be_visible()
    ana.page.get_by_role("button", name="Rematch").click()
    page.clock.run_for(BEAT)
    expect(steps).to_have_count(4)
    assert FANFARE not in page.evaluate("heard")
    page.clock.run_for(12_000)
    expect(page.locator(".act-winner")).to_be_visible()
    expect(page.locator("#ceremony.staged")).to_have_count(0)
    assert FANFARE in page.evaluate("heard")
    expect(page.locator("#announce")).to_contain_text("win")
    page.clock.resume()
    page.emulate_media(reduced_motion="reduce")
    report = axe_report(page)
    assert not report, report
