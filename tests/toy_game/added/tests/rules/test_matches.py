"""How a game of matches ends, and what is refused on the way."""

import pytest

from games.rules import IllegalAction
from games.rules.matches import MATCHES_RULES, Take


def played(*matches, players=2, misere=False):
    """A game that seat 0 begins, after these many matches were taken in turn."""
    state = MATCHES_RULES.setup(players, 1, {"misere": misere}, starter=0)
    for number in matches:
        state = MATCHES_RULES.play(state, *MATCHES_RULES.to_act(state), Take(number))
    return state


def end(*matches, **table):
    """Why it ended, who won, and who has burnt fingers."""
    outcome = MATCHES_RULES.outcome(played(*matches, **table))
    return outcome.reason, outcome.winners, [seat.cast_out for seat in outcome.seats]


def test_whoever_takes_the_last_match_wins():
    assert end(3, 3, 3) == ("last_match", (0,), [False, True])


def test_where_it_burns_all_others_win():
    assert end(3, 3, 3, players=3, misere=True) == ("last_match", (0, 1), [False, False, True])


def test_a_heap_on_fire_burns_everybody():
    assert end(3, 0) == ("on_fire", (), [True, True])


@pytest.mark.parametrize(("before", "matches"), [((), 4), ((3, 3), 4), ((3, 3, 2), 2), ((), -1)])
def test_nobody_takes_more_than_there_is(before, matches):
    with pytest.raises(IllegalAction) as error:
        played(*before, matches)
    assert error.value.code == "so_many_matches"


def test_a_round_is_a_turn_of_everybody():
    assert [MATCHES_RULES.stage(played(*[1] * turns, players=3)) for turns in (0, 2, 3, 6, 8)] == [1, 1, 2, 3, 3]
    assert MATCHES_RULES.stage(played(*[3] * 3, players=3)) == 1
