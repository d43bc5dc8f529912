"""Misfortunes: the first to pass takes the card and their own money back, all others pay."""

import pytest

from tests.support.rules.builders import PASS, bid, in_words_of, played, seat


def test_the_first_pass_ends_the_round(rules, table):
    """The example of the rules' page: 2,000, 3,000, 4,000, 6,000 in all, then a pass."""
    state = table(seat(), seat(), seat(), card="scandal", then=["possession-3"])
    state = played(rules, state, (0, bid(2000)), (1, bid(3000)), (2, bid(4000)), (0, bid(4000)), (1, PASS))
    assert state.players == (seat(spent=(2000, 4000)), seat("scandal"), seat(spent=(4000,)))
    assert state.card.id == in_words_of(rules.slug, "possession-3")


def test_the_taker_starts_the_next_round(rules, table):
    state = table(seat(), seat(), seat(), card="gambling-debt", then=["possession-3"])
    state = played(rules, state, (0, bid(2000)), (1, bid(3000)), (2, PASS))
    assert (state.starter, state.turn, state.phase) == (2, 2, "auction")
    assert (state.highest_bid, state.highest_bidder, state.passed) == (0, None, 0)


def test_a_starter_who_passes_at_once_takes_it_and_nobody_pays(rules, table):
    state = rules.play(table(seat(), seat(), seat(), card="gambling-debt", then=["possession-3"]), 0, PASS)
    assert state.players == (seat("gambling-debt"), seat(), seat())
    assert rules.to_act(state) == (0,)


def test_who_was_never_asked_pays_nothing(rules, table):
    state = table(seat(), seat(), seat(), seat(), card="gambling-debt", then=["possession-3"])
    state = played(rules, state, (0, bid(25000)), (1, PASS))
    assert state.players == (seat(spent=(25000,)), seat("gambling-debt"), seat(), seat())


def test_the_taker_gets_the_own_bid_back(rules, table):
    state = table(seat(), seat(), seat(), card="scandal", then=["possession-3"])
    state = played(rules, state, (0, bid(2000)), (1, bid(1000, 3000)), (2, bid(6000)), (0, PASS))
    assert state.players == (seat("scandal"), seat(spent=(1000, 3000)), seat(spent=(6000,)))
    assert [player.money for player in state.players] == [106_000, 102_000, 100_000]


@pytest.mark.parametrize(
    ("card", "counts"), [("scandal", (1, 0, 0)), ("gambling-debt", (0, 1, 0)), ("theft", (0, 0, 1))]
)
def test_each_misfortune_counts_for_its_taker(rules, table, card, counts):
    state = rules.play(table(seat(), seat(), seat(), card=card, starter=1, then=["possession-3"]), 1, PASS)
    taker = state.players[1]
    assert (taker.scandals, taker.debts, taker.thefts_pending) == counts


def test_scandal_is_red_and_the_others_are_not(rules, table):
    state = table(seat(), seat(), seat(), card="scandal", then=["gambling-debt", "theft"])
    assert state.red_revealed == 1
    state = rules.play(state, 0, PASS)
    assert state.red_revealed == 1
    state = rules.play(state, 0, PASS)
    assert state.red_revealed == 1
