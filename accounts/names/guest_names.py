"""Friendly names for guests, as a good host would announce them in their language."""

import secrets

from django.utils.translation import get_language

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
# Adjectives that are the same after any noun.
FRENCH_ADJECTIVES = """
    Affable Agile Aimable Alerte Bohème Candide Célèbre Digne Énergique Espiègle
    Fidèle Habile Honnête Illustre Imperturbable Insolite Intrépide Jeune Leste Lyrique
    Magnanime Magnifique Modeste Noble Optimiste Paisible Pittoresque Poétique Prodigue Romantique
    Sage Sensible Sincère Sociable Splendide Stoïque Superbe Svelte Tendre Tranquille
"""
FRENCH_CHARACTERS = """
    Aigrette Alouette Archiduc Baronne Belette Blaireau Cigogne Colibri Comtesse Consul
    Cygne Danseuse Duchesse Écureuil Faucon Fauvette Fleuriste Gazelle Grue Hermine
    Hirondelle Hussard Ibis Libellule Loutre Lynx Marquise Martinet Mésange Paon
    Peintre Perdrix Pianiste Pinson Poète Renard Rossignol Ténor Vicomte Violoniste
"""


def random_guest_name() -> str:
    if get_language() == "fr":
        return f"{secrets.choice(FRENCH_CHARACTERS.split())} {secrets.choice(FRENCH_ADJECTIVES.split())}"
    return f"{secrets.choice(ADJECTIVES.split())} {secrets.choice(CHARACTERS.split())}"
