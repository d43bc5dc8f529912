"""Standing orders of those who play: given and withdrawn without anybody else noticing.

Nothing here counts up the version of a table, and nobody but the owner hears of it, unless an order acts at once: that
is a move.
"""

from collections.abc import Sequence
from functools import partial
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games import orders, realtime, selectors
from games.faults import told_apart
from games.models import Game, Order, Seat
from games.orders import LASTING, THIS_AUCTION
from games.rules.auction import View
from games.services.changing import locked_table
from games.services.containing import check_running, contained
from games.services.play import follow_order
from games.services.refusals import NotAllowed, Refused, Stale
from games.services.timing import WAKE_FIELDS, act_by_order, call_player, wake_next
from games.tableau.amounts import money
from games.tableau.reach import step_of

USUAL_POLICY = orders.FEWEST


@contained
@transaction.atomic(durable=True)
def give(
    *,
    user: User,
    game_id: str,
    auction: int,
    kind: str,
    scope: str,
    card_kind: str = "",
    limit: int = 0,
    policy: str = USUAL_POLICY,
    cards: Sequence[int] = (),
    then: str = orders.ASK,
    value: int = 0,
) -> Game:
    """Leave an order in place of an earlier one about the same. If it is its owner's turn, it may act already.

    `auction` is the number of the one that its owner was looking at. The same order again changes nothing.
    """
    game = locked_table(game_id)
    seat = _own_seat(game, user)
    check_running(game)
    if seat.played_by_bot:
        raise NotAllowed(_("A bot plays your seat. Take it back first."), "substituted")
    rules = selectors.rules_of(game)
    position = selectors.position_of(game)
    with told_apart("looking at the table for an order"):
        view: View = rules.view(position.state, seat.number)
    if scope not in (THIS_AUCTION, LASTING):
        raise Refused(_("Say whether the order is for this auction, or until you change it."), "invalid_scope")
    if scope == THIS_AUCTION and auction != orders.auction_of(view):
        raise Stale(_("That auction was over before your order arrived. Nothing was stored; have a look again."))
    _check_kind(rules, kind, scope, card_kind)
    order = orders.Order(
        kind=kind,
        auction=auction if scope == THIS_AUCTION else None,
        card_kind=card_kind if scope == LASTING and kind != orders.GIVE_UP else "",
        **_checked_terms(view, kind, limit, policy, tuple(cards), then, value),
    )
    if _store(seat, order):
        transaction.on_commit(partial(realtime.announce_orders, user.pk))
        _let_act(game, seat)
    return game


@contained
@transaction.atomic(durable=True)
def withdraw(*, user: User, game_id: str, order_id: int) -> Game:
    """Take an order back. One that is gone already, or somebody else's, is no error: it does not act for this seat."""
    game = locked_table(game_id)
    seat = _own_seat(game, user)
    if Order.objects.filter(seat=seat, pk=order_id).delete()[0]:
        transaction.on_commit(partial(realtime.announce_orders, user.pk))
        _let_act(game, seat)
    return game


def _own_seat(game: Game, user: User) -> Seat:
    seat = selectors.seat_of(game, user)
    if seat is None:
        raise NotAllowed(_("You do not sit at this table."), "not_seated")
    return seat


def _check_kind(rules: Any, kind: str, scope: str, card_kind: str) -> None:
    if kind not in orders.kinds_for(rules):
        raise Refused(_("Choose what your order is to do."), "invalid_kind")
    about_cards = scope == LASTING and kind != orders.GIVE_UP
    if about_cards and card_kind not in orders.kinds_of_cards(rules):
        raise Refused(_("Say which kind of card your lasting order is for."), "invalid_card_kind")


def _checked_terms(
    view: View, kind: str, limit: int, policy: str, cards: tuple[int, ...], then: str, value: int
) -> dict[str, Any]:
    """The terms that belong to that kind of order, and no others."""
    if kind == orders.GIVE_UP:
        return {"value": _checked_value(view, value)}
    if kind == orders.PASS_AT:
        return {"limit": _checked_limit(view, limit)}
    if kind == orders.RAISE:
        if then not in orders.THEN:
            raise Refused(_("Say whether to pass or to ask you after your last raise."), "invalid_then")
        if policy not in orders.policies_for(view):
            raise Refused(_("Choose which money your order may use."), "invalid_policy")
        if policy == orders.EXACT:
            return {"policy": policy, "then": then, "cards": _checked_cards(view, cards)}
        return {"policy": policy, "then": then, "limit": _checked_limit(view, limit)}
    return {}


def _checked_limit(view: View, limit: int) -> int:
    step, most = step_of(view), orders.fortune_of(view)
    if limit % step or not step <= limit <= most:
        sums = {"step": money(step), "most": money(most)}
        raise Refused(
            _("Name a sum in steps of %(step)s, and not more than the %(most)s you have.") % sums, "bad_limit"
        )
    return limit


def _checked_cards(view: View, cards: tuple[int, ...]) -> tuple[int, ...]:
    chosen = tuple(sorted(set(cards)))
    if not chosen or not set(chosen) <= set(orders.notes_of(view)):
        raise Refused(_("Choose money cards that you have."), "bad_cards")
    return chosen


def _checked_value(view: View, value: int) -> int:
    assert view.you is not None
    if value not in view.you.possessions:
        raise Refused(_("Choose something that you own."), "bad_possession")
    return value


def _store(seat: Seat, order: orders.Order) -> bool:
    """Keep one order about each thing; whether this one is new."""
    slot = Order.THEFT if order.kind == orders.GIVE_UP else order.card_kind or Order.AUCTION
    before = Order.objects.filter(seat=seat, slot=slot).first()
    if before is not None and before.meant == order:
        return False
    facts = {"auction": order.auction, "card_kind": order.card_kind, "terms": order.terms()}
    Order.objects.update_or_create(seat=seat, slot=slot, defaults=facts)
    return True


def _let_act(game: Game, seat: Seat) -> None:
    """If it is the turn of whoever has changed their orders, follow these, or wait for the player again."""
    if game.status != Game.Status.RUNNING or game.turn != seat.number or seat.played_by_bot:
        return
    late = game.deadline is not None and game.deadline <= timezone.now()
    if (game.by_correspondence or late) and follow_order(game, seat):
        return
    if selectors.ordered_action(game, seat, selectors.position_of(game)) is None:
        call_player(game)
    else:
        act_by_order(game)
    wake_next(game)
    game.save(update_fields=WAKE_FIELDS)
