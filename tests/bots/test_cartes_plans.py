"""What an expert of CartesSociété could do with its turn, and what each plan seems to be worth."""

from math import exp

import pytest

from games.bots.cartes_societe.card_values import Taste
from games.bots.cartes_societe.estimate import (
    DENIED,
    GOT_OF_SEEN,
    HOPE_OF_ONE,
    HOPE_OF_PAIR,
    MOVED_UP,
    Hope,
    estimate,
)
from games.bots.cartes_societe.plan import Plan, layings, purchases
from games.bots.cartes_societe.row import Row
from games.bots.cartes_societe.table import NOTHING, SECOND_SIDE
from games.rules.cartes_societe.actions import Buy, EndTurn, Evolve, Play, Replace
from games.rules.cartes_societe.catalogue import KINDS
from tests.bots.test_cartes_reckoning import BEAR, MONARCH, NUMBER, STAG, WOLF, table_of
from tests.support.rules.cartes_table import copies, position, seat

POSTMAN = NUMBER["lapin-facteur"]
EVEN = Taste(1.0, 1.0)
MARKET = ("cerf-chambellan-1", "ours-brasseur-1", "loup-capitaine-1", "lapin-facteur-1")


def at_turn_five(*others, hand=(), board=(), po=None, market=(), played=False, pile=None):
    mine = seat(*board, hand=hand, po=po, played=played)
    return table_of(position(mine, *(others or [seat()]), turn=5, acting=0, market=market, pile=pile))


def best(estimated):
    return max(estimated, key=estimated.__getitem__)


def test_gold_is_spent_as_far_as_it_goes():
    """Seven are enough for two cards of three and the postman; five for one and the postman."""
    bought = [purchase.bought for purchase in purchases(at_turn_five(market=MARKET))]
    pairs = [(STAG, BEAR), (STAG, WOLF), (BEAR, WOLF)]
    assert sorted(bought) == sorted(tuple(sorted((*pair, POSTMAN))) for pair in pairs)
    bought = [purchase.bought for purchase in purchases(at_turn_five(market=MARKET, po=5))]
    assert sorted(bought) == sorted((POSTMAN, card) for card in (STAG, BEAR, WOLF))


def test_without_gold_nothing_is_bought():
    table = at_turn_five(hand=("cerf-chambellan-2",), market=MARKET, po=0)
    assert purchases(table) == [((), [STAG], table.market)]


def test_three_of_a_name_evolve_as_they_are_bought():
    table = at_turn_five(hand=copies("cerf-chambellan", 2, start=2), market=("cerf-chambellan-1",))
    assert purchases(table) == [((STAG,), [STAG + SECOND_SIDE], [])]


def test_each_card_may_be_laid_or_none():
    plans = list(layings(at_turn_five(), [STAG, WOLF], EVEN))
    assert plans == [Plan(), Plan(laid=STAG), Plan(laid=WOLF)]


def test_no_second_card_is_laid():
    table = at_turn_five(board=("cerf-chambellan-1",), played=True)
    assert list(layings(table, [WOLF], EVEN)) == [Plan()]


def test_on_a_full_board_the_weakest_makes_room_or_three_evolve():
    board = (*copies("cerf-monarque", 3), *copies("ours-archiduc", 2), *copies("cerf-marquis", 2), "cerf-valet-1")
    table = table_of(position(seat(*board), seat(), turn=9, acting=0))
    valet = NUMBER["cerf-valet"]
    assert list(layings(table, [WOLF], EVEN)) == [
        Plan(),
        Plan(laid=WOLF, over=valet),
        Plan(evolved=MONARCH),
        Plan(evolved=MONARCH, laid=WOLF),
    ]


@pytest.mark.parametrize(
    ("plan", "step"),
    [
        (Plan(bought=(STAG, WOLF), evolved=BEAR, laid=STAG), (Buy, STAG, NOTHING)),
        (Plan(evolved=BEAR, laid=STAG), (Evolve, BEAR, NOTHING)),
        (Plan(laid=STAG), (Play, STAG, NOTHING)),
        (Plan(laid=STAG, over=BEAR), (Replace, STAG, BEAR)),
        (Plan(), (EndTurn, NOTHING, NOTHING)),
    ],
)
def test_plans_are_carried_out_step_by_step(plan, step):
    assert plan.first_step() == step


def test_a_plan_changes_hand_board_and_market():
    hand, row, market = [STAG, STAG], Row([BEAR] * 3), [STAG, WOLF]
    Plan(bought=(STAG,), evolved=BEAR, laid=STAG + SECOND_SIDE).carry_out(hand, row, market)
    assert (hand, market) == ([], [WOLF])
    assert sorted(row.cards) == sorted([BEAR + SECOND_SIDE, STAG + SECOND_SIDE])


def test_the_third_of_a_name_seems_best():
    table = at_turn_five(hand=copies("cerf-chambellan", 2, start=2), market=MARKET, po=3)
    assert best(estimate(table)) == Plan(bought=(STAG,), laid=STAG + SECOND_SIDE)


def test_a_pair_is_kept_for_a_third_that_may_come_and_laid_if_none_can():
    def laid(pile):
        hand = ("cerf-chambellan-1", "cerf-chambellan-2", "loup-capitaine-1")
        return best(estimate(at_turn_five(hand=hand, po=0, pile=pile))).laid

    assert laid(pile=copies("cerf-chambellan", 3, start=3)) == WOLF
    assert laid(pile=copies("ours-brasseur", 3)) == STAG


def test_hope_counts_the_copies_that_are_left():
    """Two turns of a tier: five more cards are seen of ten, and a fifth of the rest later on."""
    table = at_turn_five(
        pile=(*copies("loup-capitaine", 2), *copies("ours-brasseur", 5), *copies("cerf-chambellan", 3))
    )
    come = GOT_OF_SEEN * (0.5 + 0.5 * MOVED_UP)
    hope = Hope(table)
    assert hope.of_evolving(WOLF, 2) == pytest.approx(HOPE_OF_PAIR * (1 - exp(-2 * come)))
    assert hope.of_evolving(BEAR, 1) == pytest.approx(HOPE_OF_ONE * (1 - exp(-5 * come) * (1 + 5 * come)))
    assert hope.of_evolving(POSTMAN, 2) == 0


def test_after_the_last_turn_of_a_tier_only_what_moves_up_gives_hope():
    table = table_of(position(seat(), seat(), turn=6, acting=0, pile=copies("loup-capitaine", 5)))
    assert Hope(table).of_evolving(WOLF, 2) == pytest.approx(HOPE_OF_PAIR * (1 - exp(-5 * GOT_OF_SEEN * MOVED_UP)))


def test_there_is_no_hope_in_an_empty_pile():
    table = table_of(position(seat(), seat(), turn=9, acting=0, pile=()))
    assert Hope(table).of_evolving(MONARCH, 2) == 0


def test_late_in_the_game_evolutions_are_hardly_worth_waiting_for():
    early, late = (table_of(position(seat(), seat(), turn=turn, acting=0)) for turn in (11, 16))
    assert 0 < Hope(late).of_evolving(MONARCH, 2) < Hope(early).of_evolving(MONARCH, 2) / 3


def test_what_is_in_hand_is_worth_half_by_half_less():
    hope = Hope(at_turn_five(pile=()))
    gains = {
        STAG: 40.0,
        BEAR: 20.0,
        WOLF: -5.0,
        STAG + SECOND_SIDE: 0.0,
        BEAR + SECOND_SIDE: 0.0,
        WOLF + SECOND_SIDE: 0.0,
    }
    assert hope.of([WOLF, BEAR, STAG], gains) == 0.5 * 40 + 0.25 * 20


def test_it_costs_to_leave_the_third_of_a_name_to_the_next_buyer():
    """The same purchase and board, but once the next player has two of what is left."""
    plan = Plan(bought=(BEAR,), laid=BEAR)
    market = ("cerf-chambellan-1", "ours-brasseur-1")
    harmless, dangerous = (
        estimate(at_turn_five(seat(hand=hand), market=market, po=3))[plan]
        for hand in (("loup-capitaine-1", "loup-capitaine-2"), copies("cerf-chambellan", 2, start=2))
    )
    evolved = KINDS[STAG].sides[1]
    assert harmless - dangerous == pytest.approx(DENIED * (evolved.attack + evolved.hp))


def test_health_counts_for_more_the_more_others_there_are():
    """Against one the stag is better on the board, against three the bear."""
    stag, bear = KINDS[NUMBER["cerf-monarque"]].sides[0], KINDS[NUMBER["ours-archiduc"]].sides[0]
    assert stag.attack + stag.hp > bear.attack + bear.hp
    assert stag.attack + 3 * stag.hp < bear.attack + 3 * bear.hp

    def laid(others):
        mine = seat(hand=("cerf-monarque-1", "ours-archiduc-1"), po=0)
        return best(estimate(table_of(position(mine, *[seat()] * others, turn=17, acting=0, pile=())))).laid

    assert laid(others=1) == NUMBER["cerf-monarque"]
    assert laid(others=3) == NUMBER["ours-archiduc"]
