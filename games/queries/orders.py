"""Standing orders: secrets of whoever gave them."""

from collections.abc import Iterable
from typing import Any

from games import orders
from games.faults import told_apart
from games.history import Position
from games.models import Order
from games.rules import Rules
from hsweb.prepared import Prepared


def orders_of(seat_id: int) -> list[Order]:
    """The standing orders of a seat, for its owner alone."""
    return _orders(seat_id)


_orders = Prepared(lambda: Order.objects.filter(seat=0))


def stamp_of(given: Iterable[Order]) -> str:
    """What tells these orders from others that the same seat had before."""
    return " ".join(f"{order.pk}.{order.changed_at.timestamp()}" for order in given)


def ordered_action(rules: Rules[Any, Any, Any], seat_id: int, number: int, position: Position) -> Any | None:
    """What a seat's standing orders do if it is to act in that position; `None` if its player is to be asked.

    An order for this stage says what is to be done in it, so the lasting ones are silent there.
    """
    stored = sorted(orders_of(seat_id), key=lambda order: order.stage is None)
    if not stored:
        return None
    state = position.state
    with told_apart(f"looking for standing orders of seat {number}"):
        view = rules.view(state, number)
        meant = [order.meant(rules) for order in stored]
        order = next((order for order in meant if orders.book_of(rules).covers(order, view)), None)
        return None if order is None else orders.decide(order, rules, state, number)
