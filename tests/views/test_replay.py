"""Looking at a game again: what is shown of which moment, to whom."""

import re

import pytest
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from games.models import Game
from games.rules import find_rules
from tests.support.clients import logged_in
from tests.support.rules.each_game import deck_of
from tests.support.tables import PASS, bid, deal, do, fresh, person, play_to_the_end, running_table, waiting_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def people(db):
    return [person(name) for name in ("Ana", "Ben", "Cleo")]


@pytest.fixture
def clients(people):
    return [logged_in(user) for user in people]


def begun(people, **wishes):
    """Ana bids 4,000, Ben 6,000, the others pass; Ben begins the next auction with 1,000."""
    game = running_table(*people, **wishes)
    for user, action in zip((0, 1, 2, 0, 1), (bid(4), bid(6), PASS, PASS, bid(1)), strict=True):
        do(game, people[user], action)
    return fresh(game)


def at(game, number="", **query):
    asked = "&".join(f"{name}={value}" for name, value in query.items())
    return f"/tables/{game.id}/replay/{f'{number}/' if number != '' else ''}?{asked}"


def highest(page):
    """The sum on the table."""
    return int(re.findall(r'data-highest="(\d+)"', page)[0])


class TestMoments:
    def test_begins_with_the_last(self, people, clients):
        page = clients[0].get(at(begun(people))).text
        assert 'id="steps" class="steps-nav" data-number="5"' in page
        assert 'data-settling="2500"' in page
        assert highest(page) == 1000

    def test_shows_the_table_as_it_was(self, people, clients):
        game = begun(people)
        shown = [highest(clients[0].get(at(game, number)).text) for number in range(6)]
        assert shown == [0, 4000, 6000, 6000, 0, 1000]

    def test_says_what_happened(self, people, clients):
        game = begun(people)
        assertContains(clients[0].get(at(game, 2)), "Ben bids 6,000 (6).")
        assertContains(clients[0].get(at(game, 4)), "Ben gets")

    def test_htmx_gets_the_parts_and_the_address(self, people, clients, htmx):
        game = begun(people)
        answer = clients[0].get(f"/tables/{game.id}/replay/?number=2&seat=0", headers=htmx)
        assert "<html" not in answer.text
        # The own point of view is the usual one: whoever is sent the link looks on as they may.
        assert answer.headers["HX-Replace-Url"] == f"http://testserver/tables/{game.id}/replay/2/"
        for part in ("told", "steps", "public", "private", "log", "charts", "figures", "moment-share"):
            assert f'id="{part}"' in answer.text

    @pytest.mark.parametrize("number", ["6", "99999999999999999999"])
    def test_does_not_show_what_has_not_been(self, people, clients, number):
        game = begun(people)
        assert clients[0].get(f"/tables/{game.id}/replay/{number}/").status_code == 404

    @pytest.mark.parametrize("number", ["x", "-1", "٣", "1.5", "9" * 50, ""])
    def test_a_slider_that_sends_junk_shows_the_last(self, people, clients, number):
        game = begun(people)
        assertContains(clients[0].get(f"/tables/{game.id}/replay/", {"number": number}), 'data-number="5"')

    def test_a_table_that_waits_has_no_moments(self, people, clients):
        game = waiting_table(*people)
        assertRedirects(clients[0].get(at(game)), f"/tables/{game.id}/")


class TestOutlooks:
    def test_of_a_game_that_runs_is_ones_own_or_a_spectators(self, people, clients):
        game = begun(people, public=True)
        page = clients[0].get(at(game, 1)).text
        assert re.findall(r'<option value="(.*?)"', page) == ["0", ""]
        assert 'id="private" class="dock" data-seat="0"' in page
        for seat in ("1", "2", "open", "9", "x", "-1"):
            assert clients[0].get(at(game, 1, seat=seat)).status_code == 404

    def test_outsiders_look_as_spectators(self, people, client):
        game = begun(people, public=True)
        page = client.get(at(game, 1)).text
        assert "<option" not in page
        assert 'id="private" hidden' in page

    def test_of_a_game_that_is_over_is_anybodys(self, people, client):
        game = play_to_the_end(begun(people, public=True))
        page = client.get(at(game, 1, seat="2")).text
        assert re.findall(r'<option value="(.*?)"', page) == ["", "0", "1", "2", "open"]
        assert 'data-seat="2"' in page

    def test_by_link_is_for_those_who_sat_there(self, people, clients, client, as_charlie):
        game = play_to_the_end(begun(people))
        assert clients[1].get(at(game, 1)).status_code == 200
        for outsider in (client, as_charlie):
            assert outsider.get(at(game, 1)).status_code == 404


class TestClosedPurses:
    def test_no_price_of_a_past_auction_until_the_end(self, people, clients):
        game = begun(people, open_purses=False)
        assert clients[0].get(at(game, 3)).status_code == 404
        for page in (clients[0].get(at(game, 4, seat="")).text, clients[0].get(at(game, seat="")).text):
            assert 'min="4"' in page
            assert "6,000" not in page

    def test_no_bid_of_an_auction_that_has_been_paid(self, people, clients, client):
        """What a theft takes is still to be chosen, but nobody is told any more what was bid."""
        deck = deck_of(find_rules("high-society"), "possession-8", "theft")
        game = deal(running_table(*people, public=True, open_purses=False), people, deck=deck)
        for user, action in ((0, bid(4)), (1, PASS), (2, PASS), (0, bid(2)), (1, bid(6)), (2, bid(8)), (0, PASS)):
            do(game, people[user], action)
        for reader, number in ((clients[1], 6), (client, 6), (client, 4)):
            assert reader.get(at(game, number)).status_code == 404
        assertNotContains(client.get(at(game, 7)), "8,000")

    def test_after_the_end_as_it_was_then_or_with_everything_open(self, people, clients):
        game = play_to_the_end(begun(people, open_purses=False))
        then, opened = (clients[0].get(at(game, 5, seat=seat)).text for seat in ("0", "open"))
        assert "Ben gets Oil Portrait for 6,000" not in then
        assert "for 6,000" in opened
        left = '<span class="sum">99,000</span>'
        assert left not in then
        assert left in opened, "Ben had paid 6,000 of 106,000, and 1,000 lies on the table"

    def test_catching_up_leads_to_the_first_moment_that_may_be_shown(self, people, clients):
        game = begun(people, open_purses=False)
        game.seats.filter(number=2).update(seen_actions=1, seen_at=None)
        assertContains(clients[2].get(f"/tables/{game.id}/"), f'href="/tables/{game.id}/replay/4/"')

    def test_catching_up_with_open_purses_leads_to_where_one_left(self, people, clients):
        game = begun(people)
        game.seats.filter(number=2).update(seen_actions=1, seen_at=None)
        assertContains(clients[2].get(f"/tables/{game.id}/"), f'href="/tables/{game.id}/replay/1/"')


def test_a_fault_stops_the_game_and_leads_to_the_table(people, clients, monkeypatch):
    game = begun(people)
    monkeypatch.setattr(type(find_rules("high-society")), "view", lambda *args, **how: 1 / 0)
    answer = clients[0].get(at(game, 1))
    assert answer.status_code == 302
    assert fresh(game).status == Game.Status.ERRORED


def test_an_errored_game_is_not_shown(people, clients):
    game = begun(people)
    Game.objects.update(status="errored")
    assertRedirects(clients[0].get(at(game, 1)), f"/tables/{game.id}/")
    assertNotContains(clients[0].get(f"/tables/{game.id}/"), "replay-form")
