"""Every code by a literal case. Codes are promises: programs decide by them."""

from typing import Any

import pytest

from games.rules import IllegalAction, InvalidAction, InvalidState, RuleViolation, UnknownGame, find_rules
from games.rules.high_society.actions import Bid, DiscardPossession
from games.rules.simplified import SIMPLIFIED_RULES
from games.rules.simplified.actions import Bid as SimpleBid
from games.rules.status_cards import Card
from tests.support.rules.builders import (
    IDS,
    PASS,
    SIMPLE_PASS,
    bid,
    code_of,
    finished,
    give_up,
    holding,
    position,
    say,
    seat,
    simple_finished,
    simple_position,
    simple_seat,
)
from tests.support.rules.each_game import deck_of, every_game


def code(call, *args, raises=IllegalAction, **kwargs):
    with pytest.raises(raises) as error:
        call(*args, **kwargs)
    return code_of(error)


class TestPlay:
    """High Society, both editions."""

    @pytest.fixture
    def state(self, table):
        return table(seat("possession-2"), holding(1000, 2000), seat(), card="title-1")

    @pytest.fixture
    def theft(self, table):
        return table(seat("possession-2"), seat(), seat(), card="theft", phase="discard")

    def test_not_your_turn(self, rules, state):
        assert code(rules.play, state, 1, PASS) == "not_your_turn"
        assert code(rules.play, state, 3, PASS) == "not_your_turn"
        assert code(rules.play, state, -3, PASS) == "not_your_turn"
        assert code(rules.play, state, True, PASS) == "not_your_turn"
        assert code(rules.play, state, 0.0, PASS) == "not_your_turn"

    def test_bid_too_low(self, rules, state):
        assert code(rules.play, rules.play(state, 0, bid(3000)), 1, bid(2000)) == "bid_too_low"
        assert code(rules.play, rules.play(state, 0, bid(3000)), 1, bid(1000, 2000)) == "bid_too_low"

    def test_card_not_in_hand(self, rules, state):
        assert code(rules.play, rules.play(state, 0, bid(3000)), 1, bid(4000)) == "card_not_in_hand"

    def test_wrong_phase(self, rules, state, theft):
        assert code(rules.play, state, 0, give_up(2)) == "wrong_phase"
        assert code(rules.play, theft, 0, PASS) == "wrong_phase"
        assert code(rules.play, theft, 0, bid(1000)) == "wrong_phase"

    def test_possession_not_owned(self, rules, theft):
        assert code(rules.play, theft, 0, give_up(3)) == "possession_not_owned"

    def test_game_over(self, rules, end):
        state = end(seat("title-1"), seat("title-2"), seat("title-3"), card="scandal")
        assert code(rules.play, state, 0, PASS) == "game_over"

    def test_malformed_action(self, rules, state):
        assert code(rules.play, state, 0, "pass") == "malformed_action"
        assert code(rules.play, state, 0, {"kind": "pass"}) == "malformed_action"

    def test_actions_of_the_simplified_game_are_malformed(self, rules, state):
        assert code(rules.play, state, 0, SIMPLE_PASS) == "malformed_action"
        assert code(rules.play, state, 0, say(7)) == "malformed_action"
        assert code(rules.action_to_json, say(7)) == "malformed_action"

    def test_the_turn_is_looked_at_before_the_action(self, rules, state):
        assert code(rules.play, state, 1, "junk") == "not_your_turn"

    def test_the_end_is_looked_at_before_the_turn(self, rules, end):
        state = end(seat("title-1"), seat("title-2"), seat("title-3"), card="scandal")
        assert code(rules.play, state, "junk", "junk") == "game_over"


class TestSimplifiedPlay:
    rules = SIMPLIFIED_RULES

    def state(self):
        return simple_position(simple_seat("value-2"), simple_seat(), simple_seat(), card="value-7")

    def test_not_your_turn(self):
        assert code(self.rules.play, self.state(), 1, SIMPLE_PASS) == "not_your_turn"
        assert code(self.rules.play, self.state(), False, SIMPLE_PASS) == "not_your_turn"

    def test_bid_too_low(self):
        assert code(self.rules.play, self.rules.play(self.state(), 0, say(7)), 1, say(7)) == "bid_too_low"

    def test_not_enough_money(self):
        assert code(self.rules.play, self.state(), 0, say(46)) == "not_enough_money"

    def test_game_over(self):
        state = simple_finished(
            simple_seat("double-1"), simple_seat("double-2"), simple_seat("double-3"), card="double-4"
        )
        assert code(self.rules.play, state, 0, SIMPLE_PASS) == "game_over"

    def test_malformed_action(self):
        assert code(self.rules.play, self.state(), 0, None) == "malformed_action"
        assert code(self.rules.play, self.state(), 0, 7) == "malformed_action"

    def test_actions_of_high_society_are_malformed(self):
        for action in (PASS, bid(1000), give_up(2)):
            assert code(self.rules.play, self.state(), 0, action) == "malformed_action"
            assert code(self.rules.action_to_json, action) == "malformed_action"


MALFORMED = {
    "no object": ["pass"],
    "no kind": {},
    "unknown kind": {"kind": "fold"},
    "kind in capitals": {"kind": "PASS"},
    "kind of another type": {"kind": ["pass"]},
    "pass with more": {"kind": "pass", "cards": []},
    "bid of nothing": {"kind": "bid"},
    "unknown key": {"kind": "pass", "extra": 1},
}
MALFORMED_CLASSIC = {
    "no cards": {"kind": "bid", "cards": []},
    "amount": {"kind": "bid", "amount": 7},
    "unprinted denomination": {"kind": "bid", "cards": [5000]},
    "same card twice": {"kind": "bid", "cards": [1000, 1000]},
    "negative": {"kind": "bid", "cards": [-1000]},
    "float": {"kind": "bid", "cards": [1000.0]},
    "bool": {"kind": "bid", "cards": [True]},
    "text": {"kind": "bid", "cards": "1000"},
    "no list": {"kind": "bid", "cards": 1000},
    "object": {"kind": "bid", "cards": {"1000": True}},
    "cards and amount": {"kind": "bid", "cards": [1000], "amount": 7},
    "no value": {"kind": "discard_possession"},
    "value of zero": {"kind": "discard_possession", "value": 0},
    "value of eleven": {"kind": "discard_possession", "value": 11},
    "value as text": {"kind": "discard_possession", "value": "7"},
    "value as float": {"kind": "discard_possession", "value": 7.0},
    "value as bool": {"kind": "discard_possession", "value": True},
    "value as list": {"kind": "discard_possession", "value": [7]},
}
MALFORMED_SIMPLIFIED = {
    "cards": {"kind": "bid", "cards": [1000]},
    "negative": {"kind": "bid", "amount": -7},
    "float": {"kind": "bid", "amount": 7.0},
    "text": {"kind": "bid", "amount": "7"},
    "bool": {"kind": "bid", "amount": True},
    "zero as float": {"kind": "bid", "amount": 0.0},
    "zero as text": {"kind": "bid", "amount": "0"},
    "zero as bool": {"kind": "bid", "amount": False},
    "zero with more": {"kind": "bid", "amount": 0, "cards": []},
    "list": {"kind": "bid", "amount": [7]},
    "nothing": {"kind": "bid", "amount": None},
    "huge": {"kind": "bid", "amount": 10**100},
    "discard": {"kind": "discard_possession", "value": 7},
}


@every_game
@pytest.mark.parametrize("data", MALFORMED.values(), ids=MALFORMED)
def test_malformed_action(game, data):
    assert code(game.action_from_json, data) == "malformed_action"


@pytest.mark.parametrize("data", MALFORMED_CLASSIC.values(), ids=MALFORMED_CLASSIC)
def test_malformed_action_of_high_society(rules, data):
    assert code(rules.action_from_json, data) == "malformed_action"


@pytest.mark.parametrize("data", MALFORMED_SIMPLIFIED.values(), ids=MALFORMED_SIMPLIFIED)
def test_malformed_action_of_the_simplified_game(data):
    assert code(SIMPLIFIED_RULES.action_from_json, data) == "malformed_action"


@pytest.mark.parametrize("value", [0, 11, -1, True, 7.0, "7", None])
def test_malformed_discard(value):
    assert code(DiscardPossession, value) == "malformed_action"


@pytest.mark.parametrize("notes", [(), (5000,), (1000, 1000), 1000, None])
def test_malformed_bid(notes):
    assert code(Bid, notes) == "malformed_action"


@pytest.mark.parametrize("amount", [-1, True, False, 0.0, "0", 7.0, "7", None, 10**100])
def test_malformed_amount(amount):
    assert code(SimpleBid, amount) == "malformed_action"


class TestSetup:
    @pytest.mark.parametrize(
        ("slug", "players"),
        [
            ("high-society", 2),
            ("high-society", 6),
            ("high-society-paris", 1),
            ("high-society-paris", 6),
            ("high-society-simplified", 2),
            ("high-society-simplified", 9),
            ("cartes-societe", 1),
            ("cartes-societe", 6),
        ],
    )
    def test_invalid_player_count(self, slug, players):
        assert code(find_rules(slug).setup, players, 1) == "invalid_player_count"

    @every_game
    def test_invalid_seed(self, game):
        assert code(game.setup, 3, 1.5) == "invalid_seed"
        assert code(game.setup, 3, None) == "invalid_seed"

    @every_game
    def test_invalid_options(self, game):
        assert code(game.setup, 3, 1, {"open_purses": 1}) == "invalid_options"
        assert code(game.setup, 3, 1, {"open_purses": None}) == "invalid_options"
        assert code(game.setup, 3, 1, {"blind": True}) == "invalid_options"
        assert code(game.setup, 3, 1, {"open_purses": True, "blind": True}) == "invalid_options"
        assert code(game.setup, 3, 1, ["open_purses"]) == "invalid_options"

    @every_game
    def test_invalid_starter(self, game):
        assert code(game.setup, 3, 1, starter=3) == "invalid_starter"
        assert code(game.setup, 3, 1, starter=-1) == "invalid_starter"
        assert code(game.setup, 3, 1, starter=True) == "invalid_starter"

    @every_game
    def test_invalid_deck(self, game):
        wrong = [
            lambda pile: [],
            lambda pile: pile[1:],
            lambda pile: [*pile, pile[0]],
            lambda pile: [pile[0], *pile[:-1]],
            lambda pile: ["whist", *pile[1:]],
            lambda pile: range(16),
            dict.fromkeys,
        ]
        for lie in wrong:
            assert code(game.setup, 3, 1, deck=deck_of(game, lying=lie)) == "invalid_deck"
        nothing: list[Any] = [[], {}, "title-1", range(16)]
        for deck in nothing:
            assert code(game.setup, 3, 1, deck=deck) == "invalid_deck"

    def test_decks_do_not_fit_other_editions(self):
        assert code(find_rules("high-society").setup, 3, 1, deck=IDS["high-society-paris"]) == "invalid_deck"
        assert code(find_rules("high-society-paris").setup, 3, 1, deck=IDS["high-society"]) == "invalid_deck"


@every_game
@pytest.mark.parametrize("seat", [-1, 3, True, 1.0, "0", [0]])
def test_invalid_seat(game, seat):
    state = game.setup(3, 1)
    assert code(game.view, state, seat) == "invalid_seat"
    assert code(game.view_json, state, seat) == "invalid_seat"


@every_game
def test_malformed_json(game):
    for read in (game.from_json, game.setup_from_json, game.view_from_json):
        assert code(read, {}, raises=InvalidState) == "malformed_json"
        assert code(read, None, raises=InvalidState) == "malformed_json"


def test_invalid_card_and_state():
    assert code(Card, "x", "title", "X", raises=InvalidState) == "invalid_card"
    assert code(position, seat(), seat(), seat(), card="theft", turn=2, raises=InvalidState) == "invalid_state"
    assert code(finished, seat(), seat(), seat(), card="title-1", raises=InvalidState) == "invalid_state"


def test_unknown_game():
    assert code(find_rules, "whist", raises=UnknownGame) == "unknown_game"


def test_an_illegal_action_goes_by_two_names():
    assert InvalidAction is IllegalAction


def test_all_are_rule_violations_with_code_and_sentence():
    for kind in (IllegalAction, InvalidState, UnknownGame):
        error = kind("some_code", "Some sentence.")
        assert isinstance(error, RuleViolation)
        assert isinstance(error, ValueError)
        assert (error.code, error.message, str(error)) == ("some_code", "Some sentence.", "Some sentence.")
    assert issubclass(UnknownGame, LookupError)
