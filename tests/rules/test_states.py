"""Positions of High Society that cannot be, each one step away from one that can."""

import pytest

from games.rules import InvalidState, RuleViolation
from games.rules.high_society.cards import CLASSIC, PARIS
from games.rules.high_society.state import Player, State
from tests.support.rules.builders import (
    code_of,
    finished,
    money,
    position,
    seat,
    seat_bits,
    simple_position,
    simple_seat,
)
from tests.support.rules.junk import each_junk


def auction():
    """Seat 1 started with 4,000, seat 2 raised to 6,000, seat 3 passed, and seat 0 has not been asked yet."""
    return position(
        seat("possession-2"),
        seat("possession-5", bid=(4000,)),
        seat("scandal", bid=(6000,), spent=(25000,)),
        seat(),
        card="title-1",
        starter=1,
        turn=0,
        leader=2,
        passed=[3],
    )


def second_lap():
    """Seat 0 started with 3,000, seat 1 bid 5,000, seat 2 bid 6,000, seat 3 passed: seat 0 is asked again."""
    return position(
        seat("possession-2", bid=(3000,)),
        seat("possession-5", bid=(1000, 4000)),
        seat(bid=(6000,)),
        seat(),
        card="title-1",
        starter=0,
        leader=2,
        passed=[3],
    )


def misfortune():
    return position(seat("possession-2", bid=(1000,)), seat(bid=(2000,)), seat(), card="theft", turn=2, leader=1)


def discard():
    return position(seat("possession-2", "title-1"), seat(), seat(), card="theft", phase="discard")


def over():
    return finished(seat("title-1"), seat("title-2"), seat("scandal"), card="title-3")


def first_round():
    return position(seat(), seat(), seat(), card="possession-7", starter=2)


def refuse(state, **changed):
    with pytest.raises(InvalidState) as error:
        State(**{**state._asdict(), **changed})
    assert code_of(error) == "invalid_state"


def changed_seat(state, at, player):
    return {"players": (*state.players[:at], player, *state.players[at + 1 :])}


def test_these_positions_can_be():
    for state in (auction(), second_lap(), misfortune(), discard(), over(), first_round()):
        assert State(*state) == state


FIELDS = ["setup", "drawn", "players", "starter", "turn", "highest_bidder", "passed", "phase"]


@pytest.mark.parametrize("position", [auction, misfortune, discard, over])
@pytest.mark.parametrize("field", FIELDS)
def test_junk_in_any_place(position, field):
    for _name, junk in each_junk("nothing"):
        refuse(position(), **{field: junk})


@pytest.mark.parametrize("field", ["setup", "drawn", "players", "starter", "turn", "passed", "phase"])
def test_nothing_in_any_place(field):
    refuse(auction(), **{field: None})


def test_junk_as_a_player():
    for _name, junk in each_junk():
        refuse(auction(), players=(seat("possession-2"), junk, seat(), seat()))


def test_one_player_for_each_seat():
    refuse(first_round(), players=(seat(), seat()))
    refuse(first_round(), players=(seat(), seat(), seat(), seat()))
    refuse(first_round(), players=[seat(), seat(), seat()])
    refuse(first_round(), players=(seat(), seat(), (2047, 0, 0)))


def test_players_of_another_game():
    refuse(first_round(), players=(simple_seat(), simple_seat(), simple_seat()))


def test_setup_of_another_game():
    refuse(
        first_round(),
        setup=simple_position(simple_seat(), simple_seat(), simple_seat(), card="value-1").setup,
    )


def test_at_least_one_card_and_at_most_four_red_ones_are_drawn():
    refuse(first_round(), drawn=0)
    refuse(first_round(), drawn=-1)
    refuse(over(), drawn=5)
    refuse(over(), drawn=17)


def test_the_fourth_red_card_ends_the_game_and_no_other():
    refuse(over(), phase="auction", turn=0)
    refuse(over(), drawn=3)
    refuse(auction(), phase="over", turn=None, highest_bidder=None, passed=0)
    refuse(first_round(), phase="over", turn=None)


def test_nobody_acts_once_the_game_is_over():
    refuse(over(), turn=0)
    refuse(over(), highest_bidder=0)
    refuse(over(), passed=1)
    refuse(over(), **changed_seat(over(), 0, seat("title-1", bid=(1000,))))


@pytest.mark.parametrize("phase", ["", "bidding", "AUCTION", "finished"])
def test_unknown_phase(phase):
    refuse(auction(), phase=phase)


@pytest.mark.parametrize("number", [-1, 4, 99])
def test_starter_turn_and_leader_are_seats(number):
    refuse(auction(), starter=number)
    refuse(auction(), turn=number)
    refuse(auction(), highest_bidder=number)


def test_only_seats_can_pass():
    refuse(auction(), passed=seat_bits([3, 4]))
    refuse(auction(), passed=-1)


def test_who_has_passed_is_not_asked_again():
    refuse(auction(), passed=seat_bits([0, 3]))


def test_who_has_passed_has_no_open_bid():
    refuse(auction(), passed=seat_bits([1, 3]))


def test_an_auction_with_one_player_left_is_over():
    refuse(first_round(), passed=seat_bits([0, 1]))


def test_open_bids_differ():
    refuse(auction(), **changed_seat(auction(), 1, seat("possession-5", bid=(2000, 4000))))


def test_the_leader_is_who_bids_most():
    refuse(auction(), highest_bidder=1)
    refuse(auction(), highest_bidder=0)
    refuse(auction(), highest_bidder=None)
    refuse(auction(), highest_bidder=3)


def test_without_a_bid_nobody_leads():
    refuse(first_round(), highest_bidder=2)


def test_the_leader_is_not_asked():
    refuse(second_lap(), turn=2)


def test_the_first_pass_ends_the_auction_of_a_misfortune():
    refuse(misfortune(), passed=seat_bits([0]), **changed_seat(misfortune(), 0, seat("possession-2")))


class TestOrderOfTheTable:
    """Turns go clockwise and every bid raises, so the bids on the table tell whose turn it is."""

    def test_the_first_starter_is_the_one_of_the_setup(self):
        refuse(first_round(), starter=0, turn=0)

    def test_whoever_received_the_last_card_starts(self):
        state = position(seat("possession-2"), seat("possession-5"), seat(), card="possession-7", starter=1)
        refuse(state, starter=0, turn=0)
        refuse(state, starter=2, turn=2)

    def test_nobody_acts_before_the_starter(self):
        refuse(first_round(), turn=0)
        refuse(first_round(), turn=1)

    def test_passes_without_a_bid_go_clockwise_from_the_starter(self):
        state = position(seat(), seat(), seat(), seat(), card="possession-7", starter=2, turn=3, passed=[2])
        refuse(state, turn=0)
        refuse(state, turn=1)
        refuse(state, passed=seat_bits([1]))
        refuse(state, passed=seat_bits([2, 0]))

    def test_the_turn_is_the_next_one_after_the_leader(self):
        refuse(second_lap(), turn=1)
        refuse(auction(), turn=1)

    def test_nobody_is_skipped(self):
        refuse(auction(), passed=0)
        refuse(second_lap(), passed=0)

    def test_a_later_bid_is_a_higher_bid(self):
        first, second = seat("possession-2", bid=(1000, 4000)), seat("possession-5", bid=(3000,))
        refuse(second_lap(), players=(first, second, seat(bid=(6000,)), seat()))

    def test_who_has_not_been_asked_cannot_have_passed(self):
        state = position(seat(bid=(1000,)), seat(), seat(), seat(), card="possession-7", turn=1, leader=0)
        refuse(state, passed=seat_bits([2]))
        refuse(state, passed=seat_bits([3]))

    def test_who_has_not_been_asked_has_no_bid(self):
        state = position(seat(), seat(), seat(), card="possession-7")
        refuse(state, turn=1, highest_bidder=2, **changed_seat(state, 2, seat(bid=(1000,))))


class TestCards:
    """Every card that has been auctioned is with one player, or gone because of a theft."""

    def test_one_owner(self):
        refuse(auction(), **changed_seat(auction(), 3, seat("possession-5")))

    def test_the_card_on_the_table_has_no_owner_yet(self):
        refuse(auction(), **changed_seat(auction(), 3, seat("title-1")))

    def test_a_card_still_in_the_deck_has_no_owner(self):
        refuse(auction(), **changed_seat(auction(), 3, seat("possession-9")))

    def test_the_last_red_card_has_no_owner(self):
        refuse(over(), **changed_seat(over(), 0, seat("title-1", "title-3")))

    @pytest.mark.parametrize("card", ["title-1", "scandal", "gambling-debt", "possession-6", "theft"])
    def test_no_card_vanishes(self, card):
        state = position(seat(card), seat(), seat(), card="possession-7")
        refuse(state, players=(seat(), seat(), seat()))

    def test_a_theft_takes_one_possession_with_it(self):
        state = position(seat(), seat(), seat(), card="possession-7", gone=["possession-3", "theft"])
        assert state.players == (Player(), Player(), Player())

    def test_a_theft_takes_no_second_possession(self):
        state = position(seat("possession-4"), seat(), seat(), card="possession-7", gone=["possession-3", "theft"])
        refuse(state, players=(seat(), seat(), seat()))

    def test_a_pending_theft_has_taken_nothing_yet(self):
        state = position(seat("possession-4"), seat("theft"), seat(), card="possession-7")
        refuse(state, players=(seat(), seat("theft"), seat()))


class TestDiscard:
    def test_is_due_to_a_theft_only(self):
        state = position(seat("possession-2"), seat(), seat(), card="gambling-debt")
        refuse(state, phase="discard")

    def test_is_made_by_who_received_the_theft(self):
        refuse(discard(), turn=1)
        refuse(discard(), turn=None)

    def test_needs_a_possession(self):
        state = position(seat("title-1"), seat("possession-4"), seat(), card="theft", starter=0)
        refuse(state, phase="discard")

    def test_comes_after_the_bids(self):
        refuse(discard(), highest_bidder=1)
        refuse(discard(), passed=seat_bits([1]))
        refuse(discard(), **changed_seat(discard(), 1, seat(bid=(1000,))))


class TestMoney:
    def test_nobody_has_paid_before_the_first_round_is_over(self):
        refuse(first_round(), **changed_seat(first_round(), 0, seat(spent=(1000,))))

    def test_every_seat_has_its_own_notes(self):
        state = position(seat("possession-2", spent=(1000,)), seat(spent=()), seat(), card="possession-7")
        assert [player.money for player in state.players] == [105_000, 106_000, 106_000]
        assert state.players[0].hand == money(2000, 3000, 4000, 6000, 8000, 10000, 12000, 15000, 20000, 25000)


def test_a_state_is_of_the_edition_of_its_setup():
    assert position(seat(), seat(), card="theft", edition=PARIS).card.id == "faux-pas"
    assert position(seat(), seat(), seat(), card="theft", edition=CLASSIC).card.id == "theft"


def test_two_seats_are_too_few_for_the_classic_game():
    with pytest.raises(RuleViolation) as error:
        position(seat(), seat(), card="theft", edition=CLASSIC)
    assert code_of(error) == "invalid_player_count"
