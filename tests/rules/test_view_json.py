"""What a seat is shown in an auction game, key by key: pages, API and bots stand on these names."""

import json

import pytest

from games.rules.high_society import CLASSIC_RULES
from games.rules.simplified import SIMPLIFIED_RULES
from tests.support.rules.builders import (
    bid,
    finished,
    holding,
    in_words_of,
    position,
    seat,
    simple_finished,
    simple_position,
    simple_seat,
)
from tests.support.rules.each_game import every_auction, timed_out

VIEW = {
    *("game", "schema", "seat", "phase", "to_act", "card", "round", "you", "players", "revealed", "remaining"),
    *("red_revealed", "deck_size", "legal", "outcome"),
}
ROUND = {"starter", "turn", "highest_bid", "highest_bidder", "open_bids", "passed"}
PLAYER = {
    *("seat", "cards", "possessions", "titles", "scandals", "debts", "thefts_pending"),
    *("money_discarded", "hand", "money", "cards_in_hand"),
}
LEGAL = {"can_pass", "minimum_raise", "cards", "totals", "discards"}
CARD = {"id", "kind", "name", "value", "misfortune", "red"}
OUTCOME = {"reason", "winners", "seats"}
RESULT = {"money", "cast_out", "rank", "score", "lines"}
LINE = {"kind", "text", "total"}


@every_auction
@pytest.mark.parametrize("at", [None, 0, 1, 2])
def test_keys_of_a_running_game(game, at):
    view = game.view_json(game.setup(3, 1, starter=0), at)
    assert set(view) == VIEW
    assert set(view["round"]) == ROUND
    assert set(view["card"]) == CARD
    assert [set(player) for player in view["players"]] == [PLAYER] * 3
    assert view["you"] is None if at is None else set(view["you"]) == PLAYER
    assert set(view["legal"]) == LEGAL if at == 0 else view["legal"] is None
    assert view["outcome"] is None


@every_auction
def test_keys_of_a_finished_game(game):
    view = game.view_json(timed_out(game, game.setup(3, 1)), 1)
    assert set(view) == VIEW
    assert set(view["round"]) == ROUND
    assert set(view["outcome"]) == OUTCOME
    assert [set(at) for at in view["outcome"]["seats"]] == [RESULT] * 3
    assert {frozenset(line) for at in view["outcome"]["seats"] for line in at["lines"]} == {frozenset(LINE)}
    assert (view["legal"], view["to_act"], view["phase"]) == (None, [], "over")


def running(edition):
    """Seat 1 started with 4,000, seat 2 went to 8,000, and seat 0 is to act with three notes left."""
    return position(
        holding(2000, 15000, 20000, cards=["possession-2"]),
        seat("title-1", "gambling-debt", bid=(4000,)),
        seat("scandal", "theft", bid=(2000, 6000), spent=(25000,)),
        card="possession-7",
        edition=edition,
        starter=1,
        turn=0,
        leader=2,
    )


def test_the_whole_view_of_an_auction(rules):
    def words(*ids):
        return [in_words_of(rules.slug, card) for card in ids]

    first = {
        "seat": 0,
        "cards": words("possession-2"),
        "possessions": [2],
        "titles": 0,
        "scandals": 0,
        "debts": 0,
        "thefts_pending": 0,
        "cards_in_hand": 3,
        "hand": [2000, 15000, 20000],
        "money": 37_000,
        "money_discarded": [1000, 3000, 4000, 6000, 8000, 10000, 12000, 25000],
    }
    assert rules.view_json(running(rules.edition), 0) == {
        "game": rules.slug,
        "schema": 1,
        "seat": 0,
        "phase": "auction",
        "to_act": [0],
        "card": {
            "id": words("possession-7")[0],
            "kind": "possession",
            "name": {"high-society": "Racehorse", "high-society-paris": "Estate"}[rules.slug],
            "value": 7,
            "misfortune": None,
            "red": False,
        },
        "round": {
            "starter": 1,
            "turn": 0,
            "highest_bid": 8000,
            "highest_bidder": 2,
            "open_bids": [[], [4000], [2000, 6000]],
            "passed": [False, False, False],
        },
        "you": first,
        "players": [
            first,
            {
                "seat": 1,
                "cards": words("title-1", "gambling-debt"),
                "possessions": [],
                "titles": 1,
                "scandals": 0,
                "debts": 1,
                "thefts_pending": 0,
                "cards_in_hand": 10,
                "hand": [1000, 2000, 3000, 6000, 8000, 10000, 12000, 15000, 20000, 25000],
                "money": 102_000,
                "money_discarded": [],
            },
            {
                "seat": 2,
                "cards": words("scandal", "theft"),
                "possessions": [],
                "titles": 0,
                "scandals": 1,
                "debts": 0,
                "thefts_pending": 1,
                "cards_in_hand": 8,
                "hand": [1000, 3000, 4000, 8000, 10000, 12000, 15000, 20000],
                "money": 73_000,
                "money_discarded": [25000],
            },
        ],
        "revealed": words("possession-2", "scandal", "theft", "title-1", "gambling-debt", "possession-7"),
        "remaining": words(
            *("possession-1", "possession-3", "possession-4", "possession-5", "possession-6", "possession-8"),
            *("possession-9", "possession-10", "title-2", "title-3"),
        ),
        "red_revealed": 2,
        "deck_size": 10,
        "legal": {
            "can_pass": True,
            "minimum_raise": 15_000,
            "cards": [2000, 15000, 20000],
            "totals": [15_000, 17_000, 20_000, 22_000, 35_000, 37_000],
            "discards": [],
        },
        "outcome": None,
    }


def test_a_spectator_sees_the_same_table_without_a_seat(rules):
    mine, theirs = rules.view_json(running(rules.edition), 0), rules.view_json(running(rules.edition), None)
    assert (theirs["seat"], theirs["you"], theirs["legal"]) == (None, None, None)
    for key in VIEW - {"seat", "you", "legal"}:
        assert theirs[key] == mine[key]


def test_everybody_has_their_own_you(rules):
    for at in (0, 1, 2):
        view = rules.view_json(running(rules.edition), at)
        assert view["you"] == view["players"][at]
        assert view["you"]["seat"] == view["seat"] == at


def test_who_is_not_to_act_has_no_legal_actions(rules):
    assert rules.view_json(running(rules.edition), 1)["legal"] is None
    assert rules.view_json(running(rules.edition), 2)["legal"] is None


def test_a_raise_counts_what_lies_there(rules, table):
    """8,000 to beat with 4,000 lying there: more than 4,000 must be added, and the totals count both."""
    state = table(
        holding(1000, 6000, 8000, cards=["possession-1"], bid=(4000,)),
        seat(bid=(6000,)),
        seat(bid=(8000,)),
        card="possession-7",
        leader=2,
    )
    assert rules.view_json(state, 0)["legal"] == {
        "can_pass": True,
        "minimum_raise": 6000,
        "cards": [1000, 6000, 8000],
        "totals": [10_000, 11_000, 12_000, 13_000, 18_000, 19_000],
        "discards": [],
    }


def test_without_a_raise_only_a_pass_is_legal(rules, table):
    state = rules.play(table(seat("possession-1"), holding(1000, 2000), seat(), card="title-1"), 0, bid(3000))
    assert rules.view_json(state, 1)["legal"] == {
        "can_pass": True,
        "minimum_raise": None,
        "cards": [],
        "totals": [],
        "discards": [],
    }


def test_a_full_hand_is_told_in_brief(rules, table):
    """2,048 legal actions, and 106 totals: every thousand from 1,000 to 106,000."""
    legal = rules.view_json(table(seat(), seat(), seat(), card="possession-7"), 0)["legal"]
    assert legal["totals"] == list(range(1000, 107_000, 1000))
    assert legal["minimum_raise"] == 1000
    assert len(json.dumps(legal)) < 1000


def test_a_theft_discard(rules, table):
    state = table(seat("possession-9", "possession-3", "title-1"), seat(), seat(), card="theft", phase="discard")
    view = rules.view_json(state, 0)
    assert (view["phase"], view["to_act"], view["card"]["misfortune"]) == ("discard", [0], "theft")
    assert view["legal"] == {
        "can_pass": False,
        "minimum_raise": None,
        "cards": [],
        "totals": [],
        "discards": [3, 9],
    }
    assert view["round"]["open_bids"] == [[], [], []]


def test_a_finished_game(rules, end):
    state = end(
        seat("possession-8", "possession-3", "scandal", spent=(1000,)),
        seat("title-1", "possession-2", spent=(25000,)),
        seat("title-2"),
        card="title-3",
    )
    view = rules.view_json(state, 2)
    assert (view["phase"], view["to_act"], view["legal"]) == ("over", [], None)
    assert view["revealed"][-1] == in_words_of(rules.slug, "title-3")
    assert (view["red_revealed"], view["deck_size"], len(view["remaining"])) == (4, 9, 9)
    assert (view["round"]["turn"], view["round"]["highest_bid"], view["round"]["highest_bidder"]) == (None, 0, None)
    outcome = view["outcome"]
    assert (outcome["reason"], outcome["winners"]) == ("fourth_red_card", [0])
    half = {"high-society": 5.5, "high-society-paris": 5}[rules.slug]
    assert [(at["money"], at["cast_out"], at["rank"], at["score"]) for at in outcome["seats"]] == [
        (105_000, False, 1, half),
        (81_000, True, 3, 4),
        (106_000, False, 2, 0),
    ]


def test_no_winner_is_an_empty_list():
    state = finished(seat("title-1"), seat("title-2"), seat("title-3"), card="scandal")
    assert CLASSIC_RULES.view_json(state, 0)["outcome"]["winners"] == []


def simple_running():
    """Seat 1 started with 4, seat 2 said 8, seat 3 passed, and seat 0 is to act with 10 left."""
    return simple_position(
        simple_seat("value-2", "double-3", money=10),
        simple_seat(money=41, bid=4),
        simple_seat("double-1", money=20, bid=8),
        simple_seat(),
        card="value-9",
        starter=1,
        turn=0,
        leader=2,
        passed=[3],
    )


def simple_player(at, **told):
    nothing = {"cards": [], "possessions": [], "titles": 0, "scandals": 0, "debts": 0, "thefts_pending": 0}
    return {"seat": at, **nothing, "cards_in_hand": 0, "hand": None, "money_discarded": 0, **told}


def test_the_whole_view_of_a_simplified_auction():
    first = simple_player(0, cards=["value-2", "double-3"], possessions=[2], titles=1, money=10, money_discarded=35)
    assert SIMPLIFIED_RULES.view_json(simple_running(), 0) == {
        "game": "high-society-simplified",
        "schema": 1,
        "seat": 0,
        "phase": "auction",
        "to_act": [0],
        "card": {
            "id": "value-9",
            "kind": "possession",
            "name": "Prestige 9",
            "value": 9,
            "misfortune": None,
            "red": False,
        },
        "round": {
            "starter": 1,
            "turn": 0,
            "highest_bid": 8,
            "highest_bidder": 2,
            "open_bids": [0, 4, 8, 0],
            "passed": [False, False, False, True],
        },
        "you": first,
        "players": [
            first,
            simple_player(1, money=41),
            simple_player(2, cards=["double-1"], titles=1, money=20, money_discarded=17),
            simple_player(3, money=45),
        ],
        "revealed": ["value-2", "double-3", "double-1", "value-9"],
        "remaining": [
            *("value-1", "value-3", "value-4", "value-5", "value-6", "value-7", "value-8", "double-2", "double-4"),
        ],
        "red_revealed": 2,
        "deck_size": 9,
        "legal": {"can_pass": True, "minimum_raise": 9, "cards": [], "totals": [9, 10], "discards": []},
        "outcome": None,
    }


def test_a_simplified_raise_counts_what_was_said():
    state = simple_position(
        simple_seat("value-2", money=10, bid=3),
        simple_seat(money=41, bid=4),
        simple_seat(money=40, bid=5),
        card="value-9",
        leader=2,
        starter=0,
    )
    legal = SIMPLIFIED_RULES.view_json(state, 0)["legal"]
    assert (legal["minimum_raise"], legal["totals"]) == (3, [6, 7, 8, 9, 10, 11, 12, 13])


def test_a_simplified_player_who_cannot_raise():
    state = simple_position(simple_seat("value-2", money=0), simple_seat(), simple_seat(), card="value-9")
    assert SIMPLIFIED_RULES.view_json(state, 0)["legal"] == {
        "can_pass": True,
        "minimum_raise": None,
        "cards": [],
        "totals": [],
        "discards": [],
    }


def test_a_simplified_finished_game():
    state = simple_finished(
        simple_seat("value-5", "value-3", "double-1", money=10),
        simple_seat("value-9", "value-7", money=15),
        simple_seat("value-6", "value-4", "double-2", "double-3", money=8),
        card="double-4",
    )
    outcome = SIMPLIFIED_RULES.view_json(state, None)["outcome"]
    assert (outcome["reason"], outcome["winners"]) == ("fourth_red_card", [0, 1])
    assert [at["score"] for at in outcome["seats"]] == [16, 16, 0]
