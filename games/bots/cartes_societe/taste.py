"""What cards are worth to somebody who cares so much for attack and so much for health."""

from functools import cached_property

from games.bots.cartes_societe.table import SECOND_SIDE, totals
from games.rules.cartes_societe.cards import FACES
from games.rules.cartes_societe.catalogue import COPIES

USUAL_COMPANY = {"pack": 2, "huddle": 2, "mixed": 4, "evolved": 2}
"""How often a bonus counts on a board that is half grown."""

LATER = (0.0, 0.45, 1.25, 1.25, 1.7, 1.7)
"""What so many copies in hand are worth, in parts of what one would count on the board."""

SECOND_IN_HAND = 0.85


class Taste:
    def __init__(self, attack: float, hp: float) -> None:
        self.attack = attack
        self.hp = hp

    @cached_property
    def values(self) -> list[float]:
        """What each card counts on a board as boards usually are."""
        return [self._value(number) for number in range(2 * SECOND_SIDE)]

    def _value(self, number: int) -> float:
        face = FACES[number * COPIES]
        times, side = USUAL_COMPANY.get(face.family.bonus or "", 0), face.side
        attack, hp = side.attack + times * side.bonus_attack, side.hp + times * side.bonus_hp
        return self.attack * attack + self.hp * hp

    def of_board(self, board: list[int]) -> float:
        attack, hp, _ = totals(board)
        return self.attack * attack + self.hp * hp

    def of_hand(self, hand: list[int]) -> float:
        values = self.values
        return sum(
            SECOND_IN_HAND * values[card] if card >= SECOND_SIDE else LATER[hand.count(card)] * values[card]
            for card in set(hand)
        )

    def least(self, board: list[int], card: int) -> int:
        """The card on a full board that one would give for this one."""
        return min(set(board), key=lambda over: (self.values[over], over))
