"""What only the classic game does: halves and negatives count, and the last tie is shared."""

import pytest

from games.rules import IllegalAction
from games.rules.high_society import CLASSIC_RULES
from tests.support.rules.builders import CLASSIC_IDS, code_of, finished, result_of, seat


def test_half_a_point_wins():
    state = finished(
        seat("possession-8", "possession-3", "scandal", spent=(1000,)),
        seat("possession-5", "title-1"),
        seat("title-2", spent=(25000,)),
        card="title-3",
    )
    assert result_of(CLASSIC_RULES, state).winners == (1,)
    state = finished(
        seat("possession-8", "possession-3", "scandal", spent=(1000,)),
        seat("possession-5"),
        seat("title-2", "title-1", spent=(25000,)),
        card="title-3",
    )
    outcome = result_of(CLASSIC_RULES, state)
    assert outcome.winners == (0,)
    assert [at.score for at in outcome.seats] == [5.5, 5, 0]


def test_a_negative_score_loses_to_nothing():
    state = finished(
        seat("possession-4", "gambling-debt", spent=(1000,)),
        seat("title-1", spent=(2000,)),
        seat("title-2", "scandal", spent=(25000,)),
        card="title-3",
    )
    outcome = result_of(CLASSIC_RULES, state)
    assert outcome.winners == (1,)
    assert [(at.score, at.rank) for at in outcome.seats] == [(-1, 2), (0, 1), (0, 3)]


def test_a_negative_score_may_win():
    state = finished(
        seat("possession-4", "gambling-debt", spent=(1000,)),
        seat("title-1", "possession-9", spent=(25000,)),
        seat("title-2", "scandal", spent=(25000,)),
        card="title-3",
    )
    outcome = result_of(CLASSIC_RULES, state)
    assert outcome.winners == (0,)
    assert [at.score for at in outcome.seats] == [-1, 18, 0]


def test_equal_score_and_money_share_the_win_whatever_they_own():
    state = finished(
        seat("possession-10", "possession-2", spent=(6000,)),
        seat("possession-7", "possession-5", spent=(2000, 4000)),
        seat("title-1", "title-2", "scandal", spent=(25000,)),
        card="title-3",
        starter=2,
    )
    outcome = result_of(CLASSIC_RULES, state)
    assert outcome.winners == (0, 1)
    assert [at.rank for at in outcome.seats] == [1, 1, 3]


def test_two_are_too_few():
    with pytest.raises(IllegalAction) as error:
        CLASSIC_RULES.setup(2, 1, deck=CLASSIC_IDS)
    assert code_of(error) == "invalid_player_count"
