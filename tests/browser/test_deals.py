"""The same deck at two tables, from the code to the comparison."""

import re

from playwright.sync_api import expect


def test_a_deal_is_played_by_bots_and_by_me(page):
    page.goto("/deals/")
    page.get_by_label("Game").select_option("high-society-simplified")
    page.get_by_role("button", name="Make a sealed deal").click()
    deal = page.url
    page.get_by_role("button", name="Let bots play it among themselves").click()
    expect(page.get_by_role("heading", name="Table 1")).to_be_visible()
    expect(page.get_by_text("finished")).to_be_visible()
    page.get_by_role("link", name="Open a table with it").click()
    expect(page.get_by_label("Code of a deal")).to_have_value(re.compile("^[a-z0-9]{10}$"))
    expect(page.locator("[name=game]:checked")).to_have_value("high-society-simplified")
    page.get_by_label("Bots among them").fill("3")
    page.get_by_label("Pace of the bots").select_option("quick")
    page.get_by_role("button", name="Open the table").click()
    page.get_by_role("button", name="Start the game").click()
    page.locator("#public[data-number]").wait_for()
    page.get_by_role("link", name="This deck is played at other tables, too").click()
    page.wait_for_url(deal)
    expect(page.get_by_role("heading", name="Table 2 yours")).to_be_visible()
    expect(page.get_by_text("running")).to_be_visible()
    expect(page.get_by_role("table")).to_have_count(0)


def test_what_two_tables_made_of_it_is_compared_card_by_card(page):
    page.goto("/deals/")
    page.get_by_role("button", name="Make a sealed deal").click()
    for number in (1, 2):
        page.get_by_role("button", name="Let bots play it among themselves").click()
        expect(page.get_by_role("heading", name=f"Table {number}")).to_be_visible()
    expect(page.get_by_role("table").get_by_role("row").nth(1).get_by_role("cell")).to_have_count(2)
    page.get_by_role("link", name="Replay").first.click()
    expect(page.get_by_role("slider", name="Moment")).to_be_visible()


def test_two_clicks_in_one_breath_ask_for_one_game(page):
    page.goto("/deals/")
    page.get_by_role("button", name="Make a sealed deal").click()
    page.get_by_role("button", name="Let bots play it among themselves").dblclick()
    expect(page.get_by_role("heading", name="Table 1")).to_be_visible()
    page.reload()
    expect(page.get_by_role("button", name="Let bots play it among themselves")).to_be_enabled()
    expect(page.get_by_role("heading", name="Table 2")).to_have_count(0)
