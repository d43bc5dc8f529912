"""Positions of the simplified game that cannot be, each one step away from one that can."""

import pytest

from games.rules import InvalidState
from games.rules.simplified.state import State
from tests.support.rules.builders import (
    code_of,
    first_of_classic,
    seat_bits,
    simple_finished,
    simple_position,
    simple_seat,
)
from tests.support.rules.junk import each_junk


def auction():
    """Seat 1 started with 4, seat 2 said 6, seat 3 passed, and seat 0 has not been asked yet."""
    return simple_position(
        simple_seat("value-2"),
        simple_seat(money=41, bid=4),
        simple_seat("double-1", money=20, bid=6),
        simple_seat(),
        card="value-9",
        starter=1,
        turn=0,
        leader=2,
        passed=[3],
    )


def over():
    return simple_finished(simple_seat("double-1"), simple_seat("double-2"), simple_seat("double-3"), card="double-4")


def first_round():
    return simple_position(simple_seat(), simple_seat(), simple_seat(), card="value-9", starter=2)


def refuse(state, **changed):
    with pytest.raises(InvalidState) as error:
        State(**{**state._asdict(), **changed})
    assert code_of(error) == "invalid_state"


def changed_seat(state, at, player):
    return {"players": (*state.players[:at], player, *state.players[at + 1 :])}


def test_these_positions_can_be():
    for state in (auction(), over(), first_round()):
        assert State(*state) == state


FIELDS = ["setup", "drawn", "players", "starter", "turn", "highest_bidder", "passed", "phase"]


@pytest.mark.parametrize("position", [auction, over])
@pytest.mark.parametrize("field", FIELDS)
def test_junk_in_any_place(position, field):
    for _name, junk in each_junk("nothing"):
        refuse(position(), **{field: junk})


def test_parts_of_another_game():
    refuse(first_round(), setup=first_of_classic().setup)
    refuse(first_round(), players=first_of_classic().players)


def test_one_player_for_each_seat():
    refuse(first_round(), players=(simple_seat(), simple_seat()))
    refuse(first_round(), players=())


def test_there_is_no_discard():
    refuse(auction(), phase="discard")
    refuse(first_round(), phase="discard")


def test_the_fourth_double_ends_the_game_and_no_other():
    refuse(over(), phase="auction", turn=0)
    refuse(over(), drawn=3, starter=2)
    refuse(first_round(), phase="over", turn=None)


def test_nobody_acts_once_the_game_is_over():
    refuse(over(), turn=0)
    refuse(over(), highest_bidder=0)
    refuse(over(), passed=1)
    refuse(over(), **changed_seat(over(), 0, simple_seat("double-1", money=40, bid=5)))


def test_the_starter_moves_one_seat_each_round():
    refuse(auction(), starter=0)
    refuse(auction(), starter=2)
    refuse(first_round(), starter=0, turn=0)


def test_open_bids():
    refuse(auction(), highest_bidder=1)
    refuse(auction(), highest_bidder=None)
    refuse(auction(), turn=2)
    refuse(auction(), passed=seat_bits([1, 3]))
    refuse(auction(), **changed_seat(auction(), 1, simple_seat(money=39, bid=6)))


def test_order_of_the_table():
    refuse(first_round(), turn=0)
    refuse(auction(), turn=1)
    refuse(auction(), passed=0)
    refuse(auction(), **changed_seat(auction(), 1, simple_seat(money=38, bid=7)), highest_bidder=1)


def test_every_card_that_has_been_auctioned_has_one_owner():
    refuse(auction(), **changed_seat(auction(), 0, simple_seat()))
    refuse(auction(), **changed_seat(auction(), 3, simple_seat("value-2")))
    refuse(auction(), **changed_seat(auction(), 3, simple_seat("value-9")))
    refuse(auction(), **changed_seat(auction(), 3, simple_seat("value-8")))


def test_only_who_received_a_card_has_paid():
    refuse(auction(), **changed_seat(auction(), 3, simple_seat(money=44)))
    refuse(first_round(), **changed_seat(first_round(), 0, simple_seat(money=44)))
