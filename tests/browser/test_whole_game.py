"""Three people, each at a browser of their own, play one game from the first card to the rematch."""

import re
from typing import Any

import pytest
from playwright.sync_api import expect

from games.tableau.amounts import money
from tests.support.browser.referee import Referee, all_see_the_same_end, all_want_a_rematch
from tests.support.browser.table import Player, gather

CLASSIC = ("possession-5", "theft", "title-1", "scandal", "possession-10", "title-2", "title-3")
SIMPLIFIED = ("value-5", "double-1", "value-9", "double-2", "value-3", "double-3", "double-4")

PASS: dict[str, Any] = {"kind": "pass"}
PURSES = {"open_purses": True}


def notes(*thousands: int) -> dict[str, Any]:
    return {"kind": "bid", "cards": [1000 * note for note in thousands]}


def amount(total: int) -> dict[str, Any]:
    return {"kind": "bid", "amount": total}


WITH_MISFORTUNES = [
    # The first prize goes to the starter for 4,000, who then falls victim to the theft: two others pay.
    *(notes(1), notes(2), PASS, notes(3), PASS),
    *(notes(2), notes(4), notes(6), PASS, {"kind": "discard_possession", "value": 5}),
    # A title for nothing, and a scandal for which one pays.
    *(PASS, PASS),
    *(notes(1), PASS),
    # The dearest, bought with the dearest note; then the third red card. The fourth ends the game.
    *(notes(25), PASS, PASS),
    *(PASS, notes(3, 8), PASS),
]
WITHOUT_MISFORTUNES = [
    *(amount(1), amount(2), PASS, amount(4), PASS),
    *(amount(3), amount(5), PASS, PASS),
    *(amount(1), PASS, PASS),
    *(PASS, PASS),
    *(amount(2), amount(4), amount(9), PASS, PASS),
    *(PASS, amount(1), PASS),
]
# The Paris edition is the classic game under other names: its pages are looked at with all others.
GAMES = {
    "high-society": (CLASSIC, WITH_MISFORTUNES),
    "high-society-simplified": (SIMPLIFIED, WITHOUT_MISFORTUNES),
}


class Auctioneer(Referee):
    def compare(self) -> None:
        for player in self.table.players:
            self.compare_for(player)
            if self.turn == player.seat:
                expect(player.page.locator("#composer fieldset:enabled button:visible").first).to_be_visible()
            else:
                player.is_not_asked()

    def compare_for(self, watcher: Player) -> None:
        """Highest bid, turn and the latest sentence."""
        view = self.rules.view(self.state, None)
        if view.round.highest_bid:
            bidder = self.names[view.round.highest_bidder]
            expect(watcher.highest).to_contain_text(money(view.round.highest_bid))
            expect(watcher.highest).to_contain_text(bidder)
        elif view.phase == "auction":
            expect(watcher.highest).to_contain_text("No bid yet")
        expect(watcher.table).to_have_attribute("data-turn", "" if view.round.turn is None else str(view.round.turn))

    def tells(self, watcher: Player, action: dict[str, Any], seat: int) -> None:
        verb = {"bid": r"(bids|raises to) \d", "pass": "passes", "discard_possession": "gives up"}[action["kind"]]
        lines = watcher.log.locator(f"[data-number='{self.table.number}']")
        expect(lines.filter(has_text=re.compile(f"{re.escape(self.names[seat])} {verb}"))).to_have_count(1)


@pytest.mark.parametrize("slug", GAMES)
def test_three_browsers_play_bid_by_bid(new_person, server, slug):
    deck, script = GAMES[slug]
    server.deal(slug, *deck)
    table = gather([new_person() for _ in range(3)], slug=slug)
    referee = Auctioneer(slug, table, deck, PURSES)
    referee.compare()
    for action in script:
        seat = referee.turn
        assert seat is not None
        referee.play(action)
        for player in table.players:
            referee.tells(player, action, seat)
        if referee.turn is not None:
            referee.compare()
    all_see_the_same_end(referee)
    all_want_a_rematch(referee)


def test_a_spectator_sees_every_bid(new_person, server):
    server.deal("high-society", *CLASSIC)
    table = gather([new_person() for _ in range(3)], public=True)
    referee = Auctioneer("high-society", table, CLASSIC, PURSES)
    spectator = Player(new_person().page)
    spectator.page.goto("/")
    spectator.page.locator(f"#row-{table.id}").click()
    spectator.sees(0)
    for action in WITH_MISFORTUNES[:10]:
        seat = referee.turn
        assert seat is not None
        referee.play(action)
        spectator.sees(table.number)
        referee.compare_for(spectator)
        referee.tells(spectator, action, seat)
        expect(spectator.dock).to_be_hidden()
        expect(spectator.page.locator("#stage form")).to_have_count(0)
