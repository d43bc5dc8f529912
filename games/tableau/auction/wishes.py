"""What a form for a standing order asked for, read and checked."""

from collections.abc import Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.orders import OrderRefused, OrderTooLate
from games.orders import auction as orders
from games.orders.auction import LASTING, THIS_AUCTION, Order
from games.rules.auction import View
from games.tableau.amounts import money
from games.tableau.auction.reach import step_of
from games.tableau.posting import Posted, number


def read_wish(posted: Posted) -> dict[str, Any]:
    """The fields of the form, each of its type."""
    kind = posted.get("kind") or ""
    about = "theft_scope" if kind == orders.GIVE_UP and posted.get("theft_scope") is not None else "scope"
    scope, _colon, card_kind = (posted.get(about) or "").partition(":")
    return {
        "kind": kind,
        "scope": scope,
        "card_kind": card_kind,
        "limit": number(posted.get("limit")) or 0,
        "policy": posted.get("policy") or orders.FEWEST,
        "cards": [note for note in map(number, posted.getlist("cards")) if note is not None],
        "then": posted.get("then") or "",
        "value": number(posted.get("value")) or 0,
    }


def order_of(rules: Any, view: View, stage: int, wish: Mapping[str, Any]) -> Order:
    """The order that was wished for, or `OrderRefused`."""
    kind, scope, card_kind = wish["kind"], wish["scope"], wish.get("card_kind", "")
    if scope not in (THIS_AUCTION, LASTING):
        raise OrderRefused("invalid_scope", _("Say whether the order is for this auction, or until you change it."))
    if scope == THIS_AUCTION and stage != orders.auction_of(view):
        raise OrderTooLate(
            "stale", _("That auction was over before your order arrived. Nothing was stored; have a look again.")
        )
    _check_kind(rules, kind, scope, card_kind)
    return Order(
        kind=kind,
        stage=stage if scope == THIS_AUCTION else None,
        card_kind=card_kind if scope == LASTING and kind != orders.GIVE_UP else "",
        **_checked_terms(view, kind, wish),
    )


def _check_kind(rules: Any, kind: str, scope: str, card_kind: str) -> None:
    if kind not in orders.kinds_for(rules):
        raise OrderRefused("invalid_kind", _("Choose what your order is to do."))
    about_cards = scope == LASTING and kind != orders.GIVE_UP
    if about_cards and card_kind not in orders.kinds_of_cards(rules):
        raise OrderRefused("invalid_card_kind", _("Say which kind of card your lasting order is for."))


def _checked_terms(view: View, kind: str, wish: Mapping[str, Any]) -> dict[str, Any]:
    """The terms that belong to that kind of order, and no others."""
    if kind == orders.GIVE_UP:
        return {"value": _checked_value(view, wish.get("value", 0))}
    if kind == orders.PASS_AT:
        return {"limit": _checked_limit(view, wish.get("limit", 0))}
    if kind == orders.RAISE:
        return _checked_raise(view, wish)
    return {}


def _checked_raise(view: View, wish: Mapping[str, Any]) -> dict[str, Any]:
    then, policy = wish.get("then", orders.ASK), wish.get("policy", orders.FEWEST)
    if then not in orders.THEN:
        raise OrderRefused("invalid_then", _("Say whether to pass or to ask you after your last raise."))
    if policy not in orders.policies_for(view):
        raise OrderRefused("invalid_policy", _("Choose which money your order may use."))
    if policy == orders.EXACT:
        return {"policy": policy, "then": then, "cards": _checked_cards(view, wish.get("cards", ()))}
    return {"policy": policy, "then": then, "limit": _checked_limit(view, wish.get("limit", 0))}


def _checked_limit(view: View, limit: int) -> int:
    step, most = step_of(view), orders.fortune_of(view)
    if limit % step or not step <= limit <= most:
        sums = {"step": money(step), "most": money(most)}
        raise OrderRefused(
            "bad_limit", _("Name a sum in steps of %(step)s, and not more than the %(most)s you have.") % sums
        )
    return limit


def _checked_cards(view: View, cards: tuple[int, ...]) -> tuple[int, ...]:
    chosen = tuple(sorted(set(cards)))
    if not chosen or not set(chosen) <= set(orders.notes_of(view)):
        raise OrderRefused("bad_cards", _("Choose money cards that you have."))
    return chosen


def _checked_value(view: View, value: int) -> int:
    assert view.you is not None
    if value not in view.you.possessions:
        raise OrderRefused("bad_possession", _("Choose something that you own."))
    return value
