"""CartesSociété in sentences."""

from collections import defaultdict

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.positions import ADMIN, CLOCK, Move
from games.rules.base import OfSeatAndCard
from games.rules.cartes_societe.event_types import (
    CardBought,
    CardEvolved,
    CardPlayed,
    CardReplaced,
    Combat,
    Eliminated,
    MarketFilled,
    PilesMixed,
    TurnEnded,
    TurnStarted,
)
from games.tableau.amounts import listed, score
from games.tableau.cartes.faces import card_name
from games.tableau.narrator import Narrator, made_by


class CartesNarrator(Narrator):
    def _turn_started(self, event: TurnStarted, move: Move | None, amounts: bool) -> str:
        facts = {"turn": event["turn"], "po": event["po"], "name": self.names[event["first"]]}
        return _("Turn %(turn)s: %(po)s PO for everybody. %(name)s buys first.") % facts

    def _market_filled(self, event: MarketFilled, move: Move | None, amounts: bool) -> str:
        cards = {"cards": listed([card_name(card) for card in event["cards"]])}
        if event["reshuffled"]:
            return _("The pile ran out, so the discard is shuffled into it. New in the market: %(cards)s.") % cards
        return _("New in the market: %(cards)s.") % cards

    def _card_bought(self, event: CardBought, move: Move | None, amounts: bool) -> str:
        facts = {"name": self.actor(event, move), "card": card_name(event["card"]), "cost": event["cost"]}
        return _("%(name)s buys %(card)s for %(cost)s PO.") % facts

    def _card_played(self, event: CardPlayed, move: Move | None, amounts: bool) -> str:
        return _("%(name)s plays %(card)s.") % self._who_and_card(event, move)

    def _card_replaced(self, event: CardReplaced, move: Move | None, amounts: bool) -> str:
        facts = {**self._who_and_card(event, move), "other": card_name(event["over"])}
        return _("%(name)s replaces %(other)s by %(card)s.") % facts

    def _card_evolved(self, event: CardEvolved, move: Move | None, amounts: bool) -> str:
        return _("%(name)s evolves %(card)s to level 2.") % self._who_and_card(event, move)

    def _turn_ended(self, event: TurnEnded, move: Move | None, amounts: bool) -> str:
        facts = {"name": self.actor(event, move)}
        if made_by(move, CLOCK):
            return _("%(name)s's time ran out: the turn ends.") % facts
        if made_by(move, ADMIN):
            return _("An admin ends the turn of %(name)s.") % facts
        return _("%(name)s ends the turn.") % facts

    def _combat(self, event: Combat, move: Move | None, amounts: bool) -> str:
        losses = losses_of(event)
        if not losses:
            return _("Combat: nobody is hurt.")
        told = [
            _("%(name)s loses %(pv)s PV") % {"name": self.names[seat], "pv": sum(damage for _by, damage in hits)}
            for seat, hits in losses.items()
        ]
        return _("Combat: %(losses)s.") % {"losses": listed(told)}

    def _eliminated(self, event: Eliminated, move: Move | None, amounts: bool) -> str:
        facts = {"name": self.names[event["seat"]], "pv": score(event["pv"])}
        return _("%(name)s is out, with %(pv)s PV.") % facts

    def _piles_mixed(self, event: PilesMixed, move: Move | None, amounts: bool) -> str:
        gone = len(event["discarded"])
        facts = {"up": event["up"], "tier": event["into"], "gone": gone}
        return (
            ngettext(
                "What is left is mixed: %(up)s into the pile of cost %(tier)s, %(gone)s card to the discard.",
                "What is left is mixed: %(up)s into the pile of cost %(tier)s, %(gone)s cards to the discard.",
                gone,
            )
            % facts
        )

    def hits_on(self, seat: int, hits: list[tuple[int, int]]) -> str:
        """What a combat cost somebody, and by whom."""
        by = [_("%(pv)s by %(name)s") % {"pv": damage, "name": self.names[other]} for other, damage in hits]
        facts = {"name": self.names[seat], "pv": sum(damage for _by, damage in hits), "hits": listed(by)}
        return _("%(name)s loses %(pv)s PV: %(hits)s.") % facts

    def _who_and_card(self, event: OfSeatAndCard, move: Move | None) -> dict[str, str]:
        return {"name": self.actor(event, move), "card": card_name(event["card"])}


def losses_of(event: Combat) -> dict[int, list[tuple[int, int]]]:
    """Who was hit in a combat: by whom, and how hard."""
    losses: dict[int, list[tuple[int, int]]] = defaultdict(list)
    for hit in event["hits"]:
        losses[hit["on"]].append((hit["by"], hit["damage"]))
    return dict(sorted(losses.items()))
