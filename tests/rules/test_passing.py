"""Passing on a possession or a title: the money comes back, and the last one left gets the card."""

from tests.support.rules.builders import PASS, bid, played, seat


def test_a_pass_takes_the_open_bid_back(rules, table):
    state = table(seat(bid=(4000,)), seat(bid=(6000,)), seat(bid=(8000,)), card="possession-7", leader=2)
    after = rules.play(state, 0, PASS)
    assert after.players == (seat(), seat(bid=(6000,)), seat(bid=(8000,)))
    assert [after.has_passed(at) for at in (0, 1, 2)] == [True, False, False]
    assert (after.turn, after.highest_bidder, after.highest_bid) == (1, 2, 8000)


def test_the_last_one_left_pays_the_open_bid_and_takes_the_card(rules, table):
    state = table(seat(bid=(4000,)), seat(), seat(bid=(1000, 8000)), card="title-1", leader=2, passed=[1])
    after = rules.play(state, 0, PASS)
    assert after.players == (seat(), seat(), seat("title-1", spent=(1000, 8000)))
    assert [player.money for player in after.players] == [106_000, 106_000, 97_000]
    assert after.players[2].money_discarded == (1000, 8000)


def test_the_winner_starts_the_next_round(rules, table):
    state = table(
        seat(bid=(4000,)),
        seat(),
        seat(bid=(8000,)),
        card="title-1",
        leader=2,
        passed=[1],
        then=["possession-9"],
    )
    after = rules.play(state, 0, PASS)
    assert (after.starter, after.turn, after.phase) == (2, 2, "auction")
    assert after.card.value == 9
    assert (after.highest_bid, after.highest_bidder, after.passed) == (0, None, 0)


def test_when_nobody_bids_the_last_one_gets_the_card_for_free_unasked(rules, table):
    state = table(seat(), seat(), seat(), card="possession-7", starter=1, then=["possession-3"])
    state = rules.play(state, 1, PASS)
    assert rules.to_act(state) == (2,)
    state = rules.play(state, 2, PASS)
    assert state.players == (seat("possession-7"), seat(), seat())
    assert (state.starter, state.turn) == (0, 0)
    assert state.card.value == 3


def test_a_title_goes_for_free_as_well(rules, table):
    state = table(seat(), seat(), seat(), seat(), card="title-2", starter=3, then=["possession-3"])
    state = played(rules, state, (3, PASS), (0, PASS), (1, PASS))
    assert state.players == (seat(), seat(), seat("title-2"), seat())
    assert rules.to_act(state) == (2,)


def test_a_bid_of_the_last_but_one_wins_when_all_others_have_passed(rules, table):
    state = table(seat(), seat(), seat(), card="possession-7", then=["possession-3"])
    state = played(rules, state, (0, PASS), (1, bid(1000)), (2, PASS))
    assert state.players == (seat(), seat("possession-7", spent=(1000,)), seat())
    assert rules.to_act(state) == (1,)


def test_everybody_passing_at_once_game_long(rules, table):
    """Nobody ever pays: each card goes to the one before the starter, who starts the next round."""
    state = table(seat(), seat(), seat(), card="possession-1", then=["possession-2", "possession-3", "possession-4"])
    state = played(rules, state, (0, PASS), (1, PASS))
    state = played(rules, state, (2, PASS), (0, PASS))
    state = played(rules, state, (1, PASS), (2, PASS))
    assert state.players == (seat("possession-3"), seat("possession-2"), seat("possession-1"))
    assert (state.starter, state.turn) == (0, 0)


def test_five_players(rules, table):
    state = table(seat(), seat(), seat(), seat(), seat(), card="possession-7", starter=4, then=["possession-3"])
    state = played(rules, state, (4, PASS), (0, PASS), (1, bid(2000)), (2, PASS), (3, PASS))
    assert state.players[1] == seat("possession-7", spent=(2000,))
    assert rules.to_act(state) == (1,)
