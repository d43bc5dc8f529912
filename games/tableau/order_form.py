"""The form in which somebody gives standing orders: what a kind of game brings along for it."""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterable, Iterator
from typing import Any, Generic, TypeAlias, TypeVar

from django.utils.translation import gettext as _

from games.rules import AnyRules
from games.standing_orders import OrderRefused, StandingOrder
from games.tableau.fragments import Fragment
from games.tableau.posted_fields import Posted
from games.tableau.scene import Scene

Order = TypeVar("Order", bound=StandingOrder)
Panel = TypeVar("Panel")
"""What the form is drawn from: its `stage`, the orders that were `given`, the names of its `parts`, and its fields."""
Wish = TypeVar("Wish")
"""What was filled in, each field of its type."""


class OrderForm(ABC, Generic[Order, Panel, Wish]):
    """For their owner alone: the orders of a seat in words, the fields to give one, and what was meant by them."""

    @abstractmethod
    def draw(self, scene: Scene, seat: int, given: Iterable[tuple[int, Order]], filled: Posted) -> Panel | None:
        """The orders of a seat and the form to give one, filled as it was sent; nothing where none can be given."""

    @abstractmethod
    def fragments(self, panel: Panel) -> Iterator[Fragment]:
        """The parts of the fields of that form."""

    def key(self, scene: Scene, seat: int) -> Hashable:
        """What that form is drawn from: while this stays the same, it is left in peace."""
        return scene.stage

    @abstractmethod
    def read_wish(self, posted: Posted) -> Wish:
        """The fields that were filled in, each of its type."""

    @abstractmethod
    def order_of(self, rules: AnyRules, view: Any, stage: int, wish: Wish) -> Order:
        """The order that was wished for by whoever has this view, or `OrderRefused`."""


class NoOrderForm(OrderForm[StandingOrder, Any, Any]):
    """That of a game in which no orders can be given."""

    def draw(self, scene: Scene, seat: int, given: Iterable[tuple[int, StandingOrder]], filled: Posted) -> None:
        return None

    def fragments(self, panel: object) -> Iterator[Fragment]:
        return iter(())

    def key(self, scene: Scene, seat: int) -> Hashable:
        return None

    def read_wish(self, posted: Posted) -> dict[str, object]:
        return {}

    def order_of(self, rules: AnyRules, view: object, stage: int, wish: object) -> StandingOrder:
        raise OrderRefused("no_orders", _("There are no standing orders in this game."))


AnyOrderForm: TypeAlias = OrderForm[Any, Any, Any]
"""That of one kind of game, whichever it is."""
