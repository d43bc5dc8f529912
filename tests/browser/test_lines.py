"""Connections break, pages are loaded anew, servers fall: nothing is lost, and everybody is told."""

import re

import pytest
from playwright.sync_api import WebSocketRoute, expect

from tests.support.browser.lines import LOST_CONNECTION, Line
from tests.support.browser.person import Person
from tests.support.browser.table import Player, seat


@pytest.fixture
def people(new_person):
    return [new_person() for _ in range(3)]


@pytest.fixture
def table(people, server):
    """In the middle of an auction: 1,000, then 2,000, and the third is to act."""
    server.deal("high-society", "possession-5", "possession-8")
    table = seat(people)
    table.bid(1)
    table.bid(2)
    return table


def test_reloading_in_mid_auction_shows_the_same_table(table):
    for player in table.players:
        before = what_is_shown(player)
        player.page.reload()
        player.sees(2)
        assert what_is_shown(player) == before
    table.acting.is_asked()
    table.pass_()


def allow(people: list[Person], *troubles: str) -> None:
    for person in people:
        person.allow(*troubles)


def what_is_shown(player: Player) -> tuple[object, ...]:
    hand = player.page.locator("#private .banknote svg").all()
    notes = [note.get_attribute("aria-label") for note in hand]
    return player.version, player.seat, notes, player.highest.inner_text(), player.log.inner_text()


def test_two_tabs_of_one_player_agree(table):
    first = table.acting
    second = first.another_tab()
    second.page.goto(first.page.url)
    second.is_asked()
    second.bid(3)
    table.number += 1
    table.seen_by_all()
    second.sees(3)
    first.is_not_asked()
    table.bid(2, 4)
    table.pass_()
    second.sees(5)
    second.is_asked()
    first.pass_()
    table.number += 1
    table.seen_by_all()
    second.sees(6)
    expect(second.dock).to_have_attribute("data-stamp", first.dock.get_attribute("data-stamp") or "none")


def test_a_stale_form_plays_nothing_and_says_so(table, people):
    allow(people, "422")
    player = table.acting
    deaf = player.another_tab()
    deaf.page.route_web_socket(re.compile("/ws/"), hear_nothing)
    deaf.page.goto(player.page.url)
    deaf.choose(4)
    table.bid(3)
    table.pass_()
    deaf.is_asked()
    deaf.bid_button.click()
    expect(deaf.page.get_by_role("alert")).to_contain_text("You have already decided differently")
    deaf.sees(4)
    player.sees(4)
    expect(player.highest).to_contain_text("3,000")


def hear_nothing(socket: WebSocketRoute) -> None:
    """A socket that is open, and on which nobody ever speaks."""


@pytest.mark.parametrize("how", ["crash", "stop"])
def test_the_game_goes_on_after_a_restart(table, people, server, how):
    allow(people, *LOST_CONNECTION)
    table.acting.choose(3)
    getattr(server, how)()
    for player in table.players:
        expect(player.connection).to_be_visible()
        expect(player.connection).to_contain_text("Connection lost")
    server.start()
    for player in table.players:
        expect(player.connection).to_contain_text("Connected again")
        player.sees(2)
    expect(table.acting.chosen(3)).to_be_checked()
    table.acting.bid_button.click()
    table.number += 1
    table.seen_by_all()
    table.pass_()
    table.pass_()
    expect(table.players[0].table).to_contain_text("Auction 2")


def test_a_bid_sent_while_the_server_is_down_is_not_lost(table, people, server):
    allow(people, *LOST_CONNECTION)
    player = table.acting
    player.choose(3)
    server.crash()
    expect(player.connection).to_contain_text("Connection lost")
    player.bid_button.click()
    server.start()
    expect(player.connection).to_contain_text("Connected again")
    expect(player.chosen(3)).to_be_checked()
    expect(player.bid_button).to_be_enabled()
    player.bid_button.click()
    table.number += 1
    table.seen_by_all()


def test_whoever_was_offline_is_told_what_happened(table, people):
    """Until they have read it, all of it: lines that break once break again."""
    away = table.others[1]
    others = [player for player in table.players if player is not away]
    allow(people, *LOST_CONNECTION)
    line = Line(away.page)
    away.sees(2)
    told = []
    for number, act, what in ((3, lambda player: player.bid(3), "bids 3,000"), (4, Player.pass_, "passes")):
        away.page.context.set_offline(True)
        line.cut()
        expect(away.connection).to_contain_text("Connection lost")
        mover = next(player for player in others if player.dock.get_attribute("data-my-turn") is not None)
        act(mover)
        for player in others:
            player.sees(number)
        away.sees(number - 1)
        away.page.context.set_offline(False)
        expect(away.connection).to_contain_text("Connected again")
        away.sees(number)
        expect(away.away).to_contain_text("While you were away")
        told.append(f"{mover.name} {what}")
        for sentence in told:
            expect(away.away).to_contain_text(sentence)
    away.page.get_by_role("button", name="Got it").click()
    expect(away.page.get_by_text("While you were away")).to_have_count(0)
