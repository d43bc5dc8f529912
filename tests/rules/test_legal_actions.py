"""The lazy sequence of legal actions: the pass, then every raise by rising amount."""

import pickle
from itertools import chain, combinations
from typing import Any

import pytest

from games.rules.high_society.actions import AuctionActions
from games.rules.simplified import SIMPLIFIED_RULES
from tests.support.rules.builders import (
    NOTES,
    PASS,
    SIMPLE_PASS,
    bid,
    give_up,
    holding,
    money,
    say,
    seat,
    simple_position,
    simple_seat,
)


def tiny(rules, table):
    """1,000, 2,000 and 4,000 in hand, 3,000 to beat."""
    state = table(seat("possession-1"), holding(1000, 2000, 4000), seat(), card="title-1")
    return rules.legal_actions(rules.play(state, 0, bid(3000)), 1)


TINY = [PASS, bid(4000), bid(1000, 4000), bid(2000, 4000), bid(1000, 2000, 4000)]


def test_a_tiny_hand(rules, table):
    assert list(tiny(rules, table)) == TINY
    assert len(tiny(rules, table)) == 5


def test_indexing(rules, table):
    actions = tiny(rules, table)
    assert [actions[at] for at in range(5)] == TINY
    assert [actions[at] for at in range(-5, 0)] == TINY


@pytest.mark.parametrize("at", [5, 6, 99, 10**30, -6, -7, -99, -(10**30)])
def test_indexing_out_of_range(rules, table, at):
    with pytest.raises(IndexError):
        tiny(rules, table)[at]


@pytest.mark.parametrize("at", ["0", None, 1.5, [0]])
def test_indexing_with_junk(rules, table, at):
    with pytest.raises(TypeError):
        tiny(rules, table)[at]


@pytest.mark.parametrize(
    "part",
    [
        slice(None),
        slice(1, 3),
        slice(0, 0),
        slice(-2, None),
        slice(None, None, -1),
        slice(None, None, 2),
        slice(4, 0, -3),
        slice(3, 99),
        slice(-99, 2),
        slice(99, None),
    ],
    ids=str,
)
def test_slices(rules, table, part):
    assert list(tiny(rules, table)[part]) == TINY[part]


def test_walking_backwards_counting_and_finding(rules, table):
    actions = tiny(rules, table)
    assert list(reversed(actions)) == TINY[::-1]
    assert actions.index(bid(1000, 4000)) == 2
    assert actions.count(bid(1000, 4000)) == 1
    assert actions.count(bid(1000)) == 0
    with pytest.raises(ValueError):  # noqa: PT011
        actions.index(bid(1000))


def test_walking_twice_gives_the_same(rules, table):
    actions = tiny(rules, table)
    assert list(actions) == list(actions)
    assert list(pickle.loads(pickle.dumps(list(actions)))) == TINY


def test_containment(rules, table):
    actions = tiny(rules, table)
    assert all(action in actions for action in TINY)
    for absent in (bid(1000), bid(2000), bid(1000, 2000), bid(3000), bid(25000), bid(3000, 4000)):
        assert absent not in actions
    for junk in (None, 0, "pass", {"kind": "pass"}, [1000], give_up(3), SIMPLE_PASS, say(7), object()):
        assert junk not in actions


def test_a_full_hand_has_2048(rules, table):
    actions = rules.legal_actions(table(seat(), seat(), seat(), card="title-1"), 0)
    assert len(actions) == 2048
    assert len(list(actions)) == 2048
    assert len(set(actions)) == 2048
    assert (actions[0], actions[1], actions[2]) == (PASS, bid(1000), bid(2000))
    assert {actions[3], actions[4]} == {bid(3000), bid(1000, 2000)}
    assert (actions[2047], actions[-2048]) == (bid(*NOTES), PASS)
    assert actions[-1] == bid(*NOTES)


def test_the_order_of_a_full_hand_is_by_rising_amount(rules, table):
    actions = rules.legal_actions(table(seat(), seat(), seat(), card="title-1"), 0)
    amounts = [sum(action.cards) for action in actions[1:]]
    assert amounts == sorted(amounts)
    assert (amounts[0], amounts[-1]) == (1000, 106_000)


def test_it_is_lazy(rules, table):
    """Asking for a full hand makes no list of it."""
    actions = rules.legal_actions(table(seat(), seat(), seat(), card="title-1"), 0)
    assert isinstance(actions, AuctionActions)
    assert repr(actions) == "<pass or 2047 raises>"
    assert not hasattr(actions, "__dict__")


HANDS = {
    "full": (NOTES, 0),
    "full against 50,000": (NOTES, 50_000),
    "full against all but one": (NOTES, 105_000),
    "full against everything": (NOTES, 106_000),
    "small notes": ((1000, 2000, 3000, 4000), 5000),
    "large notes": ((12000, 15000, 20000, 25000), 26_000),
    "mixed": ((2000, 3000, 8000, 10000, 25000), 13_000),
    "two": ((8000, 20000), 9000),
    "one": ((1000,), 0),
    "none": ((), 0),
}


@pytest.mark.parametrize(("notes", "beyond"), HANDS.values(), ids=HANDS)
def test_against_brute_force(notes, beyond):
    subsets = chain.from_iterable(combinations(notes, size) for size in range(1, len(notes) + 1))
    expected = {subset for subset in subsets if sum(subset) > beyond}
    actions: Any = AuctionActions(money(*notes), beyond)
    assert actions[0] == PASS
    assert {action.cards for action in actions[1:]} == expected
    assert len(actions) == 1 + len(expected)
    assert all(bid(*subset) in actions for subset in expected)
    amounts = [sum(action.cards) for action in actions[1:]]
    assert amounts == sorted(amounts)


def test_the_open_bid_counts(rules, table):
    """8,000 to beat with 4,000 lying there: more than 4,000 must be added."""
    state = table(
        holding(1000, 3000, 6000, cards=["possession-1"], bid=(4000,)),
        seat(bid=(6000,)),
        seat(bid=(8000,)),
        card="possession-7",
        leader=2,
    )
    assert list(rules.legal_actions(state, 0)) == [
        PASS,
        bid(6000),
        bid(1000, 6000),
        bid(3000, 6000),
        bid(1000, 3000, 6000),
    ]


def test_a_theft_discard(rules, table):
    state = table(seat("possession-9", "possession-3", "title-1"), seat(), seat(), card="theft", phase="discard")
    assert list(rules.legal_actions(state, 0)) == [give_up(3), give_up(9)]


def simple_actions(money, highest):
    state = simple_position(simple_seat("value-1"), simple_seat("value-2", money=money), simple_seat(), card="value-7")
    state = SIMPLIFIED_RULES.play(state, 0, say(highest)) if highest else SIMPLIFIED_RULES.play(state, 0, SIMPLE_PASS)
    return SIMPLIFIED_RULES.legal_actions(state, 1)


def test_simplified_actions():
    assert list(simple_actions(4, 0)) == [SIMPLE_PASS, say(1), say(2), say(3), say(4)]
    assert list(simple_actions(4, 2)) == [SIMPLE_PASS, say(3), say(4)]
    assert list(simple_actions(4, 4)) == [SIMPLE_PASS]
    assert list(simple_actions(4, 40)) == [SIMPLE_PASS]
    assert list(simple_actions(0, 0)) == [SIMPLE_PASS]


def test_a_simplified_open_bid_counts():
    """5 of 9 said, 7 to beat: 8 and 9 are left."""
    state = simple_position(
        simple_seat("value-1", money=4, bid=5),
        simple_seat(money=39, bid=6),
        simple_seat(money=38, bid=7),
        card="value-7",
        leader=2,
    )
    assert list(SIMPLIFIED_RULES.legal_actions(state, 0)) == [SIMPLE_PASS, say(8), say(9)]


def test_simplified_full_purse():
    actions = simple_actions(45, 0)
    assert len(actions) == 46
    assert (actions[0], actions[1], actions[-1]) == (SIMPLE_PASS, say(1), say(45))
    assert say(45) in actions
    assert say(46) not in actions
    assert PASS not in actions
