"""The simplified game: amounts instead of notes, no misfortunes, the start moves on every round."""

import pytest

from games.rules import IllegalAction
from games.rules.simplified import SIMPLIFIED_RULES as RULES
from tests.support.rules.builders import SIMPLE_PASS, code_of, played, say, simple_position, simple_seat


def refused(state, at, action):
    with pytest.raises(IllegalAction) as error:
        RULES.play(state, at, action)
    return code_of(error)


def three(card="value-7", **rest):
    return simple_position(simple_seat(), simple_seat(), simple_seat(), card=card, **rest)


def test_a_bid_is_an_amount():
    after = RULES.play(three(), 0, say(7))
    assert after.players == (simple_seat(money=38, bid=7), simple_seat(), simple_seat())
    assert (after.highest_bid, after.highest_bidder, after.turn) == (7, 0, 1)


def test_a_new_amount_replaces_the_earlier_one():
    """The example of the rules' page: 5, 8, pass, 10, pass. The winner pays 10, not 15."""
    state = played(RULES, three(then=["value-1"]), (0, say(5)), (1, say(8)), (2, SIMPLE_PASS), (0, say(10)))
    assert state.players == (simple_seat(money=35, bid=10), simple_seat(money=37, bid=8), simple_seat())
    state = RULES.play(state, 1, SIMPLE_PASS)
    assert state.players == (simple_seat("value-7", money=35), simple_seat(), simple_seat())


def test_a_bid_is_at_least_one_more():
    state = RULES.play(three(), 0, say(7))
    assert refused(state, 1, say(6)) == "bid_too_low"
    assert refused(state, 1, say(7)) == "bid_too_low"
    assert RULES.play(state, 1, say(8)).highest_bid == 8


def test_the_first_bid_is_at_least_one():
    assert RULES.play(three(), 0, say(1)).highest_bid == 1


def test_a_bid_of_nothing_is_a_pass():
    """Wherever a pass is one: with an open bid, as the one that settles the round, and without a penny."""
    state = played(RULES, three(then=["value-1"]), (0, say(5)), (1, say(8)), (2, say(9)))
    for at in (0, 1):
        assert RULES.play(state, at, say(0)) == RULES.play(state, at, SIMPLE_PASS)
        state = RULES.play(state, at, say(0))
    assert state.players == (simple_seat(), simple_seat(), simple_seat("value-7", money=36))
    broke = simple_position(simple_seat("value-1", money=0), simple_seat(), simple_seat(), card="value-7")
    assert RULES.play(broke, 0, say(0)) == RULES.play(broke, 0, SIMPLE_PASS)


def test_a_bid_of_nothing_is_told_and_written_as_a_pass():
    state = RULES.play(three(), 0, say(5))
    after = RULES.play(state, 1, say(0))
    assert RULES.events(state, after) == [{"type": "passed", "seat": 1, "returned": 0}]
    assert RULES.action_to_json(say(0)) == {"kind": "pass"}
    assert RULES.action_from_json({"kind": "bid", "amount": 0}) is RULES.action_from_json({"kind": "pass"})


def test_a_bid_of_nothing_is_no_legal_action_of_its_own():
    assert list(RULES.legal_actions(three(), 0))[:3] == [SIMPLE_PASS, say(1), say(2)]
    assert say(0) not in RULES.legal_actions(three(), 0)


def test_a_bid_of_nothing_is_refused_like_a_pass():
    assert refused(three(), 1, say(0)) == "not_your_turn"


def test_a_bid_is_at_most_all_money_with_the_open_bid():
    """12 in all, 5 of it bid: up to 12."""
    state = simple_position(
        simple_seat("value-1", money=7, bid=5),
        simple_seat(money=39, bid=6),
        simple_seat(money=38, bid=7),
        card="value-7",
        leader=2,
    )
    assert RULES.play(state, 0, say(12)).players[0] == simple_seat("value-1", money=0, bid=12)
    assert refused(state, 0, say(13)) == "not_enough_money"


def test_everything_can_be_bid_and_no_more():
    assert RULES.play(three(), 0, say(45)).players[0] == simple_seat(money=0, bid=45)
    assert refused(three(), 0, say(46)) == "not_enough_money"
    assert refused(three(), 0, say(1_000_000)) == "not_enough_money"


def test_a_pass_gives_the_bid_back():
    state = played(RULES, three(), (0, say(5)), (1, say(8)), (2, say(9)), (0, SIMPLE_PASS))
    assert state.players == (simple_seat(), simple_seat(money=37, bid=8), simple_seat(money=36, bid=9))
    assert (state.turn, state.has_passed(0), state.highest_bidder) == (1, True, 2)


def test_when_nobody_bids_the_last_one_gets_the_card_for_free_unasked():
    state = played(RULES, three(starter=1, then=["value-1"]), (1, SIMPLE_PASS), (2, SIMPLE_PASS))
    assert state.players == (simple_seat("value-7"), simple_seat(), simple_seat())


def test_the_start_moves_one_seat_each_round_whoever_wins():
    state = three(starter=1, then=["value-1", "value-2", "value-3"])
    state = played(RULES, state, (1, SIMPLE_PASS), (2, SIMPLE_PASS))
    assert (state.starter, state.turn) == (2, 2)
    state = played(RULES, state, (2, say(1)), (0, SIMPLE_PASS), (1, SIMPLE_PASS))
    assert (state.starter, state.turn) == (0, 0)
    state = played(RULES, state, (0, SIMPLE_PASS), (1, say(1)), (2, SIMPLE_PASS))
    assert (state.starter, state.turn) == (1, 1)


def test_without_money_one_is_still_asked():
    state = simple_position(simple_seat("value-1", money=0), simple_seat(), simple_seat(), card="value-7")
    assert list(RULES.legal_actions(state, 0)) == [SIMPLE_PASS]
    assert refused(state, 0, say(1)) == "not_enough_money"
    assert RULES.to_act(RULES.play(state, 0, SIMPLE_PASS)) == (1,)


def test_a_double_is_won_like_any_card():
    state = played(RULES, three("double-2", then=["value-1"]), (0, say(3)), (1, SIMPLE_PASS), (2, SIMPLE_PASS))
    assert state.players[0] == simple_seat("double-2", money=42)
    assert state.players[0].doubles == 1


def test_eight_players():
    state = simple_position(*[simple_seat()] * 8, card="value-7", starter=6, then=["value-1"])
    state = played(RULES, state, (6, say(1)), (7, say(2)), (0, SIMPLE_PASS), (1, say(3)), (2, SIMPLE_PASS))
    state = played(RULES, state, (3, SIMPLE_PASS), (4, SIMPLE_PASS), (5, SIMPLE_PASS), (6, SIMPLE_PASS))
    assert RULES.to_act(state) == (7,)
    state = played(RULES, state, (7, say(20)), (1, SIMPLE_PASS))
    assert state.players[7] == simple_seat("value-7", money=25)
    assert [player.money for player in state.players] == [45, 45, 45, 45, 45, 45, 45, 25]
    assert (state.starter, state.turn) == (7, 7)


def test_eight_players_passing_at_once():
    state = simple_position(*[simple_seat()] * 8, card="value-7", starter=3, then=["value-1"])
    state = played(RULES, state, *((at, SIMPLE_PASS) for at in (3, 4, 5, 6, 7, 0, 1)))
    assert state.players[2] == simple_seat("value-7")
    assert RULES.to_act(state) == (4,)


class TestTheFourthDouble:
    def seats(self):
        return simple_seat("double-1"), simple_seat("double-2"), simple_seat("double-3")

    def test_ends_the_game_as_it_is_drawn(self):
        state = simple_position(*self.seats(), card="value-5", then=["double-4"])
        state = played(RULES, state, (0, say(2)), (1, SIMPLE_PASS), (2, SIMPLE_PASS))
        assert (state.phase, state.turn, state.red_revealed) == ("over", None, 4)
        assert state.players[0] == simple_seat("double-1", "value-5", money=43)
        assert RULES.to_act(state) == ()
        assert refused(state, 0, SIMPLE_PASS) == "game_over"

    def test_three_end_nothing(self):
        state = simple_position(*self.seats()[:2], simple_seat(), card="double-3", then=["value-9"])
        assert (state.phase, state.red_revealed) == ("auction", 3)
        state = played(RULES, state, (0, SIMPLE_PASS), (1, SIMPLE_PASS))
        assert (state.phase, state.red_revealed) == ("auction", 3)
