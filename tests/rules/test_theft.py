"""Theft: a possession now, or the next one received; never a title, never a choice not to choose."""

import pytest

from games.rules import IllegalAction
from tests.support.rules.builders import PASS, bid, code_of, give_up, in_words_of, played, seat


def thief_takes_from_seat_0(rules, table, **rest):
    """Seat 0 owns 3, 7 and a title, and passed on the theft after seats 1 and 2 had bid."""
    state = table(
        seat("possession-3", "possession-7", "title-1"),
        seat(),
        seat(),
        card="theft",
        then=["possession-9"],
        **rest,
    )
    return played(rules, state, (0, bid(1000)), (1, bid(2000)), (2, bid(3000)), (0, PASS))


def test_a_receiver_with_possessions_must_choose_before_the_next_card(rules, table):
    state = thief_takes_from_seat_0(rules, table)
    assert (state.phase, state.turn, state.starter) == ("discard", 0, 0)
    assert state.card.misfortune == "theft"
    assert rules.to_act(state) == (0,)
    assert list(rules.legal_actions(state, 0)) == [give_up(3), give_up(7)]
    assert state.players == (
        seat("possession-3", "possession-7", "title-1"),
        seat(spent=(2000,)),
        seat(spent=(3000,)),
    )


def test_the_chosen_possession_is_gone_and_so_is_the_theft(rules, table):
    state = rules.play(thief_takes_from_seat_0(rules, table), 0, give_up(7))
    assert state.players[0] == seat("possession-3", "title-1")
    assert (state.phase, state.starter, state.turn) == ("auction", 0, 0)
    assert state.card.value == 9
    assert all(player.thefts_pending == 0 for player in state.players)


@pytest.mark.parametrize("action", [PASS, bid(1000)])
def test_neither_passing_nor_bidding_is_a_way_out(rules, table, action):
    state = thief_takes_from_seat_0(rules, table)
    with pytest.raises(IllegalAction) as error:
        rules.play(state, 0, action)
    assert code_of(error) == "wrong_phase"


@pytest.mark.parametrize("value", [1, 2, 4, 9, 10])
def test_only_an_own_possession_can_be_given_up(rules, table, value):
    state = thief_takes_from_seat_0(rules, table)
    with pytest.raises(IllegalAction) as error:
        rules.play(state, 0, give_up(value))
    assert code_of(error) == "possession_not_owned"


def test_nobody_else_chooses(rules, table):
    state = thief_takes_from_seat_0(rules, table)
    with pytest.raises(IllegalAction) as error:
        rules.play(state, 1, give_up(3))
    assert code_of(error) == "not_your_turn"
    assert list(rules.legal_actions(state, 1)) == []


def test_nothing_is_given_up_without_a_theft(rules, table):
    state = table(seat("possession-3"), seat(), seat(), card="possession-9")
    with pytest.raises(IllegalAction) as error:
        rules.play(state, 0, give_up(3))
    assert code_of(error) == "wrong_phase"


def test_the_only_possession_must_be_chosen_too(rules, table):
    state = rules.play(table(seat("possession-10"), seat(), seat(), card="theft", then=["possession-1"]), 0, PASS)
    assert (state.phase, rules.to_act(state)) == ("discard", (0,))
    assert list(rules.legal_actions(state, 0)) == [give_up(10)]
    state = rules.play(state, 0, give_up(10))
    assert state.players == (seat(), seat(), seat())
    assert rules.to_act(state) == (0,)


def test_a_receiver_with_titles_only_has_a_theft_pending(rules, table):
    state = rules.play(
        table(seat("title-1", "title-2"), seat("possession-4"), seat(), card="theft", then=["possession-1"]),
        0,
        PASS,
    )
    assert state.players[0] == seat("title-1", "title-2", "theft")
    assert (state.phase, state.turn, state.card.value) == ("auction", 0, 1)


def test_a_pending_theft_eats_the_next_possession_even_a_ten(rules, table):
    state = table(seat("theft"), seat(), seat(), card="possession-10", then=["possession-2"])
    state = played(rules, state, (0, bid(25000)), (1, PASS), (2, PASS))
    assert state.players == (seat(spent=(25000,)), seat(), seat())
    assert (state.starter, state.turn, state.card.value) == (0, 0, 2)


def test_after_that_possessions_stay(rules, table):
    state = table(seat("theft"), seat(), seat(), card="possession-10", then=["possession-2", "possession-3"])
    state = played(rules, state, (0, bid(25000)), (1, PASS), (2, PASS), (0, bid(1000)), (1, PASS), (2, PASS))
    assert state.players[0] == seat("possession-2", spent=(1000, 25000))


def test_a_possession_that_comes_for_free_is_eaten_as_well(rules, table):
    state = table(seat("possession-1"), seat(), seat("theft"), card="possession-10", then=["possession-2"])
    state = played(rules, state, (0, PASS), (1, PASS))
    assert state.players == (seat("possession-1"), seat(), seat())
    assert (state.starter, state.turn) == (2, 2)


@pytest.mark.parametrize("card", ["gambling-debt", "scandal"])
def test_a_pending_theft_waits_through_other_misfortunes(rules, table, card):
    state = rules.play(table(seat("theft"), seat(), seat(), card=card, then=["possession-2"]), 0, PASS)
    assert state.players[0] == seat("theft", card)


def test_a_pending_theft_takes_no_title(rules, table):
    state = table(seat("theft"), seat(), seat(), card="title-1", then=["possession-2"])
    state = played(rules, state, (0, bid(1000)), (1, PASS), (2, PASS))
    assert state.players[0] == seat("theft", "title-1", spent=(1000,))


def test_a_pending_theft_is_of_no_concern_to_others(rules, table):
    state = table(seat("theft"), seat(), seat(), card="possession-10", then=["possession-2"])
    state = played(rules, state, (0, PASS), (1, bid(1000)), (2, PASS))
    assert state.players == (seat("theft"), seat("possession-10", spent=(1000,)), seat())


def test_after_a_pending_theft_came_true_its_victim_starts_the_next_round(rules, table):
    state = table(seat("possession-1"), seat("theft"), seat(), card="possession-10", then=["possession-2"])
    state = played(rules, state, (0, PASS), (1, bid(1000)), (2, PASS))
    assert (state.starter, state.turn) == (1, 1)
    assert state.card.id == in_words_of(rules.slug, "possession-2")
