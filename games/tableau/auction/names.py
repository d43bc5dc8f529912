"""Names of cards, marked here so that translators meet them; the rules themselves speak English."""

from functools import lru_cache
from typing import Any

from django.utils.translation import gettext, gettext_noop

from games.rules.status_cards import Card

NAMES = (
    gettext_noop("Opera Glasses"),
    gettext_noop("Champagne"),
    gettext_noop("Silk Gown"),
    gettext_noop("Pearls"),
    gettext_noop("Grand Piano"),
    gettext_noop("Oil Portrait"),
    gettext_noop("Racehorse"),
    gettext_noop("Motor Car"),
    gettext_noop("Country House"),
    gettext_noop("Palace"),
    gettext_noop("Knighthood"),
    gettext_noop("Peerage"),
    gettext_noop("Royal Favour"),
    gettext_noop("Scandal"),
    gettext_noop("Gambling Debt"),
    gettext_noop("Theft"),
    gettext_noop("Fashion"),
    gettext_noop("Jewelry"),
    gettext_noop("Haute Cuisine"),
    gettext_noop("Travel"),
    gettext_noop("Art"),
    gettext_noop("Automobiles"),
    gettext_noop("Estate"),
    gettext_noop("Yacht"),
    gettext_noop("Dressage"),
    gettext_noop("Opera"),
    gettext_noop("Bon Vivant"),
    gettext_noop("Joie de Vivre"),
    gettext_noop("Savoir Faire"),
    gettext_noop("Scandale"),
    gettext_noop("Passé"),
    gettext_noop("Faux Pas"),
    gettext_noop("Prestige 1"),
    gettext_noop("Prestige 2"),
    gettext_noop("Prestige 3"),
    gettext_noop("Prestige 4"),
    gettext_noop("Prestige 5"),
    gettext_noop("Prestige 6"),
    gettext_noop("Prestige 7"),
    gettext_noop("Prestige 8"),
    gettext_noop("Prestige 9"),
    gettext_noop("Double"),
)


def card_name(english: str) -> str:
    return gettext(english)


@lru_cache(maxsize=1024)
def card_of(rules: Any, card_id: str) -> Card:
    """The card with that id in a game."""
    card: Card = next(card for card in rules.cards if card.id == card_id)
    return card
