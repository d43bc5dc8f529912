"""What a form for a standing order asked for, read and checked."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Required, TypedDict

from django.utils.translation import gettext as _

from games.rules import AnyRules
from games.rules.auction import View
from games.standing_orders import OrderRefused, OrderTooLate
from games.standing_orders import auction as orders
from games.standing_orders.auction import LASTING, THIS_AUCTION, Order
from games.tableau.amounts import money
from games.tableau.auction.reach import step_of
from games.tableau.auction.rules import auction_rules
from games.tableau.posted_fields import Posted, parse_number


class AuctionWish(TypedDict, total=False):
    """Only what belongs to its kind is looked at."""

    kind: Required[str]
    scope: Required[str]
    card_kind: str
    limit: int
    policy: str
    cards: Sequence[int]
    then: str
    value: int


def read_wish(posted: Posted) -> AuctionWish:
    """The fields of the form, each of its type."""
    kind = posted.get("kind") or ""
    about = "theft_scope" if kind == orders.GIVE_UP and posted.get("theft_scope") is not None else "scope"
    scope, _colon, card_kind = (posted.get(about) or "").partition(":")
    return {
        "kind": kind,
        "scope": scope,
        "card_kind": card_kind,
        "limit": parse_number(posted.get("limit")) or 0,
        "policy": posted.get("policy") or orders.FEWEST,
        "cards": [note for note in map(parse_number, posted.getlist("cards")) if note is not None],
        "then": posted.get("then") or "",
        "value": parse_number(posted.get("value")) or 0,
    }


def order_of(rules: AnyRules, view: View, stage: int, wish: AuctionWish) -> Order:
    """The order that was wished for, or `OrderRefused`."""
    kind, scope, card_kind = wish["kind"], wish["scope"], wish.get("card_kind", "")
    if scope not in (THIS_AUCTION, LASTING):
        raise OrderRefused("invalid_scope", _("Say whether the order is for this auction, or until you change it."))
    if scope == THIS_AUCTION and stage != orders.auction_of(view):
        raise OrderTooLate(
            "stale", _("That auction was over before your order arrived. Nothing was stored; have a look again.")
        )
    _check_kind(rules, kind, scope, card_kind)
    order = Order(
        kind=kind,
        stage=stage if scope == THIS_AUCTION else None,
        card_kind=card_kind if scope == LASTING and kind != orders.GIVE_UP else "",
    )
    return _with_terms(order, view, wish)


def _check_kind(rules: AnyRules, kind: str, scope: str, card_kind: str) -> None:
    if kind not in orders.kinds_for(auction_rules(rules)):
        raise OrderRefused("invalid_kind", _("Choose what your order is to do."))
    about_cards = scope == LASTING and kind != orders.GIVE_UP
    if about_cards and card_kind not in orders.kinds_of_cards(auction_rules(rules)):
        raise OrderRefused("invalid_card_kind", _("Say which kind of card your lasting order is for."))


def _with_terms(order: Order, view: View, wish: AuctionWish) -> Order:
    """The terms that belong to that kind of order, and no others."""
    if order.kind == orders.GIVE_UP:
        return replace(order, value=_checked_value(view, wish.get("value", 0)))
    if order.kind == orders.PASS_AT:
        return replace(order, limit=_checked_limit(view, wish.get("limit", 0)))
    if order.kind == orders.RAISE:
        return _with_raise(order, view, wish)
    return order


def _with_raise(order: Order, view: View, wish: AuctionWish) -> Order:
    then, policy = wish.get("then", orders.ASK), wish.get("policy", orders.FEWEST)
    if then not in orders.THEN:
        raise OrderRefused("invalid_then", _("Say whether to pass or to ask you after your last raise."))
    if policy not in orders.policies_for(view):
        raise OrderRefused("invalid_policy", _("Choose which money your order may use."))
    if policy == orders.EXACT:
        return replace(order, policy=policy, then=then, cards=_checked_cards(view, wish.get("cards", ())))
    return replace(order, policy=policy, then=then, limit=_checked_limit(view, wish.get("limit", 0)))


def _checked_limit(view: View, limit: int) -> int:
    step, most = step_of(view), orders.fortune_of(view)
    if limit % step or not step <= limit <= most:
        sums = {"step": money(step), "most": money(most)}
        raise OrderRefused(
            "bad_limit", _("Name a sum in steps of %(step)s, and not more than the %(most)s you have.") % sums
        )
    return limit


def _checked_cards(view: View, cards: Sequence[int]) -> tuple[int, ...]:
    chosen = tuple(sorted(set(cards)))
    if not chosen or not set(chosen) <= set(orders.notes_of(view)):
        raise OrderRefused("bad_cards", _("Choose money cards that you have."))
    return chosen


def _checked_value(view: View, value: int) -> int:
    assert view.you is not None
    if value not in view.you.possessions:
        raise OrderRefused("bad_possession", _("Choose something that you own."))
    return value
