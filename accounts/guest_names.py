"""Friendly names for guests, as a good host would announce them."""

import secrets

ADJECTIVES = """
    Affable Amiable Amused Beaming Blithe Candid Charming Cheerful Civil Courtly
    Dapper Daring Dashing Debonair Discreet Dreamy Elegant Festive Gallant Genial
    Gracious Jaunty Jovial Lavish Merry Mellow Noble Patient Plucky Polished
    Quaint Radiant Refined Roving Serene Sincere Spirited Stately Urbane Wistful
"""
CHARACTERS = """
    Badger Baroness Bittern Cellist Consul Countess Crane Curator Dancer Dormouse
    Duchess Egret Falcon Finch Florist Gardener Gazelle Heiress Heron Hussar
    Ibis Kestrel Lark Lynx Magpie Marquess Marten Nightingale Novelist Otter
    Painter Partridge Peacock Poet Sculptor Swan Swift Tenor Violinist Viscount
"""


def friendly_name() -> str:
    return f"{secrets.choice(ADJECTIVES.split())} {secrets.choice(CHARACTERS.split())}"
