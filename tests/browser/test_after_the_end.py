"""Whoever looks at the end of a game is not disturbed by those who play again already."""

from playwright.sync_api import expect

from tests.support.browser.table import Table, seat

RED = ("title-1", "title-2", "title-3", "scandal")
PLACE = "(article) => JSON.stringify(article.getBoundingClientRect())"
STAGED = "(article) => article.isConnected && article.classList.contains('staged')"


def at_the_end(new_person, server) -> Table:
    """Of a game that two can play: they begin it anew without the third."""
    server.deal("high-society-paris", *RED)
    table = seat([new_person() for _ in range(3)], slug="high-society-paris")
    table.players[0].page.emulate_media(reduced_motion="no-preference")
    for _ in range(6):
        table.pass_()
    return table


def test_a_ceremony_goes_on_while_others_play_again(new_person, server):
    first, *others = at_the_end(new_person, server).players
    page, chip = first.page, first.page.locator("#rematch")
    ceremony = page.locator(".ceremony.staged").element_handle()
    assert ceremony is not None
    expect(chip).to_be_hidden()
    place, focused = ceremony.evaluate(PLACE), page.evaluate_handle("document.activeElement")
    for player in others:
        before = player.page.url
        player.page.get_by_role("button", name="Show all").click()
        player.page.get_by_role("button", name="Rematch").or_(player.page.get_by_role("button", name="Join")).click()
        player.page.wait_for_url(lambda url, before=before: url != before)
        expect(chip).to_contain_text("A rematch is being set up.")
        assert ceremony.evaluate(STAGED)
        assert ceremony.evaluate(PLACE) == place
        assert focused.evaluate("(element) => element === document.activeElement")
    others[0].page.get_by_role("button", name="Start the game").click()
    expect(chip).to_contain_text("The rematch has begun.")
    assert ceremony.evaluate(STAGED)
    assert ceremony.evaluate(PLACE) == place
    chip.get_by_role("link", name="Look at it").click()
    expect(page.locator("#public[data-number]")).to_be_visible()
