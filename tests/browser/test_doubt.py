"""Press, lose the line, think again, come back: what was meant is played, once, and nobody is told otherwise."""

from typing import Any

import pytest
from playwright.sync_api import Request, expect

from tests.support.browser.lines import LOST_CONNECTION, Line, key_in, load_anew
from tests.support.browser.table import Player, Table, seat

NOT_KNOWN = "We do not know yet whether your move was played"
PLAYED = "Your move was played"
NOT_PLAYED = "Your move was not played, and will not be. Decide again."
BIDS_3000 = {"kind": "bid", "cards": [3000]}
PASSES = {"kind": "pass"}
PRESS_TWICE = "(button) => { button.click(); button.click(); }"
PRESS_LOGGED_OUT = """
async (button) => {
  const headers = JSON.parse(document.body.getAttribute("hx-headers"));
  await fetch("/accounts/logout/", { method: "POST", headers });
  button.click();
}
"""
"""Both at once, before the page can hear of it."""


class Presser:
    """Whoever is to act, on a line that can be tampered with, and the forms that their page has posted."""

    def __init__(self, table: Table, server: Any) -> None:
        self.table, self._server = table, server
        self.player: Player = table.acting
        self.page = self.player.page
        self.line = Line(self.page)
        self.player.is_asked()
        self.posted: list[str] = []
        self.page.on("request", self._note)

    def _note(self, request: Request) -> None:
        if request.url.endswith("/act/"):
            self.posted.append(key_in(request.post_data or ""))

    def forms_are_lost(self) -> None:
        self.page.route("**/act/", lambda route: route.abort())

    def bids_in_vain(self) -> None:
        """Neither on the line nor as a form does it arrive."""
        self.line.words_arrive = False
        self._bid_and_wonder()

    def bids_unanswered(self) -> None:
        """It arrives on the line, and nobody hears so."""
        self.line.frames_arrive = False
        self._bid_and_wonder()

    def _bid_and_wonder(self) -> None:
        self.forms_are_lost()
        self.player.bid(3)
        self.is_told(NOT_KNOWN)

    def has_played(self, *actions: dict[str, Any]) -> None:
        """These after the two that were played before, and everybody sees it."""
        self.table.number = 2 + len(actions)
        self.table.seen_by_all()
        played = self._server.actions(self.table.id)[2:]
        assert played == [(self.player.seat, action) for action in actions]

    def is_told(self, words: str) -> None:
        expect(self.player.connection).to_be_visible()
        expect(self.player.connection).to_contain_text(words)

    def comes_back(self) -> None:
        """On a new line: nothing that was held back on the old one arrives."""
        self.line.cut()
        self.line.words_arrive = self.line.frames_arrive = self.line.is_whole = True
        self.page.unroute("**/act/")

    def the_game_goes_on(self) -> None:
        self.table.pass_()
        self.player.sees(4)


@pytest.fixture
def people(new_person):
    people = [new_person() for _ in range(3)]
    for person in people:
        person.allow(*LOST_CONNECTION, "404")
    return people


@pytest.fixture
def presser(people, server):
    """In the middle of an auction: 1,000, then 2,000, and the third is to act."""
    server.deal("high-society", "possession-5", "possession-8")
    table = seat(people)
    table.bid(1)
    table.bid(2)
    return Presser(table, server)


def test_without_an_answer_the_form_is_posted_once_and_plays_once(presser):
    presser.line.frames_arrive = False
    presser.player.bid(3)
    presser.has_played(BIDS_3000)
    assert presser.posted == presser.line.keys
    expect(presser.player.connection).to_be_hidden()
    expect(presser.page.locator("#problem")).to_be_hidden()
    presser.line.frames_arrive = True
    presser.the_game_goes_on()


def test_what_never_arrived_is_not_played_and_one_may_think_again(presser):
    presser.bids_in_vain()
    presser.comes_back()
    presser.is_told(NOT_PLAYED)
    presser.line.send(presser.line.acts[0])
    presser.player.pass_()
    presser.has_played(PASSES)
    expect(presser.player.connection).to_be_hidden()
    presser.the_game_goes_on()


def test_what_arrived_unanswered_is_told_and_not_played_again(presser):
    presser.bids_unanswered()
    presser.comes_back()
    presser.is_told(f"{PLAYED}: {presser.player.name} bids 3,000")
    presser.player.is_not_asked()
    presser.has_played(BIDS_3000)
    presser.the_game_goes_on()


def test_a_question_that_nobody_hears_is_asked_again(presser):
    """The line is alive all the time."""
    presser.bids_in_vain()
    presser.line.words_arrive = True
    presser.is_told(NOT_PLAYED)
    presser.has_played()


def test_what_became_of_it_is_told_again_when_the_line_was_lost_once_more(presser):
    presser.bids_in_vain()
    presser.comes_back()
    presser.is_told(NOT_PLAYED)
    presser.line.is_whole = False
    presser.line.cut()
    presser.is_told("Connection lost")
    presser.comes_back()
    presser.is_told(NOT_PLAYED)
    presser.player.bid_button.click()
    presser.has_played(BIDS_3000)
    expect(presser.player.connection).to_be_hidden()


def test_a_post_that_goes_nowhere_is_given_up(presser):
    presser.page.clock.install()
    load_anew(presser.page)
    presser.player.choose(3)
    presser.line.words_arrive = False
    presser.page.route("**/act/", lambda route: None)
    presser.player.bid_button.click()
    with presser.page.expect_request("**/act/"):
        presser.page.clock.fast_forward(2000)
    presser.page.clock.fast_forward(10_000)
    presser.is_told(NOT_KNOWN)
    presser.line.words_arrive = True
    presser.page.clock.fast_forward(3000)
    presser.is_told(NOT_PLAYED)
    presser.has_played()


def test_without_a_line_nothing_waits_for_one(presser):
    presser.line.is_whole = False
    presser.line.cut()
    presser.is_told("Connection lost")
    presser.player.bid(3)
    presser.has_played(BIDS_3000)
    assert len(presser.posted) == 1
    presser.comes_back()
    presser.is_told("Connected again")
    presser.the_game_goes_on()
    assert presser.line.acts == []


def test_pressed_offline_and_settled_online(presser):
    presser.line.words_arrive = presser.line.frames_arrive = False
    presser.page.context.set_offline(True)
    presser.player.bid(3)
    presser.is_told(NOT_KNOWN)
    presser.page.context.set_offline(False)
    presser.is_told("Connected again")
    presser.line.words_arrive = presser.line.frames_arrive = True
    presser.is_told(NOT_PLAYED)
    expect(presser.player.chosen(3)).to_be_checked()
    presser.player.bid_button.click()
    presser.has_played(BIDS_3000)
    presser.the_game_goes_on()


def test_pressed_twice_before_the_answer_is_sent_and_played_once(presser):
    presser.player.choose(3)
    presser.player.bid_button.evaluate(PRESS_TWICE)
    presser.has_played(BIDS_3000)
    presser.the_game_goes_on()
    assert len(presser.line.acts) == 1
    assert presser.posted == []


@pytest.mark.parametrize("public", [True, False])
def test_whoever_has_logged_out_elsewhere_plays_nothing(people, server, public):
    server.deal("high-society", "possession-5", "possession-8")
    table = seat(people, public=public)
    player = table.acting
    load_anew(player.page)
    player.choose(3)
    with player.page.expect_response("**/act/"):
        player.bid_button.evaluate(PRESS_LOGGED_OUT)
    if public:
        expect(player.page.get_by_role("link", name="Log in").first).to_be_visible()
    else:
        expect(player.connection).to_have_text("You can no longer see this table.")
    expect(player.page.locator("#composer")).to_have_count(0)
    assert server.actions(table.id) == []
