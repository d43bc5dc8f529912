"""Standing orders: secrets of whoever gave them."""

from collections.abc import Iterable
from typing import Any

from games import standing_orders
from games.faults import as_game_fault
from games.models import Order
from games.positions import Position
from games.rules import AnyRules
from hsweb.databases.prepared import PreparedQuery


def orders_of(seat_id: int) -> list[Order]:
    """The standing orders of a seat, for its owner alone."""
    return _orders(seat_id)


_orders = PreparedQuery(lambda: Order.objects.filter(seat=0))


def stamp_of(given: Iterable[Order]) -> str:
    """What tells these orders from others that the same seat had before."""
    return " ".join(f"{order.pk}.{order.changed_at.timestamp()}" for order in given)


def stamps_of(seat_ids: Iterable[int]) -> dict[int, str]:
    """The same for many seats at once; those without any are left out."""
    given: dict[int, list[Order]] = {}
    for order in Order.objects.filter(seat_id__in=seat_ids):
        given.setdefault(order.seat_id, []).append(order)
    return {seat_id: stamp_of(orders) for seat_id, orders in given.items()}


def ordered_action(rules: AnyRules, seat_id: int, number: int, position: Position) -> Any | None:
    """What a seat's standing orders do if it is to act in that position; `None` if its player is to be asked.

    An order for this stage says what is to be done in it, so the lasting ones are silent there.
    """
    stored = sorted(orders_of(seat_id), key=lambda order: order.stage is None)
    if not stored:
        return None
    state = position.state
    with as_game_fault(f"looking for standing orders of seat {number}"):
        view = rules.view(state, number)
        meant = [order.meant(rules) for order in stored]
        order = next((order for order in meant if standing_orders.book_of(rules).covers(order, view)), None)
        return None if order is None else standing_orders.decide(order, rules, state, number)
