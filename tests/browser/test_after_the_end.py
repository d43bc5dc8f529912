"""Whoever looks at the end of a game is not disturbed by those who play again already."""

from playwright.sync_api import expect

from tests.support.browser.table import Table, seat, send

RED = ("prestige-1", "prestige-2", "prestige-3", "scandale")
IS_STAGED = "(article) => article.isConnected && article.classList.contains('staged')"
TOP = "(article) => article.offsetTop"


def at_the_end(new_person, server) -> Table:
    """Of a game that two can play: they begin it anew without the third."""
    server.deal("high-society-paris", *RED)
    table = seat([new_person() for _ in range(3)], slug="high-society-paris")
    page = table.players[0].page
    page.clock.install()
    page.reload()
    for number in range(6):
        if number == 5:
            # The ceremony takes as long as this test.
            page.clock.pause_at(page.evaluate("Date.now() + 1000"))
        table.pass_()
    return table


def test_a_ceremony_goes_on_while_others_play_again(new_person, server):
    table = at_the_end(new_person, server)
    first, *others = (player.page for player in table.players)
    chip, ceremony = first.locator("#rematch"), first.locator(".ceremony.staged").element_handle()
    assert ceremony is not None
    expect(chip).to_be_hidden()
    top, here, again = ceremony.evaluate(TOP), first.url, ""
    for page in others:
        again = send(page, f"{here}rematch/", {}, form_at=here)
        expect(chip).to_contain_text("A rematch is being set up.")
    expect(chip.get_by_role("button", name="Join the rematch")).to_be_visible()
    send(others[0], f"{again}start/", {}, form_at=again)
    expect(chip).to_contain_text("The rematch has begun.")
    assert ceremony.evaluate(IS_STAGED)
    assert ceremony.evaluate(TOP) == top
    chip.get_by_role("link", name="Look at it").click()
    first.wait_for_url(again)
