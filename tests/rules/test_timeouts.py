"""When time runs out during a theft, the possession of lowest value goes."""

import pytest

from tests.rules.builders import PASS, give_up, seat


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
