"""What happens at the end of an auction is seen on the table, and told nowhere before; nobody is held up by it."""

import pytest
from playwright.sync_api import Page, expect

from games.models import SETTLING
from tests.browser.test_fresh_page import STAMPS
from tests.browser.test_undisturbed import talk
from tests.support.browser.person import DESKTOP, PHONE
from tests.support.browser.table import Player, Table, seat

SLOW = round(1000 * SETTLING.total_seconds())
USUAL, ASKED, LATE = (round(share * SLOW) for share in (0.7, 0.4, 0.24))
"""Milliseconds, of the number that the server has."""

LISTEN = """
window.heard = [];
const ramps = (tell = () => {}) => ({ setValueAtTime: tell, exponentialRampToValueAtTime() {} });
window.AudioContext = class {
  state = "running"; currentTime = 0; sampleRate = 8000; destination = {};
  addEventListener() {}
  async resume() {}
  createGain() { return { gain: ramps(), connect: (next) => next }; }
  createBuffer(channels, length) { return { getChannelData: () => new Float32Array(length) }; }
  createOscillator() { return this.source({ frequency: ramps((pitch) => window.heard.push(pitch)) }); }
  createBufferSource() { return this.source({}); }
  source(rest) { return { ...rest, connect: (next) => next, start() {}, stop() {} }; }
};
"""
HAMMER, TURN, MISFORTUNE, FANFARE = 190, 660, 233, 523
"""The first pitch of each."""

COUNT_MOVES = """
window.moves = 0;
const say = WebSocket.prototype.send;
WebSocket.prototype.send = function (words) {
  if (words.includes('"act"')) window.moves += 1;
  say.call(this, words);
};
"""
WHERE_IT_LANDS = "(stamp) => [-1, 1].map((side) => stamp.parentElement.offsetLeft + (side * stamp.offsetWidth) / 2)"
SCANDAL = "Scandal, halves your status, red edge"


@pytest.fixture
def table(new_person, server):
    server.deal("high-society", "possession-5", "scandal", "possession-8")
    return seat([new_person() for _ in range(3)])


def watch(player: Player, width: int = DESKTOP) -> Page:
    """From now on, this page moves, is heard, and has a clock of its own."""
    page = player.page
    page.set_viewport_size({"width": width, "height": 812})
    page.emulate_media(reduced_motion="no-preference")
    page.add_init_script(LISTEN + COUNT_MOVES)
    page.clock.install()
    page.reload()
    player.sees(0)
    return page


def settle_the_first(table: Table, *watchers: Player) -> None:
    """Two have passed in the end, and one gets the card for 1,000."""
    table.bid(1)
    table.pass_()
    for watcher in watchers:
        watcher.page.clock.pause_at(watcher.page.evaluate("Date.now() + 1000"))
        watcher.page.evaluate("heard.length = 0")
    table.acting.pass_()
    table.number += 1
    for player in table.players:
        if player in watchers:
            expect(player.page.locator(".stage.settling")).to_be_attached()
        else:
            player.sees(table.number)


def is_still_what_it_was(watcher: Player) -> None:
    page = watcher.page
    assert watcher.number == 2
    assert "gets" not in watcher.log.inner_text()
    assert "Scandal" not in page.locator("#public .baize").inner_text()
    assert "gets" not in (page.locator("#announce").text_content() or "")
    assert "Your turn" not in page.title()
    expect(page.locator("#lot").get_by_role("img")).to_have_attribute("aria-label", "Grand Piano, worth 5")


def is_what_it_has_come_to(watcher: Player, *, number: int = 3) -> None:
    page = watcher.page
    watcher.sees(number)
    expect(page.locator(".stage.settling, .stage > .settlement")).to_have_count(0)
    told = f"{watcher.name_at(0)} gets Grand Piano for 1,000."
    expect(watcher.log).to_contain_text(told)
    expect(page.locator("#last-result")).to_contain_text(told)
    expect(page.locator("#lot").get_by_role("img")).to_have_attribute("aria-label", SCANDAL)


@pytest.mark.parametrize("width", [DESKTOP, PHONE])
def test_it_is_seen_before_it_is_told(table, width):
    ana, berta, cleo = table.players
    for player in table.players:
        watch(player, width)
    settle_the_first(table, *table.players)
    stamp = berta.page.locator(".stage > .settlement .stamp")
    expect(stamp).to_have_text(f"Sold1,000{berta.name_at(0)}")
    assert berta.page.evaluate("heard") == [HAMMER]
    left, right = stamp.evaluate(WHERE_IT_LANDS)
    assert left >= 0
    assert right <= width
    has_its_moment(berta, USUAL)
    expect(berta.page.locator("#announce")).to_contain_text("for 1,000. Turned up: Scandal")
    assert berta.page.evaluate("heard") == [HAMMER, MISFORTUNE, 175]
    has_its_moment(ana, ASKED)
    assert ana.page.title().startswith("● Your turn")
    assert TURN in ana.page.evaluate("heard")
    # What somebody writes meanwhile is written.
    cleo.page.get_by_label("Say something").focus()
    cleo.page.keyboard.type("So")
    expect(cleo.page.get_by_label("Say something")).to_have_value("So")
    is_what_it_has_come_to(cleo)


def has_its_moment(player: Player, lasts: int) -> None:
    player.page.clock.run_for(lasts - 50)
    is_still_what_it_was(player)
    player.page.clock.run_for(100)
    is_what_it_has_come_to(player)


def test_once_others_go_on_it_is_soon_over(table):
    berta = table.players[1]
    page = watch(berta)
    settle_the_first(table, berta)
    talk(table)
    page.clock.run_for(LATE - 100)
    is_still_what_it_was(berta)
    table.players[0].bid(2)
    table.players[2].sees(4)
    page.clock.run_for(150)
    is_what_it_has_come_to(berta, number=4)
    fresh = berta.another_tab()
    fresh.page.emulate_media(reduced_motion="no-preference")
    fresh.page.goto(page.url)
    is_what_it_has_come_to(fresh, number=4)
    assert page.evaluate(STAMPS) == fresh.page.evaluate(STAMPS)


def test_a_tap_or_a_key_ends_it_and_does_nothing_else(table):
    ana = table.players[0]
    page = watch(ana)
    settle_the_first(table, ana)
    before = page.evaluate("moves")
    box = ana.dock.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + box["width"] - 60, box["y"] + box["height"] / 2)
    is_what_it_has_come_to(ana)
    page.clock.run_for(1000)
    ana.pass_button.focus()
    page.keyboard.press("Enter")
    expect(page.locator(".stage.settling")).to_be_attached()
    expect(page.locator(".stage > .settlement .stamp")).to_have_text(f"Scandalfor {ana.name}")
    for _ in range(3):
        # Whoever is impatient taps again, and meant what stood there before.
        page.keyboard.press("Enter")
        page.mouse.click(box["x"] + box["width"] - 60, box["y"] + box["height"] / 2)
    ana.sees(4)
    page.clock.run_for(3000)
    assert page.evaluate("moves") == before + 1
    ana.is_asked()


def test_with_reduced_motion_all_is_told_at_once(table):
    cleo = table.players[2]
    page = watch(cleo)
    page.emulate_media(reduced_motion="reduce")
    settle_the_first(table)
    is_what_it_has_come_to(cleo)
    assert HAMMER in page.evaluate("heard")
