"""Standing orders at auctions: to pass, to pass at a sum, to raise up to one, and what to give up."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.rules import Rules
from games.rules.auction import AUCTION, DISCARD, View
from games.rules.auction_rules import AnyAuctionRules, AuctionRules
from games.rules.base import Action, State
from games.rules.plain import Json
from games.standing_orders.base import OrderBook, StandingOrder, book_of

PASS = "pass"
PASS_AT = "pass_at"
RAISE = "raise"
GIVE_UP = "give_up"
KINDS = (PASS, PASS_AT, RAISE, GIVE_UP)

FEWEST = "fewest"
SMALL_CHANGE = "small_change"
EXACT = "exact"
POLICIES = (FEWEST, SMALL_CHANGE, EXACT)

THIS_AUCTION = "auction"
LASTING = "lasting"
THEFT = "theft"

ASK = "ask"
THEN = (PASS, ASK)
"""What comes after the last raise that an order allows."""

SMALLEST_NOTES = 4000
"""Notes up to this one are small change: with them almost every sum can be met."""


@dataclass(frozen=True, slots=True)
class Order(StandingOrder):
    """Only the fields that belong to its kind are looked at."""

    limit: int = 0
    """The bid at which to pass, or up to which to raise."""
    policy: str = FEWEST
    cards: tuple[int, ...] = ()
    then: str = ASK
    value: int = 0
    """Of the possession to give up."""


class AuctionOrders(OrderBook[Order, View]):
    def order_from(self, terms: Json, stage: int | None, card_kind: str) -> Order:
        return Order(**{**terms, "cards": tuple(terms["cards"])}, stage=stage, card_kind=card_kind)

    def slot_of(self, order: Order) -> str:
        return THEFT if order.kind == GIVE_UP else order.card_kind or THIS_AUCTION

    def covers(self, order: Order, view: View) -> bool:
        if order.stage is not None and order.stage != auction_of(view):
            return False
        if order.kind == GIVE_UP:
            return view.phase == DISCARD
        in_time = order.stage is not None or (view.card is not None and view.card.kind == order.card_kind)
        return view.phase == AUCTION and in_time

    def choose(
        self, order: Order, rules: Rules[State, Action, View], view: View, legal: Sequence[Action]
    ) -> Action | None:
        return _CHOICES[order.kind](order, rules, view, legal)


BOOK = AuctionOrders()


@book_of.register(AuctionRules)
def _book_of_auctions(rules: object) -> AuctionOrders:
    return BOOK


def auction_of(view: View) -> int:
    """The number of the auction that is held: each reveals one card."""
    return len(view.revealed)


def kinds_of_cards(rules: AnyAuctionRules) -> tuple[str, ...]:
    """The kinds of cards that a game has, in printed order."""
    return tuple(dict.fromkeys(card.kind for card in rules.cards))


def kinds_for(rules: AnyAuctionRules) -> tuple[str, ...]:
    """The kinds of orders that make sense in a game: possessions are given up only where there are thefts."""
    thefts = any(card.misfortune == "theft" for card in rules.cards)
    return KINDS if thefts else tuple(kind for kind in KINDS if kind != GIVE_UP)


def policies_for(view: View) -> tuple[str, ...]:
    """How money cards may be chosen; where bids are plain sums there is nothing to choose."""
    return (FEWEST,) if isinstance(view.round.open_bids[0], int) else POLICIES


def fortune_of(view: View) -> int:
    """The most that the owner of this view could bid: all their money, the open bid included."""
    assert view.you is not None
    assert view.you.money is not None
    return view.you.money + _worth(view.round.open_bids[view.you.seat])


def notes_of(view: View) -> tuple[int, ...]:
    """The money cards of the owner of this view, in hand and in the open bid."""
    assert view.you is not None
    bid = view.round.open_bids[view.you.seat]
    return () if isinstance(bid, int) else tuple(sorted((*(view.you.hand or ()), *bid)))


def _pass(order: Order, rules: Rules[State, Action, View], view: View, legal: Sequence[Action]) -> Action | None:
    return rules.action_from_json({"kind": "pass"})


def _pass_at(order: Order, rules: Rules[State, Action, View], view: View, legal: Sequence[Action]) -> Action | None:
    return _pass(order, rules, view, legal) if view.round.highest_bid >= order.limit else None


def _raise(order: Order, rules: Rules[State, Action, View], view: View, legal: Sequence[Action]) -> Action | None:
    assert view.seat is not None
    own = view.round.open_bids[view.seat]
    if isinstance(own, int):
        action = _least_sum(order, rules, view)
    elif order.policy == EXACT:
        if not set(own) <= set(order.cards) <= set(notes_of(view)):
            return None
        action = _exactly(order, rules, own, legal)
    else:
        action = _best_notes(order, sum(own), legal)
    return _afterwards(order, rules) if action is None else action


def _least_sum(order: Order, rules: Rules[State, Action, View], view: View) -> Action | None:
    assert view.legal is not None
    least = next(iter(view.legal.totals), None)
    if least is None or least > order.limit:
        return None
    return rules.action_from_json({"kind": "bid", "amount": least})


def _exactly(
    order: Order, rules: Rules[State, Action, View], own: tuple[int, ...], legal: Sequence[Action]
) -> Action | None:
    """The cards that were named and do not lie in the open bid yet, all at once."""
    missing = sorted(set(order.cards) - set(own))
    if not missing:
        return None
    action = rules.action_from_json({"kind": "bid", "cards": missing})
    return action if action in legal else None


def _best_notes(order: Order, own: int, legal: Sequence[Action]) -> Action | None:
    """Of the raises within the limit the one that the policy likes best; of equals, the lowest."""
    raises = [(notes, action) for action in legal if (notes := _notes_of(action))]
    within = [(notes, action) for notes, action in raises if own + sum(notes) <= order.limit]
    cost = _COSTS[order.policy]
    best = min(within, key=lambda found: cost(found[0]), default=None)
    return best[1] if best is not None else None


def _notes_of(action: object) -> tuple[int, ...]:
    """What a raise is made of; nothing for a pass."""
    notes: tuple[int, ...] = getattr(action, "cards", ())
    return notes


def _fewest(cards: tuple[int, ...]) -> tuple[int, ...]:
    return len(cards), sum(cards), *cards


def _least_small_change(cards: tuple[int, ...]) -> tuple[int, ...]:
    """Of equals, the one that leaves the smallest note in hand."""
    return sum(card <= SMALLEST_NOTES for card in cards), sum(cards), len(cards), -min(cards)


def _afterwards(order: Order, rules: Rules[State, Action, View]) -> Action | None:
    return rules.action_from_json({"kind": "pass"}) if order.then == PASS else None


def _give_up(order: Order, rules: Rules[State, Action, View], view: View, legal: Sequence[Action]) -> Action | None:
    assert view.legal is not None
    owned = order.value in view.legal.discards
    return rules.action_from_json({"kind": "discard_possession", "value": order.value}) if owned else None


def _worth(bid: tuple[int, ...] | int) -> int:
    return bid if isinstance(bid, int) else sum(bid)


_COSTS = {FEWEST: _fewest, SMALL_CHANGE: _least_small_change}
_CHOICES = {PASS: _pass, PASS_AT: _pass_at, RAISE: _raise, GIVE_UP: _give_up}
