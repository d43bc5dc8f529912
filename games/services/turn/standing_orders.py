"""Standing orders of those who play: given and withdrawn without anybody else noticing.

Nothing here counts up the version of a table, and nobody but the owner hears of it, unless an order acts at once: that
is a move.
"""

from collections.abc import Mapping
from functools import partial

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.faults import as_game_fault
from games.models import Game, Order, Seat
from games.queries.standing_orders import ordered_action
from games.rules import AnyRules
from games.services import announce
from games.services.care.containment import check_running, stops_game_on_fault
from games.services.changes import LockedTable, lock_table
from games.services.refusals import NotAllowed, Refused, Stale
from games.services.turn.play import follow_order
from games.services.turn.schedule import WAKE_FIELDS, call_player, schedule_order, schedule_wake
from games.standing_orders import OrderRefused, OrderTooLate, StandingOrder, book_of
from games.tableau import tableau_of
from games.tableau.posted_fields import Posted, number_in


@stops_game_on_fault
@transaction.atomic(durable=True)
def give(*, user: User, game_id: str, stage: int, **wish: object) -> Game:
    """Leave an order in place of an earlier one about the same. If it is its owner's turn, it may act already.

    `stage` is the number of the auction or turn that its owner was looking at, and `wish` what the kind of game at
    this table asks for. The same order again changes nothing.
    """
    return _give(lock_table(game_id), user, stage, wish)


@stops_game_on_fault
@transaction.atomic(durable=True)
def give_as_posted(*, user: User, game_id: str, posted: Posted) -> Game:
    """The same as the form at a table says it."""
    table = lock_table(game_id)
    return _give(table, user, number_in(posted, "stage"), tableau_of(table.rules).order_form.read_wish(posted))


def _give(table: LockedTable, user: User, stage: int, wish: Mapping[str, object]) -> Game:
    seat = table.seat_of(user)
    check_running(table.game)
    if seat.bot_playing:
        raise NotAllowed(_("A bot plays your seat. Take it back first."), "substituted")
    rules = table.rules
    with as_game_fault("looking at the table for an order"):
        view = rules.view(table.position.state, seat.number)
    if _store(seat, rules, _order_of(rules, view, stage, wish)):
        transaction.on_commit(partial(announce.announce_orders, user.pk))
        _let_act(table, seat)
    return table.game


@stops_game_on_fault
@transaction.atomic(durable=True)
def withdraw(*, user: User, game_id: str, order_id: int) -> Game:
    """Take an order back. One that is gone already, or somebody else's, is no error: it does not act for this seat."""
    table = lock_table(game_id)
    seat = table.seat_of(user)
    if Order.objects.filter(seat=seat, pk=order_id).delete()[0]:
        transaction.on_commit(partial(announce.announce_orders, user.pk))
        _let_act(table, seat)
    return table.game


def _order_of(rules: AnyRules, view: object, stage: int, wish: Mapping[str, object]) -> StandingOrder:
    try:
        order: StandingOrder = tableau_of(rules).order_form.order_of(rules, view, stage, wish)
    except OrderTooLate as refusal:
        raise Stale(refusal.message, refusal.code) from None
    except OrderRefused as refusal:
        raise Refused(refusal.message, refusal.code) from None
    return order


def _store(seat: Seat, rules: AnyRules, order: StandingOrder) -> bool:
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
    if game.status != Game.Status.RUNNING or game.turn != seat.number or seat.bot_playing:
        return
    late = game.deadline is not None and game.deadline <= timezone.now()
    if (game.by_correspondence or late) and follow_order(table, seat):
        return
    if ordered_action(table.rules, seat.pk, seat.number, table.position) is None:
        call_player(table)
    else:
        schedule_order(game)
    schedule_wake(game)
    game.save(update_fields=WAKE_FIELDS)
