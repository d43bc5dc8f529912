"""Bids: sets of the bidder's own notes, added to what lies there, strictly above every other bid."""

import pytest

from games.rules import IllegalAction
from tests.support.rules.builders import PASS, bid, code_of, holding, played, seat


def refused(rules, state, at, action):
    with pytest.raises(IllegalAction) as error:
        rules.play(state, at, action)
    return code_of(error)


def test_a_bid_lies_open_in_front_of_the_bidder(rules, table):
    after = rules.play(table(seat(), seat(), seat(), card="possession-7"), 0, bid(4000, 1000))
    assert after.players == (seat(bid=(1000, 4000)), seat(), seat())
    assert (after.highest_bid, after.highest_bidder, after.turn) == (5000, 0, 1)
    assert after.phase == "auction"


def test_a_bid_adds_to_what_lies_there(rules, table):
    state = table(seat(bid=(4000,)), seat(bid=(6000,)), seat(bid=(8000,)), card="possession-7", leader=2)
    after = rules.play(state, 0, bid(6000))
    assert after.players == (seat(bid=(4000, 6000)), seat(bid=(6000,)), seat(bid=(8000,)))
    assert (after.highest_bid, after.highest_bidder, after.turn) == (10000, 0, 1)


@pytest.mark.parametrize("notes", [(1000,), (2000,), (1000, 2000), (1000, 3000), (3000,)])
def test_a_total_that_is_not_above_the_highest_is_too_low(rules, table, notes):
    state = table(seat(bid=(4000,)), seat(bid=(6000,)), seat(bid=(8000,)), card="possession-7", leader=2)
    assert refused(rules, state, 0, bid(*notes)) == "bid_too_low"


def test_one_thousand_more_is_enough(rules, table):
    state = table(seat(bid=(4000,)), seat(bid=(6000,)), seat(bid=(8000,)), card="possession-7", leader=2)
    assert rules.play(state, 0, bid(2000, 3000)).highest_bid == 9000


def test_a_first_bid_may_be_anything(rules, table):
    state = table(seat(), seat(), seat(), card="title-1")
    assert rules.play(state, 0, bid(1000)).highest_bid == 1000
    assert rules.play(state, 0, bid(25000)).highest_bid == 25000


def test_everything_can_be_bid(rules, table):
    everything = (1000, 2000, 3000, 4000, 6000, 8000, 10000, 12000, 15000, 20000, 25000)
    after = rules.play(table(seat(), seat(), seat(), card="title-1"), 0, bid(*everything))
    assert after.highest_bid == 106_000
    assert after.players[0] == holding(bid=everything)


def test_a_note_in_the_open_bid_cannot_be_bid_again(rules, table):
    state = table(seat(bid=(4000,)), seat(bid=(6000,)), seat(bid=(8000,)), card="possession-7", leader=2)
    assert refused(rules, state, 0, bid(4000)) == "card_not_in_hand"
    assert refused(rules, state, 0, bid(4000, 25000)) == "card_not_in_hand"


def test_a_spent_note_cannot_be_bid(rules, table):
    state = table(seat("possession-1", spent=(25000,)), seat(), seat(), card="possession-7")
    assert refused(rules, state, 0, bid(25000)) == "card_not_in_hand"
    assert refused(rules, state, 0, bid(1000, 25000)) == "card_not_in_hand"


def test_a_missing_note_is_told_before_a_low_total(rules, table):
    state = table(seat("possession-1", spent=(1000,)), seat(), seat(), card="title-1")
    state = played(rules, state, (0, bid(8000)), (1, bid(10000)), (2, PASS))
    assert refused(rules, state, 0, bid(1000)) == "card_not_in_hand"


def test_bids_go_round_until_one_is_left(rules, table):
    """The example of the rules' page, at a table of three: 4,000, 6,000, pass, 7,000 in all, pass."""
    state = table(seat(), seat(), seat(), card="possession-8", then=["possession-1"])
    state = played(rules, state, (0, bid(4000)), (1, bid(6000)), (2, PASS))
    assert rules.to_act(state) == (0,)
    state = rules.play(state, 0, bid(3000))
    assert (state.highest_bid, rules.to_act(state)) == (7000, (1,))
    state = rules.play(state, 1, PASS)
    assert state.players == (seat("possession-8", spent=(3000, 4000)), seat(), seat())
    assert (state.starter, state.turn, state.highest_bidder, state.highest_bid) == (0, 0, None, 0)


def test_those_who_passed_are_skipped(rules, table):
    state = table(seat(), seat(), seat(), seat(), seat(), card="possession-8", starter=3)
    state = played(rules, state, (3, bid(1000)), (4, PASS), (0, bid(2000)), (1, PASS), (2, bid(3000)))
    assert rules.to_act(state) == (3,)
    state = rules.play(state, 3, bid(4000))
    assert rules.to_act(state) == (0,)
    state = rules.play(state, 0, PASS)
    assert rules.to_act(state) == (2,)


def test_there_is_no_change(rules, table):
    """Only 8,000 and 20,000 in hand, 9,000 to beat: the cheapest raise is 20,000."""
    state = table(seat("possession-1"), holding(8000, 20000), seat(), card="title-1")
    state = rules.play(state, 0, bid(1000, 8000))
    assert list(rules.legal_actions(state, 1)) == [PASS, bid(20000), bid(8000, 20000)]
    assert refused(rules, state, 1, bid(8000)) == "bid_too_low"
    assert rules.play(state, 1, bid(20000)).highest_bid == 20000


def test_who_cannot_raise_is_still_asked(rules, table):
    state = rules.play(table(seat("possession-1"), holding(1000, 2000), seat(), card="title-1"), 0, bid(3000))
    assert rules.to_act(state) == (1,)
    assert list(rules.legal_actions(state, 1)) == [PASS]
    assert refused(rules, state, 1, bid(1000, 2000)) == "bid_too_low"
    assert rules.to_act(rules.play(state, 1, PASS)) == (2,)


def test_who_has_no_money_left_is_still_asked(rules, table):
    state = table(holding(cards=["possession-1"]), seat(), seat(), card="title-1")
    assert rules.to_act(state) == (0,)
    assert list(rules.legal_actions(state, 0)) == [PASS]
    assert refused(rules, state, 0, bid(1000)) == "card_not_in_hand"


def test_a_bid_in_a_misfortune_round_must_raise_too(rules, table):
    state = rules.play(table(seat(), seat(), seat(), card="scandal"), 0, bid(4000))
    assert refused(rules, state, 1, bid(4000)) == "bid_too_low"
    assert refused(rules, state, 1, bid(1000, 2000)) == "bid_too_low"
    assert rules.play(state, 1, bid(2000, 3000)).highest_bid == 5000


def test_playing_leaves_the_state_before_as_it_was(rules, table):
    state = table(seat(), seat(), seat(), card="possession-7")
    rules.play(state, 0, bid(4000))
    assert state == table(seat(), seat(), seat(), card="possession-7")


def test_a_refused_bid_changes_nothing(rules, table):
    state = rules.play(table(seat(), seat(), seat(), card="possession-7"), 0, bid(4000))
    same = rules.play(table(seat(), seat(), seat(), card="possession-7"), 0, bid(4000))
    refused(rules, state, 1, bid(1000))
    assert state == same
