"""What a standing order in CartesSociété decides: to finish a turn with these purchases, if they are still there."""

import pytest

from games.standing_orders import decide
from games.standing_orders.purchases import ASK, BOOK, END, FINISH, TURN, Order, has_a_turn_left, stage_for
from tests.support.rules.cartes_table import END as END_TURN
from tests.support.rules.cartes_table import (
    RULES,
    after,
    buy,
    copies,
    everybody_ends,
    evolve,
    fallen,
    play,
    position,
    replace,
    seat,
)

VALETS = copies("cerf-valet", 3)
CAMELOT, FACTEUR, BUCHERON = "renard-camelot-1", "lapin-facteur-1", "ours-bucheron-1"
MARKET = (CAMELOT, FACTEUR, BUCHERON, "cerf-majordome-1", "loup-capitaine-1")
"""Three cards for 1 PO, one for 2 and one for 3."""


def table(*board, first=None, **mine):
    """Turn 5, of 7 PO, in which the last of three buys first."""
    return position(first or seat(), seat(), seat(*board, **mine), turn=5, acting=2, market=MARKET)


def order(stage=5, **terms):
    return Order(FINISH, stage=stage, **terms)


def followed(state, wish):
    """All that the order does in this turn."""
    done, seat_to_act = [], state.seat
    while state.seat == seat_to_act and (action := decide(wish, RULES, state, state.seat)) is not None:
        done.append(action)
        state = after(state, action)
    return done


class TestBuying:
    def test_buys_in_the_order_that_was_given(self):
        assert followed(table(), order(buy=(FACTEUR, "loup-capitaine-1", CAMELOT))) == [
            buy(FACTEUR),
            buy("loup-capitaine-1"),
            buy(CAMELOT),
        ]

    def test_leaves_out_what_is_too_expensive_and_goes_on(self):
        wish = order(buy=("loup-capitaine-1", "cerf-majordome-1", CAMELOT))
        assert followed(table(po=4), wish) == [buy("loup-capitaine-1"), buy(CAMELOT)]

    def test_leaves_out_what_is_gone(self):
        state = after(table(), buy(CAMELOT), END_TURN)
        assert followed(state, order(buy=(CAMELOT, FACTEUR))) == [buy(FACTEUR)]


class TestLaying:
    def test_plays_a_card_that_it_bought(self):
        assert followed(table(), order(buy=(FACTEUR,), play=FACTEUR)) == [buy(FACTEUR), play(FACTEUR)]

    def test_replaces_a_card(self):
        wish = order(play=VALETS[0], over=CAMELOT)
        state = position(seat(CAMELOT, hand=VALETS[:1]), seat(), turn=5, acting=0)
        assert followed(state, wish) == [replace(VALETS[0], CAMELOT)]
        assert followed(table(hand=VALETS[:1]), wish) == [], "nothing lies there"

    def test_lays_one_card_only(self):
        assert followed(table(*VALETS[:1], hand=VALETS[1:], played=True), order(play=VALETS[1])) == []

    def test_does_not_squeeze_in_where_the_board_is_full(self):
        board = (*copies("ours-forgeron", 4), *copies("cerf-majordome", 4, 2))
        state = position(seat(*board, hand=VALETS[:1]), seat(), turn=9, acting=0)
        assert followed(state, order(9, play=VALETS[0], then=END)) == [END_TURN]

    def test_asks_where_nothing_can_be_had(self):
        assert followed(table(po=0), order(buy=(FACTEUR,), play=FACTEUR, then=END)) == []
        assert followed(table(), order(buy=("lapin-facteur-2",), then=END)) == [], "it is gone"

    def test_ends_the_turn_if_something_could_be_had(self):
        wish = order(buy=("lapin-facteur-2", FACTEUR), play="lapin-facteur-2", then=END)
        assert followed(table(), wish) == [buy(FACTEUR), END_TURN]

    def test_ends_the_turn_if_what_was_bought_has_evolved(self):
        state = position(seat(hand=VALETS[:2]), seat(), turn=5, acting=0, market=VALETS[2:])
        wish = order(buy=VALETS[2:], evolve=True, then=END)
        assert followed(state, wish) == [buy(VALETS[2]), evolve(VALETS[0]), END_TURN]


class TestEvolving:
    def test_evolves_whatever_can_and_only_if_told_so(self):
        state = position(seat(*VALETS, hand=copies("ours-forgeron", 3)), seat(), turn=5, acting=0)
        assert followed(state, order()) == []
        done = followed(state, order(evolve=True))
        assert done == [evolve("ours-forgeron-1"), evolve("cerf-valet-1")]

    def test_evolves_what_it_has_just_bought(self):
        state = position(seat(hand=VALETS[:2]), seat(), turn=5, acting=0, market=VALETS[2:])
        assert followed(state, order(buy=VALETS[2:], evolve=True)) == [buy(VALETS[2]), evolve(VALETS[0])]

    def test_plays_the_evolved_card_and_does_not_give_it_away(self):
        state = position(seat(hand=VALETS), seat(), turn=5, acting=0)
        wish = order(evolve=True, play=VALETS[2], then=END)
        assert followed(state, wish) == [evolve(VALETS[2]), play(VALETS[2]), END_TURN]

    @pytest.mark.parametrize("over", VALETS)
    def test_what_is_to_be_replaced_is_not_given_away(self, over):
        state = position(seat(*VALETS, hand=(CAMELOT,)), seat(), turn=5, acting=0)
        wish = order(evolve=True, play=CAMELOT, over=over, then=END)
        assert followed(state, wish) == [replace(CAMELOT, over), END_TURN]

    def test_what_is_left_of_it_may_evolve(self):
        state = position(seat(*copies("cerf-valet", 4), hand=(CAMELOT,)), seat(), turn=5, acting=0)
        wish = order(evolve=True, play=CAMELOT, over=VALETS[0])
        assert followed(state, wish) == [replace(CAMELOT, VALETS[0]), evolve(VALETS[1])]

    def test_evolves_after_all_what_cannot_be_replaced(self):
        state = position(seat(*VALETS), seat(), turn=5, acting=0)
        assert followed(state, order(evolve=True, play=CAMELOT, over=VALETS[0])) == [evolve(VALETS[0])]

    def test_replaces_by_the_evolved_card(self):
        state = position(seat(CAMELOT, hand=VALETS), seat(), turn=5, acting=0)
        wish = order(evolve=True, play=VALETS[1], over=CAMELOT)
        assert followed(state, wish) == [evolve(VALETS[1]), replace(VALETS[1], CAMELOT)]


class TestEnding:
    @pytest.mark.parametrize(("then", "done"), [(END, [END_TURN]), (ASK, [])])
    def test_ends_the_turn_or_asks(self, then, done):
        assert followed(table(), order(then=then)) == done

    def test_is_for_its_own_turn_only(self):
        assert decide(order(4, then=END), RULES, table(), 2) is None
        assert decide(order(6, then=END), RULES, table(), 2) is None

    def test_waits_for_its_turn(self):
        assert decide(order(then=END), RULES, table(), 0) is None

    def test_says_nothing_once_the_game_is_over(self):
        state = everybody_ends(position(seat(*VALETS), seat(pv=1), turn=5, acting=1))
        assert state.seat is None
        assert decide(order(then=END), RULES, state, 0) is None


class TestStage:
    def test_is_this_turn_until_the_own_turn_is_over_and_then_the_next(self):
        state = table()
        assert [stage_for(RULES.view(state, each)) for each in range(3)] == [5, 5, 5]
        state = after(state, END_TURN)
        assert [stage_for(RULES.view(state, each)) for each in range(3)] == [5, 5, 6]

    def test_of_whom_there_is_a_turn_left(self):
        state = after(position(seat(), seat(), fallen(), turn=30, acting=0), END_TURN)
        assert [has_a_turn_left(RULES.view(state, each)) for each in range(3)] == [False, True, False]
        assert has_a_turn_left(RULES.view(after(table(), END_TURN), 2))

    def test_of_somebody_who_has_fallen_is_of_no_use(self):
        assert decide(order(then=END), RULES, table(first=fallen()), 0) is None


def test_is_the_same_after_it_was_stored():
    wish = order(buy=(CAMELOT, FACTEUR), play=FACTEUR, over=BUCHERON, evolve=True, then=END)
    terms = {**wish.terms(), "buy": list(wish.buy)}
    assert BOOK.order_from(terms, 5, "") == wish
    assert BOOK.slot_of(wish) == BOOK.slot_of(order()) == TURN
