"""Buying, laying, replacing and evolving."""

import pytest

from games.rules import IllegalAction
from tests.support.rules.builders import code_of
from tests.support.rules.cartes_cards import limit_of
from tests.support.rules.cartes_table import (
    END,
    RULES,
    after,
    board_of,
    buy,
    copies,
    discard_of,
    evolve,
    hand_of,
    market_of,
    newly_discarded,
    play,
    position,
    replace,
    seat,
    told,
)

STAGS = copies("cerf-valet", 5)
EIGHT = (*copies("ours-bucheron", 5), *copies("loup-braconnier", 3))


def refused(state, action):
    with pytest.raises(IllegalAction) as error:
        after(state, action)
    return code_of(error)


def legal_of(state, at):
    """What this seat, which is to act, is told it may do."""
    legal = RULES.view(state, at).legal
    assert legal is not None
    return legal


class TestBuying:
    @pytest.fixture
    def state(self):
        market = ("cerf-valet-1", "cerf-majordome-1", "cerf-chambellan-1", "cerf-chambellan-2", "ours-brasseur-1")
        return position(seat(), seat(), seat(), turn=5, acting=2, market=market)

    def test_takes_the_card_into_the_hand(self, state):
        later = after(state, buy("cerf-majordome-1"))
        assert hand_of(later, 2) == ["cerf-majordome-1"]
        assert "cerf-majordome-1" not in market_of(later)
        assert RULES.view(later, None).players[2].po == 5
        assert told(state, later, "card_bought") == [{"seat": 2, "card": "cerf-majordome-1", "cost": 2}]

    def test_goes_on_as_long_as_there_is_gold(self, state):
        later = after(state, buy("cerf-chambellan-1"), buy("ours-brasseur-1"), buy("cerf-valet-1"))
        assert hand_of(later, 2) == ["cerf-chambellan-1", "ours-brasseur-1", "cerf-valet-1"]
        assert legal_of(later, 2).buy == ()
        assert refused(later, buy("cerf-majordome-1")) == "too_expensive"

    def test_only_what_is_for_sale(self, state):
        assert refused(state, buy("ours-brasseur-2")) == "not_in_market"
        assert refused(after(state, buy("cerf-valet-1")), buy("cerf-valet-1")) == "not_in_market"


class TestLaying:
    def test_one_card_in_a_turn(self):
        state = position(seat("ours-bucheron-1", hand=STAGS[:3]), seat(), turn=3, acting=1)
        state = after(state, END)
        later = after(state, play("cerf-valet-2"))
        assert (board_of(later, 0), hand_of(later, 0)) == (["ours-bucheron-1", "cerf-valet-2"], [STAGS[0], STAGS[2]])
        assert told(state, later, "card_played") == [{"seat": 0, "card": "cerf-valet-2"}]
        assert refused(later, play("cerf-valet-1")) == "already_played"
        assert refused(later, replace("cerf-valet-1", "ours-bucheron-1")) == "already_played"

    def test_also_one_that_was_bought_just_now(self):
        state = position(seat(), seat(), turn=1, acting=0, market=STAGS)
        assert board_of(after(state, buy("cerf-valet-1"), play("cerf-valet-1")), 0) == ["cerf-valet-1"]

    def test_only_from_the_hand(self):
        state = position(seat("cerf-valet-2"), seat(hand=["cerf-valet-1"]), turn=2, acting=0)
        for card in ("cerf-valet-1", "cerf-valet-2", "cerf-valet-3"):
            assert refused(state, play(card)) == "card_not_in_hand"
            assert refused(state, replace(card, "cerf-valet-2")) == "card_not_in_hand"

    def test_a_card_of_level_two_stays_one(self):
        state = position(seat(hand=["cerf-valet-1*"]), seat(), turn=2, acting=0)
        assert board_of(after(state, play("cerf-valet-1")), 0) == ["cerf-valet-1*"]


class TestReplacing:
    @pytest.fixture
    def state(self):
        return position(seat("ours-bucheron-1", "ours-bucheron-2*", hand=STAGS[:2]), seat(), turn=3, acting=0)

    def test_takes_the_place_of_a_card_which_is_discarded(self, state):
        later = after(state, replace("cerf-valet-2", "ours-bucheron-1"))
        assert board_of(later, 0) == ["cerf-valet-2", "ours-bucheron-2*"]
        assert (hand_of(later, 0), newly_discarded(state, later)) == (["cerf-valet-1"], ["ours-bucheron-1"])
        assert told(state, later, "card_replaced") == [
            {"seat": 0, "card": "cerf-valet-2", "over": "ours-bucheron-1"},
        ]

    def test_is_done_instead_of_laying(self, state):
        later = after(state, replace("cerf-valet-2", "ours-bucheron-1"))
        assert refused(later, play("cerf-valet-1")) == "already_played"
        assert legal_of(later, 0).play == legal_of(later, 0).replace == ()

    def test_a_discarded_card_is_of_level_one_again(self, state):
        later = after(state, replace("cerf-valet-2", "ours-bucheron-2"))
        assert newly_discarded(state, later) == ["ours-bucheron-2"]

    def test_only_what_is_on_the_own_board(self, state):
        for over in ("ours-bucheron-3", "cerf-valet-2"):
            assert refused(state, replace("cerf-valet-1", over)) == "card_not_on_board"


class TestEvolving:
    def test_in_hand(self):
        state = position(seat(hand=STAGS[:3]), seat(), turn=1, acting=0, market=copies("ours-bucheron", 5))
        later = after(state, evolve("cerf-valet-2"))
        assert (hand_of(later, 0), discard_of(later)) == (["cerf-valet-2*"], ["cerf-valet-1", "cerf-valet-3"])
        assert told(state, later, "card_evolved") == [
            {"seat": 0, "card": "cerf-valet-2", "zone": "hand", "discarded": ["cerf-valet-1", "cerf-valet-3"]}
        ]

    def test_on_the_board_where_it_lies(self):
        board = ("cerf-valet-3", "ours-bucheron-1", "cerf-valet-1", "cerf-valet-2")
        state = position(seat(*board), seat(), turn=7, acting=0)
        later = after(state, evolve("cerf-valet-1"))
        assert board_of(later, 0) == ["ours-bucheron-1", "cerf-valet-1*"]
        assert told(state, later, "card_evolved")[0]["zone"] == "board"

    def test_with_more_than_three_the_lowest_copies_go(self):
        state = position(seat(hand=STAGS), seat(), turn=1, acting=0)
        later = after(state, evolve("cerf-valet-1"))
        assert hand_of(later, 0) == ["cerf-valet-1*", "cerf-valet-4", "cerf-valet-5"]
        assert discard_of(later) == ["cerf-valet-2", "cerf-valet-3"]

    def test_never_across_hand_and_board(self):
        state = position(seat(*STAGS[:2], hand=STAGS[2:4]), seat(), turn=3, acting=0)
        assert legal_of(state, 0).evolve == ()
        for card in STAGS:
            assert refused(state, evolve(card)) == "cannot_evolve"

    def test_never_with_cards_of_level_two(self):
        state = position(seat(hand=("cerf-valet-1*", *STAGS[1:3])), seat(), turn=1, acting=0)
        assert legal_of(state, 0).evolve == ()
        assert refused(state, evolve("cerf-valet-1")) == refused(state, evolve("cerf-valet-2")) == "cannot_evolve"

    def test_never_with_others_of_the_family(self):
        state = position(seat(hand=("cerf-valet-1", "cerf-valet-2", "cerf-majordome-1")), seat(), turn=3, acting=1)
        assert refused(after(state, END), evolve("cerf-valet-1")) == "cannot_evolve"

    def test_is_a_choice_that_costs_nothing_and_leaves_the_move(self):
        state = position(seat(hand=STAGS[:3], po=0), seat(), turn=1, acting=0)
        assert after(state, END).seat == 1
        later = after(state, evolve("cerf-valet-3"), play("cerf-valet-3"))
        assert board_of(later, 0) == ["cerf-valet-3*"]


def rabbits_with_room():
    """A rabbit that makes room, whatever the numbers are, on the side where it does."""
    return next(card for card in ("lapin-architecte-1", "lapin-architecte-1*") if limit_of([card]) > 8)


class TestRoomOnTheBoard:
    def test_eight_cards(self):
        state = position(seat(*EIGHT, hand=STAGS[:1]), seat(), turn=9, acting=0)
        assert RULES.view(state, None).players[0].board_limit == 8
        assert refused(state, play("cerf-valet-1")) == "board_full"
        legal = legal_of(state, 0)
        assert (legal.play, legal.replace, legal.over) == ((), ("cerf-valet-1",), EIGHT)
        assert len(board_of(after(state, replace("cerf-valet-1", EIGHT[0])), 0)) == 8

    def test_a_rabbit_makes_more(self):
        board = (*EIGHT[:7], rabbits_with_room())
        state = position(seat(*board, hand=STAGS[:1]), seat(), turn=9, acting=0)
        assert RULES.view(state, None).players[0].board_limit == limit_of(board) > 8
        assert len(board_of(after(state, play("cerf-valet-1")), 0)) == 9

    def test_without_the_rabbit_nothing_is_lost_and_nothing_can_be_laid(self):
        rabbit = rabbits_with_room()
        board = (*EIGHT, rabbit)
        state = position(seat(*board, hand=STAGS[:2]), seat(), turn=11, acting=0)
        later = after(state, replace("cerf-valet-1", rabbit.rstrip("*")))
        assert board_of(later, 0) == [*EIGHT, "cerf-valet-1"]
        assert RULES.view(later, None).players[0].board_limit == 8
        next_turn = after(later, END, END)
        assert (next_turn.turn, next_turn.seat) == (12, 0)
        assert refused(next_turn, play("cerf-valet-2")) == "board_full"
        assert len(board_of(after(next_turn, replace("cerf-valet-2", "cerf-valet-1")), 0)) == 9


def test_legal_actions_begin_with_the_end_of_the_turn():
    state = position(seat("ours-bucheron-1", hand=STAGS[:3]), seat(), turn=2, acting=0, market=STAGS[3:])
    assert list(RULES.legal_actions(state, 0)) == [
        END,
        buy("cerf-valet-4"),
        buy("cerf-valet-5"),
        *map(play, STAGS[:3]),
        *(replace(card, "ours-bucheron-1") for card in STAGS[:3]),
        *map(evolve, STAGS[:3]),
    ]


def test_actions_of_different_kinds_are_never_equal():
    assert len({buy("cerf-valet-1"), play("cerf-valet-1"), evolve("cerf-valet-1"), buy("cerf-valet-1"), END}) == 4
    assert repr(replace("cerf-valet-1", "ours-bucheron-1")) == "Replace(card='cerf-valet-1', over='ours-bucheron-1')"


def test_who_is_not_to_act_is_refused_whatever_they_try():
    state = position(seat(hand=STAGS[:1]), seat(hand=STAGS[1:2]), turn=1, acting=0)
    with pytest.raises(IllegalAction) as error:
        RULES.play(state, 1, play("cerf-valet-2"))
    assert code_of(error) == "not_your_turn"
