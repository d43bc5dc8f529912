"""Auctions in sentences. Amounts of auctions that are over are told only where purses are open."""

from collections.abc import Sequence

from django.utils.translation import gettext as _

from games.positions import ADMIN, CLOCK, Move
from games.rules import AnyRules
from games.rules.auction_events import CardRevealed
from games.rules.base import OfSeatAndCard
from games.rules.high_society import event_types as high_society
from games.rules.high_society.event_types import MisfortuneTaken, MoneyLost, PossessionStolen, TheftPending
from games.rules.simplified import event_types as simplified
from games.rules.status_cards import Card
from games.tableau.amounts import figures, money, worth
from games.tableau.auction.edition import words_for
from games.tableau.auction.names import card_name
from games.tableau.auction.rules import card_of
from games.tableau.narrator import Narrator, made_by

BidPlaced = high_society.BidPlaced | simplified.BidPlaced
Passed = high_society.Passed | simplified.Passed
CardWon = high_society.CardWon | simplified.CardWon


class AuctionNarrator(Narrator):
    def __init__(self, rules: AnyRules, names: Sequence[str]) -> None:
        super().__init__(rules, names)
        self.words = words_for(rules.slug)

    def _card_revealed(self, event: CardRevealed, move: Move | None, amounts: bool) -> str:
        card = card_of(self.rules, event["card"])
        facts = {"card": self._card_words(card), "seen": event["red_revealed"]}
        if card.red:
            return _("Turned up: %(card)s, red card number %(seen)s.") % facts
        return _("Turned up: %(card)s.") % facts

    def _bid_placed(self, event: BidPlaced, move: Move | None, amounts: bool) -> str:
        facts = {"name": self.actor(event, move), "total": money(event["total"])}
        if not amounts:
            return _("%(name)s bids.") % facts
        if "cards" not in event:
            return _("%(name)s bids %(total)s.") % facts
        facts["notes"] = figures(event["cards"])
        if sum(event["cards"]) == event["total"]:
            return _("%(name)s bids %(total)s (%(notes)s).") % facts
        return _("%(name)s raises to %(total)s (adds %(notes)s).") % facts

    def _passed(self, event: Passed, move: Move | None, amounts: bool) -> str:
        back = worth(event["returned"]) if amounts else 0
        facts = {"name": self.actor(event, move), "sum": money(back)}
        if made_by(move, CLOCK):
            return _("%(name)s's time ran out: passed.") % facts
        if made_by(move, ADMIN):
            return _("An admin passes for %(name)s.") % facts
        if back:
            return _("%(name)s passes and takes %(sum)s back.") % facts
        return _("%(name)s passes.") % facts

    def _card_won(self, event: CardWon, move: Move | None, amounts: bool) -> str:
        facts = self._who_and_card(event)
        if not amounts or event["total"] is None:
            return _("%(name)s gets %(card)s.") % facts
        if not event["total"]:
            return _("%(name)s gets %(card)s for nothing.") % facts
        return _("%(name)s gets %(card)s for %(sum)s.") % {**facts, "sum": money(event["total"])}

    def _misfortune_taken(self, event: MisfortuneTaken, move: Move | None, amounts: bool) -> str:
        return _("%(name)s takes %(card)s.") % self._who_and_card(event)

    def _money_lost(self, event: MoneyLost, move: Move | None, amounts: bool) -> str:
        name = self.names[event["seat"]]
        if not amounts or event["total"] is None:
            return _("%(name)s loses the open bid.") % {"name": name}
        return _("%(name)s loses %(sum)s.") % {"name": name, "sum": money(event["total"])}

    def _possession_stolen(self, event: PossessionStolen, move: Move | None, amounts: bool) -> str:
        facts = self._who_and_card(event)
        if event["pending"]:
            return _("The theft that waited takes %(card)s from %(name)s at once.") % facts
        if made_by(move, CLOCK):
            return _("%(name)s's time ran out: %(card)s is given up.") % facts
        if made_by(move, ADMIN):
            return _("An admin gives up %(card)s for %(name)s.") % facts
        return _("%(name)s gives up %(card)s.") % {**facts, "name": self.actor(event, move)}

    def _theft_pending(self, event: TheftPending, move: Move | None, amounts: bool) -> str:
        return str(self.words.nothing_owned) % {"name": self.names[event["seat"]]}

    def _who_and_card(self, event: OfSeatAndCard) -> dict[str, str]:
        card = card_of(self.rules, event["card"])
        return {"name": self.names[event["seat"]], "card": card_name(card.name)}

    def _card_words(self, card: Card) -> str:
        name = card_name(card.name)
        # Where the name says the value already, it is not said twice.
        return name if card.value is None or str(card.value) in name else f"{name} ({card.value})"
