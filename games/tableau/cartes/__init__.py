"""The tables of CartesSociété."""

from collections.abc import Hashable

from django.utils.translation import gettext as _

from games.positions import Position
from games.rules import AnyRules
from games.rules.cartes_societe import CartesSociete
from games.rules.cartes_societe.view import View
from games.rules.plain import Json
from games.standing_orders.purchases import Order
from games.tableau.cartes.action_form import read_action
from games.tableau.cartes.ceremony import out_word
from games.tableau.cartes.faces import card_name, draw_kinds
from games.tableau.cartes.fragments import order_fragments, private_fragments, public_fragments
from games.tableau.cartes.narrator import CartesNarrator
from games.tableau.cartes.orders import OrderPanel, PurchaseWish, draw_orders, order_of, read_wish
from games.tableau.cartes.private import PrivateTable, draw_private, private_key
from games.tableau.cartes.public import PublicTable, draw_public
from games.tableau.cartes.seat_state import phase_begun_by, seat_state
from games.tableau.cartes.timeline import timeline_of
from games.tableau.cartes.words import REFUSALS, WORDS
from games.tableau.contract import Dealt, Pile, Tableau, tableau_of
from games.tableau.order_form import OrderForm
from games.tableau.scene import Scene


class PurchaseForm(OrderForm[Order, OrderPanel, PurchaseWish]):
    draw = staticmethod(draw_orders)
    fragments = staticmethod(order_fragments)
    read_wish = staticmethod(read_wish)
    order_of = staticmethod(order_of)

    def key(self, scene: Scene, seat: int) -> Hashable:
        """An order is for the next turn once one's own is over. What others buy cannot be ordered any more."""
        view: View = scene.view()
        own = view.players[seat]
        return scene.stage, own.ended, own.hand, own.board, view.market


class CartesTableau(Tableau[PublicTable, PrivateTable]):
    narrator = CartesNarrator
    order_form = PurchaseForm()
    settling_events = ("combat",)
    symbols = "games/cartes/_symbols.html"
    all_cards = "games/cartes/_all_cards.html"
    words = WORDS
    refusals = REFUSALS

    draw_public = staticmethod(draw_public)
    draw_private = staticmethod(draw_private)
    public_fragments = staticmethod(public_fragments)
    private_fragments = staticmethod(private_fragments)
    private_key = staticmethod(private_key)
    timeline = staticmethod(timeline_of)
    read_action = staticmethod(read_action)
    printed_cards = staticmethod(draw_kinds)
    out_word = staticmethod(out_word)
    seat_state = staticmethod(seat_state)
    phase_begun_by = staticmethod(phase_begun_by)

    def piles(self, rules: AnyRules, setup: Json, position: Position) -> list[Pile]:
        """As they were dealt: what was left of each was mixed into the next."""
        return [
            Pile(_("Pile of cost %(tier)s") % {"tier": tier}, tuple(Dealt(card_name(card), True) for card in cards))
            for tier, cards in setup["deck"].items()
        ]


CARTES = CartesTableau()


@tableau_of.register(CartesSociete)
def _tableau_of_cartes(rules: object) -> CartesTableau:
    return CARTES
