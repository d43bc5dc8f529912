"""What is told about each step, in past tense."""

from games.rules.simplified import SIMPLIFIED_RULES
from tests.support.rules.builders import (
    IDS,
    PASS,
    SIMPLE_PASS,
    bid,
    give_up,
    in_words_of,
    played,
    say,
    seat,
    simple_position,
    simple_seat,
)


def told(rules, state, at, action):
    return rules.events(state, rules.play(state, at, action))


def revealed(rules, card, red):
    return {"type": "card_revealed", "card": in_words_of(rules.slug, card), "red_revealed": red}


def test_the_beginning(rules):
    state = rules.setup(4, 1, deck=IDS[rules.slug], starter=3)
    assert rules.events(None, state) == [
        {"type": "game_started", "players": 4, "starter": 3},
        revealed(rules, "possession-1", 0),
    ]


def test_a_bid_tells_the_notes_added_and_the_total(rules, table):
    state = table(seat(bid=(4000,)), seat(bid=(6000,)), seat(bid=(8000,)), card="possession-7", leader=2)
    assert told(rules, state, 0, bid(6000, 1000)) == [
        {"type": "bid_placed", "seat": 0, "cards": [1000, 6000], "total": 11_000}
    ]


def test_a_pass_tells_what_came_back(rules, table):
    state = table(seat(bid=(1000, 4000)), seat(bid=(6000,)), seat(bid=(8000,)), card="possession-7", leader=2)
    assert told(rules, state, 0, PASS) == [{"type": "passed", "seat": 0, "returned": [1000, 4000]}]


def test_a_card_won(rules, table):
    state = table(seat(), seat(), seat(), card="possession-7", then=["title-3"])
    state = played(rules, state, (0, bid(1000, 4000)), (1, PASS))
    assert told(rules, state, 2, PASS) == [
        {"type": "passed", "seat": 2, "returned": []},
        {
            "type": "card_won",
            "seat": 0,
            "card": in_words_of(rules.slug, "possession-7"),
            "cards": [1000, 4000],
            "total": 5000,
        },
        revealed(rules, "title-3", 1),
    ]


def test_a_card_for_free(rules, table):
    state = rules.play(table(seat(), seat(), seat(), card="title-1", then=["possession-3"]), 0, PASS)
    assert told(rules, state, 1, PASS) == [
        {"type": "passed", "seat": 1, "returned": []},
        {"type": "card_won", "seat": 2, "card": in_words_of(rules.slug, "title-1"), "cards": [], "total": 0},
        revealed(rules, "possession-3", 1),
    ]


def test_a_misfortune(rules, table):
    state = table(seat(), seat(), seat(), seat(), card="scandal", then=["possession-3"])
    state = played(rules, state, (0, bid(1000)), (1, bid(2000)), (2, bid(3000, 4000)), (3, bid(8000)))
    assert told(rules, state, 0, PASS) == [
        {"type": "passed", "seat": 0, "returned": [1000]},
        {"type": "misfortune_taken", "seat": 0, "card": in_words_of(rules.slug, "scandal")},
        {"type": "money_lost", "seat": 1, "cards": [2000], "total": 2000},
        {"type": "money_lost", "seat": 2, "cards": [3000, 4000], "total": 7000},
        {"type": "money_lost", "seat": 3, "cards": [8000], "total": 8000},
        revealed(rules, "possession-3", 1),
    ]


def test_a_theft_to_choose_and_the_choice(rules, table):
    state = table(seat("possession-4"), seat(), seat(), card="theft", then=["possession-3"])
    theft = in_words_of(rules.slug, "theft")
    assert told(rules, state, 0, PASS) == [
        {"type": "passed", "seat": 0, "returned": []},
        {"type": "misfortune_taken", "seat": 0, "card": theft},
    ]
    assert told(rules, rules.play(state, 0, PASS), 0, give_up(4)) == [
        {
            "type": "possession_stolen",
            "seat": 0,
            "card": in_words_of(rules.slug, "possession-4"),
            "pending": False,
        },
        revealed(rules, "possession-3", 0),
    ]


def test_a_pending_theft(rules, table):
    state = table(seat(), seat(), seat(), card="theft", then=["possession-3"])
    assert told(rules, state, 0, PASS) == [
        {"type": "passed", "seat": 0, "returned": []},
        {"type": "misfortune_taken", "seat": 0, "card": in_words_of(rules.slug, "theft")},
        {"type": "theft_pending", "seat": 0},
        revealed(rules, "possession-3", 0),
    ]


def test_a_pending_theft_coming_true(rules, table):
    state = table(seat("theft"), seat(), seat(), card="possession-10", then=["possession-3"])
    state = played(rules, state, (0, bid(25000)), (1, PASS))
    ten = in_words_of(rules.slug, "possession-10")
    assert told(rules, state, 2, PASS) == [
        {"type": "passed", "seat": 2, "returned": []},
        {"type": "card_won", "seat": 0, "card": ten, "cards": [25000], "total": 25_000},
        {"type": "possession_stolen", "seat": 0, "card": ten, "pending": True},
        revealed(rules, "possession-3", 0),
    ]


def test_a_title_does_not_set_a_pending_theft_off(rules, table):
    state = table(seat("theft"), seat(), seat(), card="title-2", then=["possession-3"])
    state = played(rules, state, (0, bid(1000)), (1, PASS))
    assert [event["type"] for event in told(rules, state, 2, PASS)] == ["passed", "card_won", "card_revealed"]


def test_the_end(rules, table):
    state = table(seat("title-1"), seat("title-2"), seat("scandal"), card="possession-7", then=["title-3"])
    state = played(rules, state, (0, bid(4000)), (1, bid(6000)), (2, PASS))
    assert told(rules, state, 0, PASS) == [
        {"type": "passed", "seat": 0, "returned": [4000]},
        {
            "type": "card_won",
            "seat": 1,
            "card": in_words_of(rules.slug, "possession-7"),
            "cards": [6000],
            "total": 6000,
        },
        revealed(rules, "title-3", 4),
        {"type": "game_ended", "reason": "fourth_red_card", "winners": [0, 2]},
    ]


def test_the_end_right_after_a_theft_discard(rules, table):
    state = table(
        seat("title-1", "possession-4"),
        seat("title-2"),
        seat("scandal"),
        card="theft",
        then=["title-3"],
        phase="discard",
    )
    assert [event["type"] for event in told(rules, state, 0, give_up(4))] == [
        "possession_stolen",
        "card_revealed",
        "game_ended",
    ]


class TestSimplified:
    def state(self, **rest):
        return simple_position(simple_seat(), simple_seat(), simple_seat(), card="value-7", **rest)

    def test_the_beginning(self):
        assert SIMPLIFIED_RULES.events(None, self.state()) == [
            {"type": "game_started", "players": 3, "starter": 0},
            {"type": "card_revealed", "card": "value-7", "red_revealed": 0},
        ]

    def test_a_bid_tells_the_new_amount(self):
        state = played(SIMPLIFIED_RULES, self.state(), (0, say(3)), (1, say(4)), (2, SIMPLE_PASS))
        assert told(SIMPLIFIED_RULES, state, 0, say(9)) == [{"type": "bid_placed", "seat": 0, "total": 9}]

    def test_a_card_won(self):
        state = played(SIMPLIFIED_RULES, self.state(then=["double-2"]), (0, say(3)), (1, say(4)), (2, SIMPLE_PASS))
        assert told(SIMPLIFIED_RULES, state, 0, SIMPLE_PASS) == [
            {"type": "passed", "seat": 0, "returned": 3},
            {"type": "card_won", "seat": 1, "card": "value-7", "total": 4},
            {"type": "card_revealed", "card": "double-2", "red_revealed": 1},
        ]

    def test_a_card_for_free(self):
        state = SIMPLIFIED_RULES.play(self.state(then=["double-2"]), 0, SIMPLE_PASS)
        assert told(SIMPLIFIED_RULES, state, 1, SIMPLE_PASS)[1] == {
            "type": "card_won",
            "seat": 2,
            "card": "value-7",
            "total": 0,
        }

    def test_the_end(self):
        state = simple_position(
            simple_seat("double-1"), simple_seat("double-2"), simple_seat("double-3"), card="value-7", then=["double-4"]
        )
        state = played(SIMPLIFIED_RULES, state, (0, say(3)), (1, SIMPLE_PASS))
        assert told(SIMPLIFIED_RULES, state, 2, SIMPLE_PASS)[2:] == [
            {"type": "card_revealed", "card": "double-4", "red_revealed": 4},
            {"type": "game_ended", "reason": "fourth_red_card", "winners": [1, 2]},
        ]
