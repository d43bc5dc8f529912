"""What a game does to ratings, as its players see it."""

from playwright.sync_api import expect

from tests.support.browser.accounts import sign_up
from tests.support.browser.pages import play_to_the_end

RATED = "rating still provisional"


def test_a_game_is_rated_at_its_end_and_on_the_leaderboard(page, server):
    sign_up(page, "Duchess")
    play_to_the_end(page, server, "high-society", rated="on", bot="mixed")
    page.get_by_role("button", name="Show all").click()
    expect(page.locator(".result .rating")).to_have_text([RATED] * 3)
    page.get_by_role("link", name="Leaderboard").click()
    own = page.locator(".board tr.is-own")
    expect(own.get_by_role("link", name="Duchess")).to_be_visible()
    expect(own).to_contain_text("provisional")
    expect(page.locator(".board .is-bot")).not_to_have_count(0)
    own.get_by_role("link", name="Duchess").click()
    expect(page.locator(".rating")).to_contain_text("after 1 game")
