"""Somebody who plays the same game by the rules alone, and compares what people are shown."""

from typing import Any

from playwright.sync_api import expect

from games.rules import find_rules
from games.tableau.amounts import score
from tests.support.browser.server import deck_of
from tests.support.browser.table import Table


class Referee:
    def __init__(self, slug: str, table: Table, deck: tuple[str, ...], options: dict[str, bool] | None = None) -> None:
        self.rules = find_rules(slug)
        self.state = self.rules.setup(len(table.players), "any", options, deck_of(slug, deck), 0)
        self.table = table
        self.names = [player.name for player in table.players]

    @property
    def turn(self) -> int | None:
        """Whose turn it is."""
        return next(iter(self.rules.to_act(self.state)), None)

    def play(self, action: dict[str, Any]) -> None:
        seat = self.turn
        assert seat is not None
        assert self.table.acting.seat == seat
        self.table.play(action)
        self.state = self.rules.play(self.state, seat, self.rules.action_from_json(action))


def all_see_the_same_end(referee: Referee) -> None:
    outcome = referee.rules.outcome(referee.state)
    assert outcome is not None
    assert len(outcome.winners) == 1
    winner = referee.names[outcome.winners[0]]
    for player in referee.table.players:
        player.page.get_by_role("button", name="Show all").click()
        headline = "You win" if player.seat == outcome.winners[0] else f"{winner} wins"
        expect(player.table.get_by_role("heading", name=headline)).to_be_visible()
        for seat, told in enumerate(outcome.seats):
            result = player.table.locator(f".result[data-seat='{seat}']")
            expect(result.locator(".score")).to_have_text(score(told.score))
            assert (result.get_attribute("data-out") is not None) == told.cast_out


def all_want_a_rematch(referee: Referee) -> None:
    """One click each, and everybody has moved on by one seat."""
    before = referee.table.id
    for player in referee.table.players:
        player.page.get_by_role("button", name="rematch").click()
        player.page.wait_for_url(lambda url: before not in url)
    for player in referee.table.players:
        player.sees(0)
    assert len({player.page.url for player in referee.table.players}) == 1
    others = range(len(referee.names) - 1)
    assert [player.seat for player in referee.table.players] == [len(others), *others]
    assert [player.name for player in referee.table.players] == referee.names
