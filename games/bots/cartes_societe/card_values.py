"""What cards are worth to somebody who cares so much for attack and so much for health."""

from collections.abc import Iterable

from games.bots.cartes_societe.table import SECOND_SIDE, totals
from games.rules.cartes_societe.cards import FACES
from games.rules.cartes_societe.catalogue import COPIES, EVOLVED, HUDDLE, MIXED, PACK

USUAL_COMPANY = {PACK: 2, HUDDLE: 2, MIXED: 4, EVOLVED: 2}
"""How often a bonus counts on a board that is half grown."""


class Taste:
    def __init__(self, attack: float, hp: float) -> None:
        self.attack = attack
        self.hp = hp
        self.values = [self._value(card) for card in range(2 * SECOND_SIDE)]
        """What each card counts on a board as boards usually are."""

    def _value(self, card: int) -> float:
        face = FACES[card * COPIES]
        times, side = USUAL_COMPANY.get(face.family.bonus or "", 0), face.side
        return self.worth(side.attack + times * side.bonus_attack, side.hp + times * side.bonus_hp)

    def of_board(self, board: Iterable[int]) -> float:
        attack, hp, _ = totals(board)
        return self.worth(attack, hp)

    def worth(self, attack: int, hp: int) -> float:
        return self.attack * attack + self.hp * hp
