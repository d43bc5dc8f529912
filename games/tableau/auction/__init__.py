"""The tables of auction games."""

from collections.abc import Hashable

from django.utils.translation import gettext as _

from games.positions import Position
from games.rules import AnyRules
from games.rules.auction_rules import AuctionRules
from games.rules.plain import Json
from games.standing_orders.auction import Order
from games.tableau.auction.action_form import read_action
from games.tableau.auction.ceremony import out_word, rank_words
from games.tableau.auction.explain import mode_of
from games.tableau.auction.fragments import order_fragments, private_fragments, public_fragments
from games.tableau.auction.names import card_name
from games.tableau.auction.narrator import AuctionNarrator
from games.tableau.auction.orders import OrderPanel, draw_orders
from games.tableau.auction.past import running_auction, tells_prices
from games.tableau.auction.private import PrivateTable, draw_private, private_key
from games.tableau.auction.public import PublicTable, draw_public
from games.tableau.auction.rules import auction_rules
from games.tableau.auction.seat_state import phase_begun_by, read_selection, seat_state, without_amounts
from games.tableau.auction.timeline import timeline_of
from games.tableau.auction.wishes import AuctionWish, order_of, read_wish
from games.tableau.auction.words import CURIOSITY, OPEN_PURSES, REFUSALS, WORDS
from games.tableau.contract import Dealt, Pile, Tableau, tableau_of
from games.tableau.game_words import value_of
from games.tableau.order_form import OrderForm
from games.tableau.scene import Scene


class AuctionOrderForm(OrderForm[Order, OrderPanel, AuctionWish]):
    draw = staticmethod(draw_orders)
    fragments = staticmethod(order_fragments)
    read_wish = staticmethod(read_wish)
    order_of = staticmethod(order_of)

    def key(self, scene: Scene, seat: int) -> Hashable:
        """While a theft is due, the auction is still the same, but has been paid."""
        return scene.stage, mode_of(scene.view())


class AuctionTableau(Tableau[PublicTable, PrivateTable]):
    narrator = AuctionNarrator
    order_form = AuctionOrderForm()
    settling_events = ("card_won", "misfortune_taken")
    symbols = "games/auction/_symbols.html"
    replay_hand = "games/auction/_replay_hand.html"
    words = WORDS
    options = (OPEN_PURSES,)
    curiosity = CURIOSITY
    refusals = REFUSALS

    draw_public = staticmethod(draw_public)
    draw_private = staticmethod(draw_private)
    public_fragments = staticmethod(public_fragments)
    private_fragments = staticmethod(private_fragments)
    private_key = staticmethod(private_key)
    timeline = staticmethod(timeline_of)
    read_action = staticmethod(read_action)
    out_word = staticmethod(out_word)
    rank_words = staticmethod(rank_words)
    seat_state = staticmethod(seat_state)
    phase_begun_by = staticmethod(phase_begun_by)
    without_amounts = staticmethod(without_amounts)
    read_selection = staticmethod(read_selection)
    tells_past = staticmethod(tells_prices)
    running_stage = staticmethod(running_auction)

    def hides_past(self, options: object) -> bool:
        return not value_of(OPEN_PURSES, options)

    def nobody_won(self) -> str:
        return _("Nobody won: everybody was cast out")

    def stage_word(self) -> str:
        return _("Auction")

    def piles(self, rules: AnyRules, setup: Json, position: Position) -> list[Pile]:
        names = {card.id: card_name(card.name) for card in auction_rules(rules).cards}
        revealed = rules.stage(position.state)
        return [Pile("", tuple(Dealt(names[card], place < revealed) for place, card in enumerate(setup["deck"])))]


AUCTION = AuctionTableau()


@tableau_of.register(AuctionRules)
def _tableau_of_auctions(rules: object) -> AuctionTableau:
    return AUCTION
