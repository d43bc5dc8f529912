"""The twin that is told its past has all of it, and nothing of what is still to come."""

import pytest

from games.rules.cartes_societe.actions import END_TURN, Buy
from games.rules.cartes_societe.state import State
from tests.support.secrecy.same_past import LAST_TURN, RULES, SamePast


@pytest.fixture
def past():
    past = SamePast()
    with past.told():
        yield past


def side_by_side(past):
    """Both games, action by action, while the twin knows of no turn that has not come."""
    plan = past.twins.other
    other = RULES.setup(plan.size, plan.seed, deck=plan.deck, starter=0)
    for state, after, action in zip(past.states, past.states[1:], plan.script, strict=False):
        past.reached = state.turn
        yield state, other
        past.reached = after.turn
        other = RULES.play(other, state.seat, action)
    yield after, other


def beginnings(past):
    """Both games as each turn begins."""
    turn = 0
    for state, other in side_by_side(past):
        if state.turn > turn:
            turn = state.turn
            yield state, other


def after_a_purchase(state):
    """What would be drawn if somebody bought a card and everybody else let the turn end."""
    before = state
    state = RULES.play(state, state.seat, Buy(RULES.view(state, state.seat).legal.buy[0]))
    while state.turn == before.turn:
        state = RULES.play(state, state.seat, END_TURN)
    return state.market


def test_everybody_is_told_the_same_story(past):
    before = (None, None)
    for both in side_by_side(past):
        for seat in (None, 0, 1):
            assert len({repr(RULES.view(state, seat)) for state in both}) == 1
        told, told_to_the_twin = map(RULES.events, before, both)
        assert told == told_to_the_twin
        before = both
    assert RULES.outcome(both[0]) == RULES.outcome(both[1]) is not None


def test_nothing_undrawn_is_alike_in_any_turn(past):
    turns = []
    for state, other in beginnings(past):
        turns.append(state.turn)
        assert state.setup.digest != other.setup.digest
        assert len(state.piles[state.tier - 1]) > 1
        for mine, theirs in zip(state.piles, other.piles, strict=True):
            assert not mine or (mine[0] != theirs[0] and mine[-1] != theirs[-1])
    assert turns == list(range(1, LAST_TURN + 1))


def test_no_turn_to_come_is_the_same(past):
    for state, other in beginnings(past):
        assert state.turn == LAST_TURN or after_a_purchase(state) != after_a_purchase(other)


def test_twin_is_a_game_that_could_be(past):
    """But for the second turn: a first pile that is drawn from the top gives what its deck says, not what is told."""
    for _state, other in beginnings(past):
        assert other.turn == 2 or State(*other) == other


def test_game_has_all_chance_there_is(past):
    events = [event for pair in zip(past.states, past.states[1:], strict=False) for event in RULES.events(*pair)]
    assert [event["into"] for event in events if event["type"] == "piles_mixed"] == [2, 3, 4, 5]
    filled = [event["reshuffled"] for event in events if event["type"] == "market_filled"]
    assert filled == [False] * (LAST_TURN - 2) + [True]
    assert events[-1]["type"] == "game_ended"
