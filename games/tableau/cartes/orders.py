"""Standing orders in words, and the form to give one: for their owner alone."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import ClassVar, TypedDict

from django.utils.translation import gettext as _

from games.rules import AnyRules
from games.rules.cartes_societe.view import View
from games.standing_orders import OrderRefused, OrderTooLate
from games.standing_orders import purchases as orders
from games.standing_orders.purchases import ASK, END, FINISH, Order
from games.tableau.amounts import listed
from games.tableau.cartes.faces import card_name
from games.tableau.order_panel import GivenOrder, Option, options
from games.tableau.posted_fields import Posted
from games.tableau.scene import Scene


@dataclass(frozen=True, slots=True)
class OrderPanel:
    parts: ClassVar[tuple[str, ...]] = ("order-when", "order-market", "order-terms")
    """Those that its form is made of."""
    stage: int
    given: tuple[GivenOrder, ...]
    when: str
    market: tuple[Option, ...]
    laid: tuple[Option, ...]
    places: tuple[Option, ...]
    evolve: bool
    endings: tuple[Option, ...]


def draw_orders(scene: Scene, seat: int, given: Iterable[tuple[int, Order]], filled: Posted) -> OrderPanel | None:
    """What that seat has ordered and may order; nothing for those who have no turn left."""
    view: View = scene.view(seat)
    if not orders.has_a_turn_left(view):
        return None
    market, hand, board = orders.cards_of(view)
    wanted = filled.getlist("buy")
    stage = orders.stage_for(view)
    laid = {"": _("nothing"), **{card.id: _numbered(card.id) for card in (*hand, *market)}}
    places = {"": _("beside the others"), **{card.id: _instead_of(card.id) for card in board}}
    return OrderPanel(
        stage=stage,
        given=tuple(GivenOrder(number, sentence(order)) for number, order in given),
        when=_("In this turn") if stage == view.turn else _("In the next turn"),
        market=tuple(Option(card.id, _price(card.id, card.cost), card.id in wanted) for card in market),
        laid=options(laid, filled.get("play") or ""),
        places=options(places, filled.get("over") or ""),
        evolve=filled.get("evolve") is not None,
        endings=options({END: _("end my turn"), ASK: _("ask me")}, filled.get("then") or END),
    )


def _numbered(card_id: str) -> str:
    """Copies bear numbers, so that two of a name can be told apart in a list."""
    return _("%(card)s (%(copy)s)") % {"card": card_name(card_id), "copy": card_id.rpartition("-")[2]}


def _price(card_id: str, cost: int) -> str:
    return _("%(card)s, %(cost)s PO") % {"card": _numbered(card_id), "cost": cost}


def _instead_of(card_id: str) -> str:
    return _("in the place of %(card)s") % {"card": _numbered(card_id)}


def sentence(order: Order) -> str:
    told = []
    if order.buy:
        told.append(_("buy %(cards)s if still there") % {"cards": listed([card_name(card) for card in order.buy])})
    if order.evolve:
        told.append(_("evolve what can"))
    if order.play:
        told.append(_laid_words(order))
    told.append(_("end the turn") if order.then == END else _("ask me"))
    return _("Turn %(turn)s: %(orders)s.") % {"turn": order.stage, "orders": ", ".join(told)}


def _laid_words(order: Order) -> str:
    facts = {"card": card_name(order.play)}
    if order.over:
        return _("replace %(other)s by %(card)s") % {**facts, "other": card_name(order.over)}
    return _("play %(card)s") % facts


class PurchaseWish(TypedDict, total=False):
    buy: Sequence[str]
    play: str
    over: str
    evolve: bool
    then: str


def read_wish(posted: Posted) -> PurchaseWish:
    """The fields of the form, each of its type."""
    return {
        "buy": posted.getlist("buy"),
        "play": posted.get("play") or "",
        "over": posted.get("over") or "",
        "evolve": posted.get("evolve") is not None,
        "then": posted.get("then") or "",
    }


def order_of(rules: AnyRules, view: View, stage: int, wish: PurchaseWish) -> Order:
    """The order that was wished for, or `OrderRefused`. What is to be played from the market is bought first."""
    assert view.seat is not None
    if not view.players[view.seat].alive:
        raise OrderRefused("fallen", _("You are out, so there is nothing left to order."))
    if not orders.has_a_turn_left(view):
        raise OrderRefused("last_turn", _("That was your last turn, so there is nothing left to order."))
    if stage > orders.stage_for(view):
        raise OrderRefused("too_early", _("You cannot give an order for that turn yet."))
    if stage < orders.stage_for(view):
        raise OrderTooLate(
            "stale", _("That turn was over before your order arrived. Nothing was stored; have a look again.")
        )
    market, hand, board = ({card.id for card in cards} for cards in orders.cards_of(view))
    buy = tuple(dict.fromkeys(wish.get("buy", ())))
    play, over, then = wish.get("play", ""), wish.get("over", ""), wish.get("then", "")
    if not set(buy) <= market:
        raise OrderRefused("not_in_market", _("Choose cards that are in the market."))
    if play and play not in market | hand:
        raise OrderRefused("bad_card", _("Choose a card that you have, or one that you could buy."))
    if play in market:
        buy = (play, *(card for card in buy if card != play))
    if over and (over not in board or not play):
        raise OrderRefused("bad_place", _("Say which card is to take the place of which on your board."))
    if then not in orders.THEN:
        raise OrderRefused("invalid_then", _("Say whether to end your turn or to ask you at the end."))
    return Order(kind=FINISH, stage=stage, buy=buy, play=play, over=over, evolve=bool(wish.get("evolve")), then=then)
