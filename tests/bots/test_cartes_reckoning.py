"""The numbers bots reckon with in CartesSociété, each against a value worked out by hand."""

from random import Random

import pytest

from games.bots.cartes_societe.card_values import Taste
from games.bots.cartes_societe.habits import evolve_in_hand, lay, shop
from games.bots.cartes_societe.plan import Plan
from games.bots.cartes_societe.playout import EVEN, Course, Future
from games.bots.cartes_societe.row import Row
from games.bots.cartes_societe.table import END, SECOND_SIDE, read_table, steps, totals
from games.rules.cartes_societe.actions import Buy, Evolve, Play, Replace
from games.rules.cartes_societe.catalogue import KINDS
from tests.support.rules.cartes_table import RULES, copies, fallen, position, seat

NUMBER = {kind.slug: number for number, kind in enumerate(KINDS)}
STAG, BEAR, WOLF = (NUMBER[name] for name in ("cerf-chambellan", "ours-brasseur", "loup-capitaine"))
MARQUESS, MONARCH = NUMBER["cerf-marquis"], NUMBER["cerf-monarque"]


def table_of(state):
    return read_table(RULES.view(state, state.seat))


@pytest.fixture
def state():
    return position(
        seat("cerf-chambellan-1*", hand=("ours-brasseur-1", "ours-brasseur-2"), pv=300),
        fallen(),
        seat("loup-capitaine-1", pv=200),
        seat(pv=100),
        turn=7,
        acting=3,
        market=("cerf-chambellan-2", "lapin-facteur-1"),
    )


def test_a_table_is_read_from_the_view_of_who_is_to_act(state):
    table = table_of(state)
    assert (table.me, table.turn, table.gold, table.played) == (3, 7, 9, False)
    assert table.market == [STAG, NUMBER["lapin-facteur"]]
    assert [player.pv for player in table.players] == [300, 0, 200, 100]
    assert table.players[0].board == [STAG + SECOND_SIDE]
    assert table.players[0].hand == [BEAR, BEAR]
    assert table.waiting == [0, 2]
    assert list(map(len, table.piles)) == [0, 0, 0, 35, 35]


def test_steps_are_the_legal_actions_without_the_copies():
    state = position(
        seat(*copies("cerf-chambellan", 3), hand=copies("ours-brasseur", 2), po=3),
        seat(),
        turn=5,
        acting=0,
        market=copies("loup-capitaine", 2),
    )
    choices = steps(RULES.view(state, 0), RULES.legal_actions(state, 0))
    assert set(choices) == {
        END,
        (Buy, WOLF, -1),
        (Play, BEAR, -1),
        (Replace, BEAR, STAG),
        (Evolve, STAG, -1),
    }


def test_a_taste_weighs_attack_and_health():
    bear = KINDS[BEAR].sides[0]
    assert Taste(2.0, 1.0).values[BEAR] == 2 * bear.attack + bear.hp
    assert Taste(0.0, 1.0).of_board([BEAR, BEAR]) == 2 * bear.hp
    wolf = KINDS[WOLF].sides[1]
    assert Taste(1.0, 0.0).values[WOLF + SECOND_SIDE] == wolf.attack + 2 * wolf.bonus_attack


def test_totals_are_those_of_the_rules(state):
    board = RULES.view(state, None).players[0]
    assert totals([STAG + SECOND_SIDE])[:2] == (board.attack, board.hp)


def test_shopping_takes_the_best_that_can_be_paid_again_and_again():
    hand: list[int] = []
    market = [NUMBER["lapin-facteur"], STAG, MARQUESS]
    shop(hand, Row(), market, 6, EVEN)
    assert (hand, market) == ([MARQUESS, NUMBER["lapin-facteur"]], [STAG])


def test_the_third_of_a_name_is_worth_more_than_a_dearer_card_and_evolves():
    hand, market = [STAG, STAG], [MARQUESS, STAG]
    shop(hand, Row(), market, 4, EVEN)
    assert (hand, market) == ([STAG + SECOND_SIDE], [MARQUESS])


def test_two_of_a_name_do_not_evolve():
    hand = [STAG] * 2
    evolve_in_hand(hand, STAG)
    assert hand == [STAG] * 2


@pytest.mark.parametrize(
    ("hand", "board", "after"),
    [
        ([], [STAG], [STAG]),
        ([BEAR], [STAG], [STAG, BEAR]),
        ([STAG, STAG, BEAR], [], [BEAR]),
        # Three of a name make room on a full board.
        ([MARQUESS], [STAG] + [MONARCH] * 7, [STAG, *[MONARCH] * 4, MONARCH + SECOND_SIDE, MARQUESS]),
    ],
)
def test_laying(hand, board, after):
    """The best is laid, but a pair is rather kept; on a full board the weakest makes room."""
    row = Row(board)
    lay(hand, row, EVEN)
    assert sorted(row.cards) == sorted(after)


def test_a_full_board_keeps_what_is_better():
    names = ("cerf-marquis", "ours-general", "loup-banquier", "renard-diplomate")
    row = Row([NUMBER[name] for name in names] * 2)
    hand = [NUMBER["cerf-valet"]]
    lay(hand, row, EVEN)
    assert (hand, len(row.cards)) == ([NUMBER["cerf-valet"]], 8)
    hand = [MONARCH]
    lay(hand, row, EVEN)
    assert (hand, len(row.cards), row.cards[-1]) == ([], 8, MONARCH)


def test_rabbits_make_room():
    rabbit = next(number for number, kind in enumerate(KINDS) if kind.family.key == "lapin" and kind.sides[1].limit)
    assert Row([STAG] * 8).is_full
    assert not Row([STAG] * 7 + [rabbit + SECOND_SIDE]).is_full


def test_a_row_is_kept_up_to_date_card_by_card():
    """Whatever comes and goes, and in whichever order, it counts what the rules count."""
    chance = Random(1)
    for _ in range(50):
        row = Row(chance.randrange(2 * SECOND_SIDE) for _ in range(8))
        row.remove(chance.choice(row.cards))
        again = row.copy()
        again.add(chance.randrange(2 * SECOND_SIDE))
        assert (row.attack, row.hp) == totals(row.cards)[:2]
        assert (again.attack, again.hp) == totals(again.cards)[:2]
        assert len(again.cards) == len(row.cards) + 1


def test_a_future_holds_all_cards_that_may_come_in_an_order_of_its_own(state):
    table = table_of(state)
    future = Future(table, Random(1))
    assert sorted(future.piles[0]) == sorted(table.piles[3])
    assert set(future.piles[1]) >= set(table.piles[4])
    assert future.piles != Future(table, Random(2)).piles


def test_everybody_fights_everybody(state):
    course = Course(Future(table_of(state), Random(1)))
    course._fight()
    after = RULES.view(state, None).players
    stag, wolf = after[0], after[2]
    assert course.pv[2] == 200 - (stag.attack - wolf.hp)
    assert course.pv[3] == 100 - stag.attack - wolf.attack
    assert course.pv[0] == 300 - max(0, wolf.attack - stag.hp)


def test_a_plan_is_carried_out(state):
    course = Course(Future(table_of(state), Random(1)))
    course.finish_my_turn(Plan(bought=(STAG, NUMBER["lapin-facteur"]), laid=STAG))
    assert (course.market, course.hands[3], course.rows[3].cards) == ([], [NUMBER["lapin-facteur"]], [STAG])
    course = Course(Future(table_of(state), Random(1)))
    course.finish_my_turn(Plan())
    assert (len(course.market), course.hands[3], course.rows[3].cards) == (2, [], [])


def test_who_is_far_ahead_at_the_end_has_as_good_as_won():
    strong = position(seat(*copies("cerf-monarque", 5)), seat(pv=1), turn=11, acting=0)
    assert Future(table_of(strong), Random(1)).worth(Plan()) > 0.9
    weak = position(seat(pv=1), seat(*copies("cerf-monarque", 5)), turn=11, acting=0)
    assert Future(table_of(weak), Random(1)).worth(Plan()) < -0.9
    assert EVEN.values[STAG] > 0
