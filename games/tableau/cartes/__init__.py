"""The tables of CartesSociété."""

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.orders import StandingOrder
from games.rules.cartes_societe import CartesSociete
from games.rules.plain import Json
from games.tableau.cartes import ceremony, orders, posted
from games.tableau.cartes.faces import Printed, card_name, draw_kinds
from games.tableau.cartes.fragments import order_fragments, private_fragments, public_fragments
from games.tableau.cartes.narrator import CartesNarrator
from games.tableau.cartes.private import PrivateTable, depends_on, draw_private
from games.tableau.cartes.public import PublicTable, draw_public
from games.tableau.cartes.timeline import timeline_of
from games.tableau.contract import Dealt, Pile, Tableau, tableau_of
from games.tableau.fragments import Asked, Fragment
from games.tableau.posting import Posted
from games.tableau.scene import Scene
from games.tableau.timeline import Timeline


class CartesTableau(Tableau):
    narrator = CartesNarrator
    settled = ("combat",)
    symbols = "games/cartes/symbols.html"
    replay_hand = "games/cartes/replay_hand.html"
    all_cards = "games/cartes/all_cards.html"

    def printed(self) -> list[Printed]:
        return draw_kinds()

    def stage_word(self) -> str:
        return _("Turn")

    def out_word(self) -> str:
        return ceremony.out_word()

    def draw_public(self, scene: Scene) -> PublicTable:
        return draw_public(scene)

    def draw_private(self, scene: Scene, seat: int) -> PrivateTable:
        return draw_private(scene, seat)

    def public_fragments(self, table: PublicTable) -> Iterator[Fragment]:
        return public_fragments(table)

    def private_fragments(self, mine: PrivateTable, asked: Asked) -> Iterator[Fragment]:
        return private_fragments(mine, asked)

    def depends_on(self, scene: Scene, seat: int) -> Hashable:
        return depends_on(scene, seat)

    def timeline(self, scene: Scene, drawn: Scene, seat: int | None) -> Timeline:
        return timeline_of(scene)

    def draw_orders(
        self, scene: Scene, seat: int, given: Iterable[tuple[int, StandingOrder]], filled: Posted
    ) -> orders.OrderPanel | None:
        return orders.draw_orders(scene, seat, given, filled)

    def order_fragments(self, panel: orders.OrderPanel) -> Iterator[Fragment]:
        return order_fragments(panel)

    def orders_depend_on(self, scene: Scene, seat: int) -> Hashable:
        """An order is for the next turn once one's own is over. What others buy cannot be ordered any more."""
        view = scene.view()
        own = view.players[seat]
        return scene.stage, own.ended, own.hand, own.board, view.market

    def read_wish(self, data: Posted) -> dict[str, Any]:
        return orders.read_wish(data)

    def order_of(self, rules: Any, view: Any, stage: int, wish: Mapping[str, Any]) -> StandingOrder:
        return orders.order_of(view, stage, wish)

    def read_action(self, data: Posted) -> Json:
        return posted.read_action(data)

    def piles(self, rules: Any, setup: Json, state: Any) -> list[Pile]:
        """As they were dealt: what was left of each was mixed into the next."""
        return [
            Pile(_("Pile of cost %(tier)s") % {"tier": tier}, tuple(Dealt(card_name(card), True) for card in cards))
            for tier, cards in setup["deck"].items()
        ]


CARTES = CartesTableau()


@tableau_of.register(CartesSociete)
def _tableau_of_cartes(rules: object) -> CartesTableau:
    return CARTES
