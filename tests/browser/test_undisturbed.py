"""What others do disturbs nobody: what plays goes on, and what somebody is about stays as it is."""

import pytest
from playwright.sync_api import ElementHandle, expect

from tests.browser.test_company import say
from tests.support.browser.table import Player, Table, seat, send

HALF_A_SENTENCE = "I was about to s"


@pytest.fixture
def table(new_person, server):
    server.deal("high-society", "possession-5", "possession-8")
    return seat([new_person() for _ in range(3)])


class Busy:
    """Somebody who has begun a sentence, has drawers open, and is elsewhere with the keyboard."""

    def __init__(self, player: Player, focused: str, *chosen: int) -> None:
        page = player.page
        self.player, self.focused = player, page.locator(focused)
        page.get_by_label("Say something").fill(HALF_A_SENTENCE)
        player.choose(*chosen)
        page.locator("#mutes summary").click()
        page.locator("#help summary").click()
        self.focused.focus()
        self.chosen = [player.chosen(note) for note in chosen]
        kept = (self.focused, page.locator("#help"), page.locator("#mutes"), *self.chosen)
        self._elements: list[ElementHandle] = [part.element_handle() for part in kept]

    def is_undisturbed(self) -> None:
        page = self.player.page
        expect(page.get_by_label("Say something")).to_have_value(HALF_A_SENTENCE)
        for drawer in ("help", "mutes"):
            expect(page.locator(f"#{drawer}")).to_have_attribute("open", "")
        expect(self.focused).to_be_focused()
        for box in self.chosen:
            expect(box).to_be_checked()
        assert all(element.evaluate("(element) => element.isConnected") for element in self._elements)


def test_half_a_bid_half_a_sentence_and_open_drawers_stay(table):
    third = Busy(table.players[2], "#composer input[name=cards][value='6000']", 2, 3)
    for happens in (lambda: table.bid(1), lambda: talk(table), lambda: go_and_come_back(table), lambda: table.bid(4)):
        happens()
        third.is_undisturbed()
    third.player.is_asked()
    expect(third.player.bid_button).to_have_text("Bid 5,000")


def talk(table: Table) -> None:
    say(table.players[0], "Hurry up!")
    for player in table.players:
        expect(player.page.locator("#chat-lines")).to_contain_text("Hurry up!")


def go_and_come_back(table: Table) -> None:
    """Of somebody who is not to act: a bot would play for them."""
    first, log = table.players[0], table.players[2].log
    for what, told in (("leave", "left the table"), ("come-back", "is back")):
        send(first.page, f"{first.page.url}{what}/", {}, form_at=first.page.url)
        expect(log).to_contain_text(told)
