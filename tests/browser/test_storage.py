"""A browser may forbid pages to remember anything: they do without."""

from playwright.sync_api import expect

from tests.support.browser.lines import load_anew
from tests.support.browser.table import Player

FORBID = """
Object.defineProperty(window, "localStorage", { get() { throw new DOMException("forbidden", "SecurityError"); } });
"""


def test_without_storage_a_table_lives_and_sounds_can_be_switched_off(page):
    page.add_init_script(FORBID)
    page.goto("/")
    page.get_by_role("button", name="Play now against bots").click()
    player = Player(page)
    player.is_asked()
    # A move goes out on the line once there is one.
    load_anew(page)
    player.is_asked()
    posted: list[str] = []
    page.on("request", lambda request: posted.append(request.url) if request.method == "POST" else None)
    before = player.number
    player.pass_()
    expect(player.table).not_to_have_attribute("data-number", str(before))
    assert not posted
    page.get_by_role("button", name="Sound is on").click()
    expect(page.get_by_role("button", name="Sound is off")).to_be_visible()
