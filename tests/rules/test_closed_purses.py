"""The memory game: of an opponent only the number of notes is shown, and no price of a past auction, until the end."""

import json

import pytest

from games.rules.auction import Options
from games.rules.simplified import SIMPLIFIED_RULES
from tests.support.rules.builders import IDS, PASS, SIMPLE_PASS, bid, played, say, seat, simple_position, simple_seat
from tests.support.rules.each_game import every_auction

CLOSED = Options(open_purses=False)


@pytest.fixture
def state(table):
    return table(
        seat("possession-2", bid=(3000,), spent=(1000,)),
        seat("title-1", bid=(4000,), spent=(25000, 2000)),
        seat("scandal", bid=(2000, 6000)),
        card="possession-7",
        leader=2,
        options=CLOSED,
    )


def purse(player):
    return player.hand, player.money, player.money_discarded


def test_an_opponents_purse_is_not_shown(rules, state):
    view = rules.view(state, 0)
    assert purse(view.players[1]) == purse(view.players[2]) == (None, None, None)
    assert [player.cards_in_hand for player in view.players] == [9, 8, 9]


def test_the_own_purse_is_shown(rules, state):
    view = rules.view(state, 1)
    own = ((1000, 3000, 6000, 8000, 10000, 12000, 15000, 20000), 75_000, (2000, 25000))
    assert purse(view.you) == purse(view.players[1]) == own
    assert purse(view.players[0]) == (None, None, None)


def test_a_spectator_sees_no_purse(rules, state):
    assert [purse(player) for player in rules.view(state, None).players] == [(None, None, None)] * 3


def test_open_bids_and_cards_stay_visible(rules, state):
    view = rules.view(state, 0)
    assert view.round.open_bids == ((3000,), (4000,), (2000, 6000))
    assert [player.titles for player in view.players] == [0, 1, 0]
    assert view.players[0].possessions == (2,)


def test_json_says_null(rules, state):
    other = rules.view_json(state, 0)["players"][2]
    assert (other["hand"], other["money"], other["money_discarded"]) == (None, None, None)
    assert other["cards_in_hand"] == 9


def test_bots_of_the_house_may_see_open_purses(rules, state):
    view = rules.view(state, 0, open_purses=True)
    assert purse(view.players[1])[1:] == (75_000, (2000, 25000))


def test_an_open_table_can_be_seen_closed(rules, table):
    state = table(seat("possession-2", spent=(1000,)), seat(), seat(), card="possession-7")
    assert purse(rules.view(state, 0).players[1]) != (None, None, None)
    assert purse(rules.view(state, 0, open_purses=False).players[1]) == (None, None, None)
    assert purse(rules.view(state, 0, open_purses=False).players[0])[1] == 105_000


def test_at_the_end_everything_is_shown(rules, end):
    state = end(
        seat("title-1", spent=(1000,)), seat("title-2", spent=(25000,)), seat("scandal"), card="title-3", options=CLOSED
    )
    for at in (None, 0, 1, 2):
        view = rules.view(state, at)
        assert [player.money for player in view.players] == [105_000, 81_000, 106_000]
        assert view.players[1].money_discarded == (25000,)
        assert [result.money for result in view.outcome.seats] == [105_000, 81_000, 106_000]


def test_prices_of_a_won_card_are_not_told(rules, table):
    state = table(seat(), seat(), seat(), card="possession-7", then=["possession-3"], options=CLOSED)
    state = played(rules, state, (0, bid(4000)), (1, PASS))
    after = rules.play(state, 2, PASS)
    won = next(event for event in rules.events(state, after) if event["type"] == "card_won")
    assert (won["seat"], won["cards"], won["total"]) == (0, None, None)


def test_prices_can_be_told_once_the_game_has_ended(rules, table):
    state = table(seat(), seat(), seat(), card="possession-7", then=["possession-3"], options=CLOSED)
    state = played(rules, state, (0, bid(4000)), (1, PASS))
    told = rules.events(state, rules.play(state, 2, PASS), open_purses=True)
    won = next(event for event in told if event["type"] == "card_won")
    assert (won["seat"], won["cards"], won["total"]) == (0, [4000], 4000)


def test_prices_of_a_misfortune_are_not_told(rules, table):
    state = table(seat(), seat(), seat(), card="scandal", then=["possession-3"], options=CLOSED)
    state = played(rules, state, (0, bid(4000)), (1, bid(6000)))
    after = rules.play(state, 2, PASS)
    lost = [event for event in rules.events(state, after) if event["type"] == "money_lost"]
    assert [(event["seat"], event["cards"], event["total"]) for event in lost] == [(0, None, None), (1, None, None)]


def test_the_last_price_is_told_because_the_game_is_over(rules, table):
    state = table(
        seat("title-1"), seat("title-2"), seat("scandal"), card="possession-7", then=["title-3"], options=CLOSED
    )
    state = played(rules, state, (0, bid(4000)), (1, PASS))
    after = rules.play(state, 2, PASS)
    won = next(event for event in rules.events(state, after) if event["type"] == "card_won")
    assert (won["cards"], won["total"]) == ([4000], 4000)


def test_bids_of_the_auction_under_way_are_told(rules, table):
    state = table(seat(), seat(), seat(), card="possession-7", options=CLOSED)
    after = rules.play(state, 0, bid(4000))
    assert rules.events(state, after) == [{"type": "bid_placed", "seat": 0, "cards": [4000], "total": 4000}]


class TestSimplified:
    def state(self):
        return simple_position(
            simple_seat("value-2", money=40),
            simple_seat("double-1", money=30),
            simple_seat(),
            card="value-7",
            starter=1,
            options=CLOSED,
            then=["value-1"],
        )

    def test_purses(self):
        view = SIMPLIFIED_RULES.view(self.state(), 0)
        assert [player.money for player in view.players] == [40, None, None]
        assert [player.money_discarded for player in view.players] == [5, None, None]
        assert view.you is not None
        assert (view.you.money, view.you.money_discarded) == (40, 5)

    def test_spectator_and_override(self):
        rules, state = SIMPLIFIED_RULES, self.state()
        assert [player.money for player in rules.view(state, None).players] == [None, None, None]
        assert [player.money for player in rules.view(state, 0, open_purses=True).players] == [40, 30, 45]

    def test_prices(self):
        state = played(SIMPLIFIED_RULES, self.state(), (1, say(7)), (2, SIMPLE_PASS))
        after = SIMPLIFIED_RULES.play(state, 0, SIMPLE_PASS)
        won = next(event for event in SIMPLIFIED_RULES.events(state, after) if event["type"] == "card_won")
        assert won == {"type": "card_won", "seat": 1, "card": "value-7", "total": None}


@every_auction
def test_views_of_others_are_the_same_whatever_a_player_has_paid(game):
    """Two games of the same bids by different notes or amounts differ for nobody else once the round is over."""
    state = game.setup(3, 1, {"open_purses": False}, deck=IDS[game.slug], starter=0)
    price = {"kind": "bid", "amount": 3} if game is SIMPLIFIED_RULES else {"kind": "bid", "cards": [3000]}
    other = {"kind": "bid", "amount": 9} if game is SIMPLIFIED_RULES else {"kind": "bid", "cards": [8000]}
    ends = []
    for first in (price, other):
        after = game.play(state, 0, game.action_from_json(first))
        after = game.play(after, 1, game.action_from_json({"kind": "pass"}))
        ends.append(game.play(after, 2, game.action_from_json({"kind": "pass"})))
    cheap, dear = ends
    for at in (1, 2, None):
        assert json.dumps(game.view_json(cheap, at)) == json.dumps(game.view_json(dear, at))
    assert game.view_json(cheap, 0) != game.view_json(dear, 0)
