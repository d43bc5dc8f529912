"""The cards one can hold: five of each kind, numbered as they are printed, by rising cost.

A card on its second side has its number plus `EVOLUTION`, so a hand or a board is a plain tuple of numbers.
"""

from dataclasses import dataclass
from typing import NamedTuple

from games.rules.cartes_societe.catalogue import COPIES, KINDS, Family, Kind, Side

TIERS = (1, 2, 3, 4, 5)
CARDS = len(KINDS) * COPIES
EVOLUTION = CARDS


@dataclass(frozen=True, slots=True)
class Card:
    """A card as everybody sees it. On a board, attack and health are what it counts there, bonuses included."""

    id: str
    name: str
    family: str
    level: int
    cost: int
    attack: int
    hp: int


class Face(NamedTuple):
    """One side of a card, with all that the rules ask of it."""

    card: Card
    kind: Kind
    family: Family
    side: Side
    level: int


def _face(number: int) -> Face:
    level = 1 + number // EVOLUTION
    place, copy = divmod(number % EVOLUTION, COPIES)
    kind = KINDS[place]
    side = kind.sides[level - 1]
    card = Card(f"{kind.slug}-{copy + 1}", kind.name_fr, kind.family.name_fr, level, kind.cost, side.attack, side.hp)
    return Face(card, kind, kind.family, side, level)


FACES = tuple(_face(number) for number in range(2 * CARDS))
"""First all cards of level 1, then the same cards of level 2."""

IDS = tuple(face.card.id for face in FACES)
NUMBERS = {card_id: number for number, card_id in enumerate(IDS[:CARDS])}
COSTS = tuple(face.kind.cost for face in FACES)
PRINTED = tuple(tuple(number for number in range(CARDS) if COSTS[number] == tier) for tier in TIERS)
"""The cards of each tier."""


def same_kind(number: int) -> range:
    """All copies of this card, on the side that it shows."""
    first = number - number % COPIES
    return range(first, first + COPIES)
