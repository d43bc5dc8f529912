"""A board that changes quickly: what it comes to is kept up to date card by card, and never counted anew."""

from collections.abc import Iterable
from typing import NamedTuple

from games.bots.cartes_societe.table import SECOND_SIDE
from games.rules.cartes_societe.board import BOARD_LIMIT
from games.rules.cartes_societe.cards import FACES
from games.rules.cartes_societe.catalogue import COPIES, EVOLVED, FAMILIES, HUDDLE, MIXED, PACK


class Printed(NamedTuple):
    """All that a row asks of a card."""

    family: int
    attack: int
    hp: int
    bonus: str | None
    bonus_attack: int
    bonus_hp: int
    second: bool
    limit: int


def _printed(card: int) -> Printed:
    _, _, family, side, level = FACES[card * COPIES]
    bonuses = side.bonus_attack, side.bonus_hp
    return Printed(FAMILIES.index(family), side.attack, side.hp, family.bonus, *bonuses, level == 2, side.limit)


PRINTED = [_printed(card) for card in range(2 * SECOND_SIDE)]


class Row:
    __slots__ = ("attack", "cards", "families", "hp", "limit", "mixed", "of_family", "on_evolved", "own", "second")

    def __init__(self, cards: Iterable[int] = ()) -> None:
        self.cards: list[int] = []
        self.attack = self.hp = 0
        self.limit = BOARD_LIMIT
        self.of_family = [0] * len(FAMILIES)
        """How many cards there are of each family."""
        self.families = self.second = 0
        """How many families there are, and how many cards of the second level."""
        self.own = [(0, 0)] * len(FAMILIES)
        """What one more card of that family adds to those that are there: attack and health."""
        self.mixed = self.on_evolved = (0, 0)
        """What one more family adds, and what one more card of the second level adds."""
        for card in cards:
            self.add(card)

    def copy(self) -> "Row":
        other = Row.__new__(Row)
        other.cards, other.of_family, other.own = self.cards[:], self.of_family[:], self.own[:]
        other.attack, other.hp, other.limit = self.attack, self.hp, self.limit
        other.families, other.second = self.families, self.second
        other.mixed, other.on_evolved = self.mixed, self.on_evolved
        return other

    def gain(self, card: int) -> tuple[int, int]:
        """What this card would add in attack and health, to itself and to the others."""
        family, attack, hp, bonus, bonus_attack, bonus_hp, second, _ = PRINTED[card]
        known = self.of_family[family]
        if bonus:
            if bonus == MIXED:
                times = self.families - (1 if known else 0)
            elif bonus == EVOLVED:
                times = self.second + second
            else:
                times = known
                attack += self.own[family][0]
                hp += self.own[family][1]
            attack += times * bonus_attack
            hp += times * bonus_hp
        if not known:
            attack += self.mixed[0]
            hp += self.mixed[1]
        if second:
            attack += self.on_evolved[0]
            hp += self.on_evolved[1]
        return attack, hp

    def add(self, card: int) -> None:
        attack, hp = self.gain(card)
        self.attack += attack
        self.hp += hp
        self.cards.append(card)
        self._note(card, 1)

    def remove(self, card: int) -> None:
        self.cards.remove(card)
        self._note(card, -1)
        attack, hp = self.gain(card)
        self.attack -= attack
        self.hp -= hp

    def _note(self, card: int, sign: int) -> None:
        """One card more, or one less."""
        family, _, _, bonus, attack, hp, second, limit = PRINTED[card]
        before = self.of_family[family]
        self.of_family[family] = before + sign
        self.families += bool(before + sign) - bool(before)
        self.second += sign * second
        self.limit += sign * limit
        if bonus == MIXED:
            self.mixed = self.mixed[0] + sign * attack, self.mixed[1] + sign * hp
        elif bonus == EVOLVED:
            self.on_evolved = self.on_evolved[0] + sign * attack, self.on_evolved[1] + sign * hp
        elif bonus in (PACK, HUDDLE):
            was = self.own[family]
            self.own[family] = was[0] + sign * attack, was[1] + sign * hp

    @property
    def is_full(self) -> bool:
        return len(self.cards) >= self.limit
