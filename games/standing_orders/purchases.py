"""Standing orders in CartesSociété: to finish a turn with these purchases, if they are still there."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.rules import Rules
from games.rules.base import Action, State
from games.rules.cartes_societe import CartesSociete
from games.rules.cartes_societe.calendar import LAST_TURN, is_mixed_after
from games.rules.cartes_societe.cards import Card
from games.rules.cartes_societe.view import View
from games.rules.plain import Json
from games.standing_orders.base import OrderBook, StandingOrder, book_of

FINISH = "finish"
TURN = "turn"

END = "end"
ASK = "ask"
THEN = (END, ASK)


@dataclass(frozen=True, slots=True)
class Order(StandingOrder):
    buy: tuple[str, ...] = ()
    """Cards of the market, the most wanted first: what is gone or too expensive is left out."""
    play: str = ""
    over: str = ""
    """The card on the board that is replaced, if it is not to lie beside the others."""
    evolve: bool = False
    """Whether everything evolves that can."""
    then: str = ASK


class Purchases(OrderBook[Order, View]):
    def order_from(self, terms: Json, stage: int | None, card_kind: str) -> Order:
        return Order(**{**terms, "buy": tuple(terms["buy"])}, stage=stage, card_kind=card_kind)

    def slot_of(self, order: Order) -> str:
        return TURN

    def covers(self, order: Order, view: View) -> bool:
        return order.stage == view.turn

    def choose(
        self, order: Order, rules: Rules[State, Action, View], view: View, legal: Sequence[Action]
    ) -> Action | None:
        wish = _next_wish(order, view)
        return None if wish is None else rules.action_from_json(wish)


BOOK = Purchases()


@book_of.register(CartesSociete)
def _book_of_purchases(rules: object) -> Purchases:
    return BOOK


def stage_for(view: View) -> int:
    """The turn that an order of the owner of this view is for: this one, or the next if theirs is over."""
    assert view.seat is not None
    return view.turn + view.players[view.seat].ended


def has_a_turn_left(view: View) -> bool:
    assert view.seat is not None
    return view.players[view.seat].alive and stage_for(view) <= LAST_TURN


def _next_wish(order: Order, view: View) -> dict[str, str] | None:
    legal = view.legal
    assert legal is not None
    bought = next((card for card in order.buy if card in legal.buy), None)
    if bought is not None:
        return {"kind": "buy", "card": bought}
    laid = _laid(order, view)
    evolved = _evolved(order, view, bool(laid)) if order.evolve else None
    if evolved or laid:
        return evolved or laid
    return {"kind": "end_turn"} if order.then == END and _came_to_something(order, view) else None


def _came_to_something(order: Order, view: View) -> bool:
    """Whoever could not get a single card of those they wanted is asked what to do with their gold instead."""
    assert view.seat is not None
    own = view.players[view.seat]
    wanted = {*order.buy, order.play} - {""}
    # Cards that were bought may have been given for one that has evolved.
    names = {_name_of(card) for card in wanted}
    return not wanted or any(
        card.id in wanted or (card.level == 2 and _name_of(card.id) in names) for card in (*own.hand, *own.board)
    )


def _name_of(card_id: str) -> str:
    return card_id.rpartition("-")[0]


def _evolved(order: Order, view: View, lays: bool) -> dict[str, str] | None:
    """What evolves next. The cards to be played and to be replaced are not given away for others of their names."""
    assert view.legal is not None
    assert view.seat is not None
    board = view.players[view.seat].board if lays else ()
    replaced = {card.name for card in board if card.id == order.over}
    waiting = {card.id for card in board if card.name in replaced}
    able = [card for card in view.legal.evolve if card not in waiting]
    return {"kind": "evolve", "card": order.play if order.play in able else able[0]} if able else None


def _laid(order: Order, view: View) -> dict[str, str] | None:
    legal = view.legal
    assert legal is not None
    if order.over:
        possible = order.play in legal.replace and order.over in legal.over
        return {"kind": "replace", "card": order.play, "over": order.over} if possible else None
    return {"kind": "play", "card": order.play} if order.play in legal.play else None


def cards_of(view: View) -> tuple[tuple[Card, ...], tuple[Card, ...], tuple[Card, ...]]:
    """What an order can be about: cards of the market, in the owner's hand and on the owner's board.

    What lies in the market now is gone by the next turn if the piles are mixed before it.
    """
    assert view.seat is not None
    own = view.players[view.seat]
    is_gone = stage_for(view) > view.turn and is_mixed_after(view.turn)
    return () if is_gone else view.market, own.hand, own.board
