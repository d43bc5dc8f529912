"""What every standing order has, whatever the game: it decides by what its owner may know and do, never by the deck."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import singledispatch
from typing import Any, Generic, TypeVar

from games.rules import Rules, RuleViolation
from games.rules.base import Action, State, View
from games.rules.plain import Json


class OrderRefused(RuleViolation):
    """What was asked for is no order that could be kept."""


class OrderTooLate(OrderRefused):
    """The stage of the game that an order was for is over."""


@dataclass(frozen=True, slots=True)
class StandingOrder:
    """What to do. An order is for one stage of the game, by its number, or lasts until it is withdrawn."""

    kind: str
    stage: int | None = None
    card_kind: str = ""
    """The cards that an order is for which lasts."""

    def terms(self) -> Json:
        """Everything but what it is for, as plain data."""
        return {name: value for name, value in asdict(self).items() if name not in ("stage", "card_kind")}


Order = TypeVar("Order", bound=StandingOrder)


class OrderBook(ABC, Generic[Order, View]):
    """The orders of one kind of game."""

    @abstractmethod
    def order_from(self, terms: Json, stage: int | None, card_kind: str) -> Order:
        """The order that `terms` wrote."""

    @abstractmethod
    def slot_of(self, order: Order) -> str:
        """What it is about: of all orders about the same, the latest counts."""

    @abstractmethod
    def covers(self, order: Order, view: View) -> bool:
        """Whether the order is about what is decided at this table now, whoever is to act."""

    @abstractmethod
    def choose(
        self, order: Order, rules: Rules[State, Action, View], view: View, legal: Sequence[Action]
    ) -> Action | None:
        """What the order asks for, or `None`: its owner decides."""


class NoOrders(OrderBook[StandingOrder, Any]):
    """That of a game in which none can be given."""

    def order_from(self, terms: Json, stage: int | None, card_kind: str) -> StandingOrder:
        return StandingOrder(str(terms.get("kind", "")), stage, card_kind)

    def slot_of(self, order: StandingOrder) -> str:
        return order.kind

    def covers(self, order: StandingOrder, view: object) -> bool:
        return False

    def choose(
        self, order: StandingOrder, rules: Rules[State, Action, View], view: View, legal: Sequence[Action]
    ) -> Action | None:
        return None


NO_ORDERS = NoOrders()


@singledispatch
def book_of(rules: object) -> OrderBook[Any, Any]:
    """The orders that can be given in games of these rules; none, unless a kind of game registers its own."""
    return NO_ORDERS


def decide(order: StandingOrder, rules: Rules[State, Action, View], state: State, seat: int) -> Action | None:
    """The legal action that the order asks for now, or `None`: its owner decides."""
    legal = rules.legal_actions(state, seat)
    if not legal:
        return None
    book, view = book_of(rules), rules.view(state, seat)
    if not book.covers(order, view):
        return None
    action = book.choose(order, rules, view, legal)
    return action if action is not None and action in legal else None
