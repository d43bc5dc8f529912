"""Looking at a game again: by keys, slider and buttons, for the ear too; sharing a moment; taking the game along."""

import re

import pytest
from playwright.sync_api import expect

from tests.support.browser.looks import axe_check, fits_its_window, show
from tests.support.browser.pages import play_to_the_end
from tests.support.browser.person import PHONE, Person
from tests.support.browser.table import id_of, send


@pytest.fixture(scope="module")
def played(browser, running_server):
    """Somebody has played a short game against bots to its end: what their browser remembers, and where it was."""
    person = Person(browser, running_server.url)
    play_to_the_end(person.page, running_server, "high-society")
    yield person.context.storage_state(), id_of(person.page)
    person.context.close()


@pytest.fixture
def game(new_person, played):
    remembered, game_id = played
    page = new_person(remembered=remembered).page
    page.goto(f"/tables/{game_id}/replay/0/")
    return page


def stands_at(page, number):
    """Table, words, slider and address agree about the moment."""
    expect(page.locator("#public")).to_have_attribute("data-number", str(number))
    expect(page.locator("#steps")).to_have_attribute("data-number", str(number))
    expect(page.get_by_role("slider", name="Moment")).to_have_value(str(number))
    expect(page.get_by_role("slider", name="Moment")).to_have_attribute(
        "aria-valuetext", re.compile(rf"^{number} of \d+ \S.*\.$")
    )
    expect(page).to_have_url(re.compile(rf"/replay/{number}/"))


def last_of(page):
    return int(page.get_by_role("slider", name="Moment").get_attribute("max"))


def test_by_keys(game):
    last = last_of(game)
    stands_at(game, 0)
    for key, number in (("ArrowRight", 1), ("ArrowRight", 2), ("ArrowLeft", 1), ("End", last), ("Home", 0)):
        game.keyboard.press(key)
        stands_at(game, number)
    # At either end a further step no longer works.
    game.keyboard.press("ArrowLeft")
    game.keyboard.press("ArrowRight")
    stands_at(game, 1)


def test_by_buttons_which_keep_the_focus(game):
    last = last_of(game)
    game.evaluate("window.stays = true")
    game.get_by_role("link", name="On ›").focus()
    for number in range(1, last + 1):
        game.keyboard.press("Enter")
        stands_at(game, number)
    expect(game.locator("#step-on")).to_be_focused()
    expect(game.locator("#step-on")).to_have_attribute("aria-disabled", "true")
    game.keyboard.press("Enter")
    stands_at(game, last)
    game.get_by_role("link", name="To the beginning").click()
    stands_at(game, 0)
    assert game.evaluate("window.stays"), "however quick the steps, the page was never loaded anew"


def test_by_slider_which_keeps_the_focus(game):
    last = last_of(game)
    slider = game.get_by_role("slider", name="Moment")
    slider.focus()
    game.keyboard.press("ArrowRight")
    stands_at(game, 1)
    game.keyboard.press("End")
    stands_at(game, last)
    expect(slider).to_be_focused()
    slider.fill("2")
    stands_at(game, 2)


def test_for_the_ear(game):
    """One live region stays in the page and tells each step; the charts have a table that stays open."""
    region = game.locator(".steps-told[role=status]")
    region.evaluate("region => { region.dataset.same = 'yes'; }")
    expect(region).to_contain_text("The game begins.")
    axe_check(game)
    game.get_by_text("As a table").click()
    game.keyboard.press("Escape")
    game.locator("body").click(position={"x": 2, "y": 2})
    game.keyboard.press("End")
    expect(region).to_contain_text("The game is over.")
    expect(region).to_have_attribute("data-same", "yes")
    expect(game.get_by_role("table", name="Money")).to_be_visible()
    expect(game.get_by_role("table", name="Status").get_by_role("row")).to_have_count(6)
    expect(game.get_by_role("img", name="Money over the auctions", exact=False)).to_be_visible()
    axe_check(game)
    show(game, PHONE, "light")
    assert fits_its_window(game)


def test_through_other_eyes(game):
    game.get_by_label("Point of view").select_option(label="with everything open")
    expect(game).to_have_url(re.compile(r"/replay/0/\?seat=open$"))
    # With everything open the lines lead to the end, and the present is marked at the beginning.
    mark = game.locator("[data-chart=money] .chart-now")
    line = game.locator("[data-chart=money] polyline").first
    expect(mark).to_have_attribute("x1", "88.0")
    expect(line).to_have_attribute("points", re.compile(r"^88\.0,\S+ \S+ \S+"))
    game.get_by_label("Point of view").select_option(index=1)
    expect(game).to_have_url(re.compile(r"/replay/0/\?seat=0$"))
    expect(game.locator("#stage")).to_have_attribute("data-seat", "0")
    expect(game.get_by_role("region", name="The hand")).to_be_visible()
    expect(line).to_have_attribute("points", re.compile(r"^88\.0,\S+$"))


@pytest.mark.parametrize("access", ["public", "link"])
def test_a_shared_moment_opens_for_strangers_if_the_game_was_public(new_person, server, access):
    owner, stranger = new_person(), new_person()
    play_to_the_end(owner.page, server, "high-society", access=access)
    owner.page.goto(f"/tables/{id_of(owner.page)}/replay/1/?seat=open")
    link = owner.page.get_by_label("Link to this moment").input_value()
    if access == "link":
        stranger.allow("404")
        assert stranger.page.goto(link).status == 404
        return
    assert stranger.page.goto(link).status == 200
    stands_at(stranger.page, 1)
    expect(stranger.page.get_by_label("Point of view")).to_have_value("open")


def test_a_game_is_taken_along_and_brought_back(game, new_person, tmp_path):
    with game.expect_download() as loading:
        game.get_by_role("link", name="Download this game").click()
    assert re.fullmatch(r"high-society-\d{4}-\d\d-\d\d-\w{10}\.json", loading.value.suggested_filename)
    file = tmp_path / "game.json"
    loading.value.save_as(file)
    words = game.locator("#told").inner_text()
    other = new_person()
    other.allow("422")
    visitor = other.page
    send(visitor, "/accounts/guest/", {}, form_at="/accounts/login/")
    visitor.goto("/my-games/")
    visitor.get_by_role("link", name="Look at a game from a file").click()
    broken = tmp_path / "broken.json"
    broken.write_text(file.read_text()[:-30])
    visitor.get_by_label("File").set_input_files(broken)
    visitor.get_by_role("button", name="Look at it").click()
    expect(visitor.get_by_role("alert")).to_contain_text("damaged")
    axe_check(visitor)
    visitor.get_by_label("File").set_input_files(file)
    visitor.get_by_role("button", name="Look at it").click()
    visitor.wait_for_url("**/my-games/uploads/*/")
    visitor.get_by_role("link", name="To the beginning").click()
    expect(visitor.locator("#told")).to_have_text(words)
    axe_check(visitor)
    visitor.get_by_role("link", name="Back to my games from files").click()
    axe_check(visitor)
    visitor.get_by_role("button", name="Remove").click()
    expect(visitor.get_by_text("Nothing here yet.")).to_be_visible()


def test_without_javascript(game, new_person):
    plain = new_person(javascript=False, remembered=game.context.storage_state()).page
    plain.goto(game.url)
    plain.get_by_role("link", name="On ›").click()
    expect(plain.locator("#public")).to_have_attribute("data-number", "1")
    plain.get_by_role("button", name="Show").click()
    expect(plain.locator("#public")).to_have_attribute("data-number", "1")
