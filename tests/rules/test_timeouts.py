"""When time runs out during a theft, the possession of lowest value goes."""

import pytest

from games.rules import IllegalAction
from tests.support.rules.builders import PASS, give_up, seat


def test_in_an_auction_one_passes(rules, table):
    state = table(seat("possession-2"), seat(), seat(), card="scandal", starter=0)
    assert rules.timeout_action(state, 0) == PASS


@pytest.mark.parametrize(
    ("cards", "lost"),
    [
        (["possession-4"], 4),
        (["possession-10", "possession-4", "title-1"], 4),
        (["possession-1", "possession-10"], 1),
    ],
)
def test_a_theft_takes_the_least(rules, table, cards, lost):
    state = table(seat(*cards), seat(), seat(), card="theft", phase="discard")
    assert rules.timeout_action(state, 0) == give_up(lost)


def test_whoever_is_not_to_act_has_all_the_time(rules, table):
    state = table(seat(), seat(), seat(), card="possession-7", starter=0)
    with pytest.raises(IllegalAction) as refused:
        rules.timeout_action(state, 1)
    assert refused.value.code == "not_your_turn"


def test_after_the_end_no_time_runs(rules, end):
    state = end(seat("title-1"), seat("title-2"), seat("scandal"), card="title-3")
    with pytest.raises(IllegalAction) as refused:
        rules.timeout_action(state, 0)
    assert refused.value.code == "game_over"
