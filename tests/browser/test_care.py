"""Looking after the site: an admin steps in and the players see it; the seal of the deck is checked at the end."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.browser.accounts import enter_admin
from tests.support.browser.table import seat

WITHOUT_SUBTLE = "Object.defineProperty(Crypto.prototype, 'subtle', { value: undefined });"


@pytest.fixture
def game_id(page):
    page.goto("/")
    page.get_by_role("button", name="Play now").first.click()
    expect(page.locator("#public[data-number]")).to_be_visible()
    return page.url.rstrip("/").split("/")[-1]


def test_deck_is_checked_against_its_seal_at_the_end(page, server, game_id):
    verdict = page.locator("#seal [data-verdict]")
    server.write(
        "UPDATE games_game SET status = 'aborted', wake_at = NULL, ended_at = created_at, version = version + 9"
        " WHERE id = ?",
        game_id,
    )
    expect(verdict).to_have_text(re.compile("checked it: .* the one your browser saw back then"))
    page.get_by_text("The deck, unsealed").click()
    expect(page.locator("#seal .deck li")).to_have_count(16)
    expect(page.get_by_text("verified")).to_be_visible()

    page.add_init_script(WITHOUT_SUBTLE)
    page.evaluate("localStorage.clear()")
    page.reload()
    assert page.evaluate("crypto.subtle") is None
    expect(verdict).to_have_text(re.compile(r"checked it: this is the deck that was sealed at the start\.$"))

    server.write("UPDATE games_game SET salt = 'another', version = version + 1 WHERE id = ?", game_id)
    page.reload()
    expect(verdict).to_have_text(re.compile("Careful"))
    expect(verdict).to_be_visible()
    expect(page.get_by_text("verified")).to_be_hidden()


def test_exchanged_seal_is_noticed(page, server, game_id):
    page.evaluate(f"localStorage.setItem('seal:{game_id}', 'another')")
    server.write(
        "UPDATE games_game SET status = 'aborted', wake_at = NULL, ended_at = created_at, version = version + 1"
        " WHERE id = ?",
        game_id,
    )
    page.reload()
    expect(page.locator("#seal [data-verdict]")).to_have_text(re.compile("Careful"))


def test_admin_pauses_a_game_before_the_players_eyes(new_person, server, administrator):
    server.deal("high-society", "possession-5", "possession-8")
    table = seat([new_person() for _ in range(3)])
    admin, player = new_person(), table.acting
    enter_admin(admin.page, *administrator)
    admin.page.goto("/admin/games/game/?status__exact=running")
    game_id = player.page.url.rstrip("/").split("/")[-1]
    admin.page.get_by_role("link", name=game_id).click()
    admin.page.get_by_role("link", name="Pause…").click()
    admin.page.get_by_label("Reason").fill("the power is out")
    admin.page.get_by_role("button", name="Yes, do it").click()
    expect(admin.page.get_by_text(f"Game {game_id}: done.")).to_be_visible()
    for watcher in table.players:
        company = watcher.page.locator("#company")
        expect(company).to_contain_text("The admin keeper paused the game. The reason: “the power is out”")
        expect(watcher.page.locator("#composer")).to_have_count(0)
    admin.page.get_by_role("link", name="Resume…").click()
    admin.page.get_by_role("button", name="Yes, do it").click()
    expect(player.page.locator("#composer fieldset:enabled button:visible").first).to_be_visible()
    expect(player.log).to_contain_text("The admin keeper resumed the game.")
