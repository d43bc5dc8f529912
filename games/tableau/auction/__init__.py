"""The tables of auction games."""

from collections.abc import Hashable, Iterable, Iterator, Mapping
from typing import Any

from django.utils.translation import gettext as _

from games.orders import StandingOrder
from games.rules.auction_rules import AuctionRules
from games.rules.base import SeatResult
from games.rules.plain import Json
from games.tableau.auction import ceremony, past, posted, wishes
from games.tableau.auction.explain import mode_of
from games.tableau.auction.fragments import order_fragments, private_fragments, public_fragments
from games.tableau.auction.names import card_name
from games.tableau.auction.narrator import AuctionNarrator
from games.tableau.auction.orders import OrderPanel, draw_orders
from games.tableau.auction.private import PrivateTable, depends_on, draw_private
from games.tableau.auction.public import PublicTable, draw_public
from games.tableau.auction.timeline import timeline_of
from games.tableau.contract import Dealt, Pile, Tableau, tableau_of
from games.tableau.fragments import Asked, Fragment
from games.tableau.posting import Posted
from games.tableau.scene import Scene
from games.tableau.timeline import Timeline


class AuctionTableau(Tableau):
    narrator = AuctionNarrator
    settled = ("card_won", "misfortune_taken")
    replay_hand = "games/auction/replay_hand.html"

    def stage_word(self) -> str:
        return _("Auction")

    def out_word(self) -> str:
        return ceremony.out_word()

    def place_of(self, result: SeatResult) -> str:
        return ceremony.place_of(result)

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
        return timeline_of(scene, drawn, seat)

    def draw_orders(
        self, scene: Scene, seat: int, given: Iterable[tuple[int, StandingOrder]], filled: Posted
    ) -> OrderPanel:
        return draw_orders(scene, seat, given, filled)

    def order_fragments(self, panel: OrderPanel) -> Iterator[Fragment]:
        return order_fragments(panel)

    def orders_depend_on(self, scene: Scene, seat: int) -> Hashable:
        """While a theft is due, the auction is still the same, but has been paid."""
        return scene.stage, mode_of(scene.view())

    def read_wish(self, data: Posted) -> dict[str, Any]:
        return wishes.read_wish(data)

    def order_of(self, rules: Any, view: Any, stage: int, wish: Mapping[str, Any]) -> StandingOrder:
        return wishes.order_of(rules, view, stage, wish)

    def read_action(self, data: Posted) -> Json:
        return posted.read_action(data)

    def piles(self, rules: Any, setup: Json, state: Any) -> list[Pile]:
        names = {card.id: card_name(card.name) for card in rules.cards}
        revealed = rules.stage(state)
        return [Pile("", tuple(Dealt(names[card], place < revealed) for place, card in enumerate(setup["deck"])))]

    def tells_past(self, scene: Scene) -> bool:
        return past.tells_prices(scene)

    def running_stage(self, scene: Scene) -> int | None:
        return past.running_auction(scene)


AUCTION = AuctionTableau()


@tableau_of.register(AuctionRules)
def _tableau_of_auctions(rules: object) -> AuctionTableau:
    return AUCTION
