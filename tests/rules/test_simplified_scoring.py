"""The simplified game's end: the poorest score nothing, doubles double, ties are shared."""

from games.rules.simplified import SIMPLIFIED_RULES as RULES
from tests.support.rules.builders import result_of, simple_finished, simple_seat


def summary(state):
    outcome = result_of(RULES, state)
    return {
        "winners": outcome.winners,
        "seats": [(at.money, at.cast_out, at.rank, at.score) for at in outcome.seats],
    }


def worked_example():
    return simple_finished(
        simple_seat("value-5", "value-3", "double-1", money=10),
        simple_seat("value-9", "value-7", money=15),
        simple_seat("value-6", "value-4", "double-2", "double-3", money=8),
        card="double-4",
    )


def test_worked_example():
    """C is cast out; A has (5 + 3) x 2 = 16 and B 9 + 7 = 16: both win."""
    assert summary(worked_example()) == {
        "winners": (0, 1),
        "seats": [(10, False, 1, 16), (15, False, 1, 16), (8, True, 3, 0)],
    }


def test_lines_of_the_worked_example():
    lines = [[(line.kind, line.total) for line in at.lines] for at in result_of(RULES, worked_example()).seats]
    assert lines == [
        [("possessions", 8), ("titles", 16)],
        [("possessions", 16)],
        [("possessions", 10), ("titles", 40), ("cast_out", 0)],
    ]


def test_the_example_of_the_rules():
    state = simple_finished(
        simple_seat("value-9", "value-4", "double-1", money=11),
        simple_seat("value-8", "value-7", money=30),
        simple_seat("value-6", "value-5", "double-2", "double-3", money=6),
        simple_seat("value-3", "value-2", "value-1", money=27),
        card="double-4",
    )
    assert summary(state) == {
        "winners": (0,),
        "seats": [(11, False, 1, 26), (30, False, 2, 15), (6, True, 4, 0), (27, False, 3, 6)],
    }


def test_three_doubles_make_eight_times():
    state = simple_finished(
        simple_seat("value-9", "double-1", "double-2", "double-4", money=1),
        simple_seat("value-8", money=0),
        simple_seat(),
        card="double-3",
    )
    assert summary(state) == {
        "winners": (0,),
        "seats": [(1, False, 1, 72), (0, True, 3, 0), (45, False, 2, 0)],
    }


def test_doubles_of_nothing_are_nothing():
    state = simple_finished(
        simple_seat("double-1", "double-2", "double-3", money=20),
        simple_seat("value-1", money=30),
        simple_seat("value-9", money=10),
        card="double-4",
    )
    assert summary(state)["winners"] == (1,)


def test_money_breaks_no_tie():
    state = simple_finished(
        simple_seat("value-4", "double-1", money=44),
        simple_seat("value-8", money=2),
        simple_seat("value-5", "value-3", money=3),
        simple_seat("value-9", "double-2", "double-3", money=1),
        card="double-4",
    )
    assert summary(state) == {
        "winners": (0, 1, 2),
        "seats": [(44, False, 1, 8), (2, False, 1, 8), (3, False, 1, 8), (1, True, 4, 0)],
    }


def test_all_who_tie_for_poorest_are_cast_out():
    state = simple_finished(
        simple_seat("value-4", "double-1", money=5),
        simple_seat("value-8", "double-2", money=5),
        simple_seat("double-3", money=6),
        card="double-4",
    )
    assert summary(state) == {
        "winners": (2,),
        "seats": [(5, True, 2, 0), (5, True, 2, 0), (6, False, 1, 0)],
    }


def test_when_all_tie_for_poorest_nobody_wins():
    state = simple_finished(
        simple_seat("value-4", "double-1"), simple_seat("double-2"), simple_seat("double-3"), card="double-4"
    )
    assert summary(state) == {"winners": (), "seats": [(45, True, 1, 0)] * 3}


def test_eight_players():
    state = simple_finished(
        simple_seat("value-1", money=40),
        simple_seat("value-2", "double-1", money=30),
        simple_seat("value-3", money=20),
        simple_seat("value-4", money=20),
        simple_seat("value-5", "double-2", money=10),
        simple_seat("value-9", "double-3", money=9),
        simple_seat(),
        simple_seat("value-6", money=9),
        card="double-4",
    )
    assert summary(state) == {
        "winners": (4,),
        "seats": [
            (40, False, 5, 1),
            (30, False, 2, 4),
            (20, False, 4, 3),
            (20, False, 2, 4),
            (10, False, 1, 10),
            (9, True, 7, 0),
            (45, False, 6, 0),
            (9, True, 7, 0),
        ],
    }


def test_scores_are_whole_numbers():
    assert [type(at.score) for at in result_of(RULES, worked_example()).seats] == [int, int, int]
