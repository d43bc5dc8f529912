"""What a standing order decides, by what its owner sees and may do."""

import random
from typing import Any

import pytest

from games.rules import GAMES
from games.rules.high_society import CLASSIC_RULES as CLASSIC
from games.rules.simplified import SIMPLIFIED_RULES as SIMPLIFIED
from games.standing_orders import decide
from games.standing_orders.auction import (
    ASK,
    BOOK,
    EXACT,
    FEWEST,
    GIVE_UP,
    KINDS,
    PASS,
    PASS_AT,
    POLICIES,
    RAISE,
    SMALL_CHANGE,
    Order,
    auction_of,
    fortune_of,
    kinds_for,
    kinds_of_cards,
    notes_of,
    policies_for,
)
from tests.support.random_orders import kinds_of_orders, random_order
from tests.support.rules.each_game import AUCTIONS, deck_of, options_of
from tests.support.rules.invariants import with_other_secrets

FIRST: dict[str, Any] = {"stage": 1}


def table(*deck, rules=CLASSIC, **options):
    return rules.setup(3, 1, options, deck=deck_of(rules, *deck), starter=0)


def after(state, *actions, rules=CLASSIC):
    for action in actions:
        state = rules.play(state, state.turn, rules.action_from_json(action))
    return state


def bid(*thousands):
    return {"kind": "bid", "cards": [1000 * note for note in thousands]}


def amount(sum_of_money):
    return {"kind": "bid", "amount": sum_of_money}


PASSES = {"kind": "pass"}


def answer(order, state, rules=CLASSIC):
    action = decide(order, rules, state, state.turn)
    return action if action is None else rules.action_to_json(action)


def test_passes_whatever_comes_in_its_auction_only():
    state = table("possession-5", "possession-8")
    order = Order(PASS, **FIRST)
    assert answer(order, after(state, bid(1))) == PASSES
    assert answer(order, after(state, bid(1), PASSES, PASSES)) is None


def test_waits_for_its_turn():
    state = after(table("possession-5"), bid(1))
    assert decide(Order(PASS, **FIRST), CLASSIC, state, 0) is None
    assert decide(Order(PASS, **FIRST), CLASSIC, state, 2) is None


@pytest.mark.parametrize(("highest", "expected"), [(3, None), (4, PASSES), (6, PASSES)])
def test_passes_when_the_bid_reaches_a_sum(highest, expected):
    assert answer(Order(PASS_AT, limit=4000, **FIRST), after(table("possession-5"), bid(highest))) == expected


@pytest.mark.parametrize(
    ("policy", "limit", "highest", "expected"),
    [
        (FEWEST, 8000, (1,), bid(2)),
        (FEWEST, 8000, (4, 3), bid(8)),
        (FEWEST, 25000, (25,), None),
        (FEWEST, 9000, (8,), bid(1, 8)),
        (SMALL_CHANGE, 8000, (1,), bid(6)),
        (SMALL_CHANGE, 5000, (1,), bid(2)),
        (SMALL_CHANGE, 9000, (8,), bid(3, 6)),
        (SMALL_CHANGE, 14000, (8, 2), bid(12)),
        (SMALL_CHANGE, 11000, (10,), bid(3, 8)),
    ],
)
def test_raises_with_the_money_that_was_meant(policy, limit, highest, expected):
    order = Order(RAISE, limit=limit, policy=policy, then=ASK, **FIRST)
    assert answer(order, after(table("possession-5"), bid(*highest))) == expected


@pytest.mark.parametrize(("then", "expected"), [(PASS, PASSES), (ASK, None)])
def test_after_its_last_raise_it_passes_or_asks(then, expected):
    order = Order(RAISE, limit=5000, then=then, **FIRST)
    state = after(table("possession-5"), bid(1), bid(2), bid(6))
    assert answer(order, state) == expected


def test_raises_count_what_lies_in_the_open_bid():
    state = after(table("possession-5"), bid(4), bid(6), PASSES)
    assert answer(Order(RAISE, limit=7000, **FIRST), state) == bid(3)
    assert answer(Order(RAISE, limit=6000, then=PASS, **FIRST), state) == PASSES


class TestExactlyTheseCards:
    ORDER = Order(RAISE, policy=EXACT, cards=(2000, 3000), then=PASS, **FIRST)

    def test_are_bid_at_once(self):
        assert answer(self.ORDER, after(table("possession-5"), bid(4))) == bid(2, 3)

    def test_complete_an_open_bid(self):
        assert answer(self.ORDER, after(table("possession-5"), bid(2), bid(3), bid(4))) == bid(3)

    def test_are_not_enough_any_more(self):
        assert answer(self.ORDER, after(table("possession-5"), bid(6))) == PASSES

    def test_lie_in_the_bid_already(self):
        assert answer(self.ORDER, after(table("possession-5"), bid(2, 3), bid(6), PASSES)) == PASSES

    def test_other_cards_lie_there_so_the_player_is_asked(self):
        assert answer(self.ORDER, after(table("possession-5"), bid(1), bid(3), bid(4))) is None

    def test_are_spent_so_the_player_is_asked(self):
        lasting = Order(RAISE, policy=EXACT, cards=(2000, 3000), then=PASS, card_kind="possession")
        state = after(table("possession-5", "possession-8"), bid(2), PASSES, PASSES)
        assert answer(lasting, state) is None


def test_sums_of_money_are_raised_by_one():
    state = after(table("value-5", rules=SIMPLIFIED), amount(7), rules=SIMPLIFIED)
    assert answer(Order(RAISE, limit=8, **FIRST), state, SIMPLIFIED) == amount(8)
    assert answer(Order(RAISE, limit=7, then=PASS, **FIRST), state, SIMPLIFIED) == PASSES
    assert answer(Order(RAISE, limit=7, then=ASK, **FIRST), state, SIMPLIFIED) is None


class TestLasting:
    ORDER = Order(PASS, card_kind="possession")

    @pytest.mark.parametrize(
        ("card", "expected"), [("possession-5", PASSES), ("title-1", None), ("theft", None), ("scandal", None)]
    )
    def test_is_for_one_kind_of_card(self, card, expected):
        assert answer(self.ORDER, table(card)) == expected

    def test_stands_in_every_auction(self):
        state = table("possession-5", "title-1", "possession-8")
        assert answer(self.ORDER, after(state, bid(1), PASSES, PASSES)) is None
        assert answer(self.ORDER, after(state, bid(1), PASSES, PASSES, bid(2), PASSES, PASSES)) == PASSES

    def test_covers_misfortunes_only_if_it_says_so(self):
        assert answer(Order(PASS, card_kind="misfortune"), table("scandal")) == PASSES


class TestGivingUp:
    def theft(self):
        return after(table("possession-5", "possession-8", "theft"), *[bid(1), PASSES, PASSES, bid(2), PASSES, PASSES])

    def test_gives_up_what_was_chosen(self):
        state = after(self.theft(), PASSES)
        order = Order(GIVE_UP, value=8)
        assert answer(order, state) == {"kind": "discard_possession", "value": 8}
        assert answer(Order(GIVE_UP, value=8, stage=auction_of(CLASSIC.view(state, 0))), state) is not None

    def test_asks_if_it_is_not_owned(self):
        assert answer(Order(GIVE_UP, value=9), after(self.theft(), PASSES)) is None

    def test_does_not_bid(self):
        assert answer(Order(GIVE_UP, value=8), self.theft()) is None

    def test_orders_to_bid_give_up_nothing(self):
        state = after(self.theft(), PASSES)
        assert answer(Order(PASS, stage=3), state) is None
        assert answer(Order(PASS, card_kind="misfortune"), state) is None


def test_is_the_same_after_it_was_stored():
    order = Order(RAISE, stage=3, policy=EXACT, cards=(1000, 2000), then=PASS)
    assert BOOK.order_from(order.terms(), 3, "") == order


def test_offers_what_makes_sense_in_a_game():
    assert kinds_for(CLASSIC) == KINDS
    assert GIVE_UP not in kinds_for(SIMPLIFIED)
    assert policies_for(CLASSIC.view(table("possession-5"), 0)) == POLICIES
    assert policies_for(SIMPLIFIED.view(table(rules=SIMPLIFIED), 0)) == (FEWEST,)
    assert kinds_of_cards(CLASSIC) == ("possession", "title", "misfortune")
    assert kinds_of_cards(SIMPLIFIED) == ("possession", "title")


def test_money_counts_with_what_lies_in_the_open_bid():
    state = after(table("possession-5", open_purses=False), bid(25))
    view = CLASSIC.view(state, 0)
    assert fortune_of(view) == 106_000
    assert notes_of(view)[-1] == 25_000
    assert len(notes_of(view)) == 11


@pytest.mark.parametrize("open_purses", [True, False])
@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.slug)
def test_only_legal_actions_come_of_any_order(rules, open_purses):
    """Random orders in random games; and the deck below the table decides nothing."""
    chance, acted = random.Random(f"{rules.slug} {open_purses}"), set()
    for seed in range(4 if rules in AUCTIONS else 1):
        state = rules.setup(rules.max_players, seed, options_of(rules, open_purses))
        while seats := rules.to_act(state):
            seat, legal = seats[0], rules.legal_actions(state, seats[0])
            order = random_order(chance, rules, rules.view(state, seat))
            action = decide(order, rules, state, seat)
            assert action is None or action in legal
            assert action == decide(order, rules, with_other_secrets(rules, state), seat)
            if action is not None:
                acted.add(order.kind)
            state = rules.play(state, seat, legal[chance.randrange(min(len(legal), 3))] if action is None else action)
    assert acted == set(kinds_of_orders(rules))
