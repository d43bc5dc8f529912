"""Standing orders of those who play: given and withdrawn without anybody else noticing.

Nothing here counts up the version of a table, and nobody but the owner hears of it, unless an order acts at once: that
is a move.
"""

from functools import partial
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games import realtime
from games.faults import told_apart
from games.models import Game, Order, Seat
from games.orders import OrderRefused, OrderTooLate, StandingOrder, book_of
from games.queries.orders import ordered_action
from games.rules import Rules
from games.services.changing import LockedTable, locked_table
from games.services.containing import check_running, contained
from games.services.play import follow_order
from games.services.refusals import NotAllowed, Refused, Stale
from games.services.timing import WAKE_FIELDS, act_by_order, call_player, wake_next
from games.tableau import tableau_of
from games.tableau.posting import Posted, number_in


@contained
@transaction.atomic(durable=True)
def give(*, user: User, game_id: str, stage: int, **wish: Any) -> Game:
    """Leave an order in place of an earlier one about the same. If it is its owner's turn, it may act already.

    `stage` is the number of the auction or turn that its owner was looking at, and `wish` what the kind of game at
    this table asks for. The same order again changes nothing.
    """
    return _give(locked_table(game_id), user, stage, wish)


@contained
@transaction.atomic(durable=True)
def give_as_posted(*, user: User, game_id: str, posted: Posted) -> Game:
    """The same as the form at a table says it."""
    table = locked_table(game_id)
    return _give(table, user, number_in(posted, "stage"), tableau_of(table.rules).read_wish(posted))


def _give(table: LockedTable, user: User, stage: int, wish: dict[str, Any]) -> Game:
    seat = table.seat_of(user)
    check_running(table.game)
    if seat.played_by_bot:
        raise NotAllowed(_("A bot plays your seat. Take it back first."), "substituted")
    rules = table.rules
    with told_apart("looking at the table for an order"):
        view = rules.view(table.position.state, seat.number)
    if _store(seat, rules, _order_of(rules, view, stage, wish)):
        transaction.on_commit(partial(realtime.announce_orders, user.pk))
        _let_act(table, seat)
    return table.game


@contained
@transaction.atomic(durable=True)
def withdraw(*, user: User, game_id: str, order_id: int) -> Game:
    """Take an order back. One that is gone already, or somebody else's, is no error: it does not act for this seat."""
    table = locked_table(game_id)
    seat = table.seat_of(user)
    if Order.objects.filter(seat=seat, pk=order_id).delete()[0]:
        transaction.on_commit(partial(realtime.announce_orders, user.pk))
        _let_act(table, seat)
    return table.game


def _order_of(rules: Rules[Any, Any, Any], view: Any, stage: int, wish: dict[str, Any]) -> StandingOrder:
    try:
        return tableau_of(rules).order_of(rules, view, stage, wish)
    except OrderTooLate as refusal:
        raise Stale(refusal.message, refusal.code) from None
    except OrderRefused as refusal:
        raise Refused(refusal.message, refusal.code) from None


def _store(seat: Seat, rules: Rules[Any, Any, Any], order: StandingOrder) -> bool:
    """Keep one order about each thing; whether this one is new."""
    slot = book_of(rules).slot_of(order)
    before = Order.objects.filter(seat=seat, slot=slot).first()
    if before is not None and before.meant(rules) == order:
        return False
    facts = {"stage": order.stage, "card_kind": order.card_kind, "terms": order.terms()}
    Order.objects.update_or_create(seat=seat, slot=slot, defaults=facts)
    return True


def _let_act(table: LockedTable, seat: Seat) -> None:
    """If it is the turn of whoever has changed their orders, follow these, or wait for the player again."""
    game = table.game
    if game.status != Game.Status.RUNNING or game.turn != seat.number or seat.played_by_bot:
        return
    late = game.deadline is not None and game.deadline <= timezone.now()
    if (game.by_correspondence or late) and follow_order(table, seat):
        return
    if ordered_action(table.rules, seat.pk, seat.number, table.position) is None:
        call_player(table)
    else:
        act_by_order(game)
    wake_next(game)
    game.save(update_fields=WAKE_FIELDS)
