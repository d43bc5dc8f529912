"""The rules of an auction, behind those of any game."""

from functools import lru_cache

from games.rules import AnyRules
from games.rules.auction_rules import AnyAuctionRules, AuctionRules
from games.rules.status_cards import Card


def auction_rules(rules: AnyRules) -> AnyAuctionRules:
    """The same rules, of which more is known: they have cards, money and status."""
    assert isinstance(rules, AuctionRules)
    return rules


@lru_cache(maxsize=1024)
def card_of(rules: AnyRules, card_id: str) -> Card:
    """The card with that id in a game."""
    return next(card for card in auction_rules(rules).cards if card.id == card_id)
