"""Rules of thumb: buy what counts most in one's own eyes, gather three of a name, lay the best."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from games.bots.cartes_societe.table import END, Player, Step, read_table, steps, totals
from games.rules.cartes_societe.actions import Buy, Evolve, Play, Replace
from games.rules.cartes_societe.view import View

FOR_COPIES = (1.0, 1.2, 1.8, 1.0, 1.0)
"""How much more a card is worth to who has so many of its name: three make one of the second level."""


@dataclass(frozen=True, slots=True)
class ThumbBot:
    attack: float
    hp: float

    def choose(self, view: View, legal_actions: Sequence[Any], rng: Random) -> Any:
        me, choices = (table := read_table(view)).players[table.me], steps(view, legal_actions)
        for worth in (self._of_evolving, self._of_buying, self._of_laying):
            rated = {step: worth(me, step) for step in choices}
            best = max(rated, key=lambda step: rated[step] * rng.uniform(0.9, 1.1))
            if rated[best] > 0:
                return choices[best]
        return choices[END]

    def _of_evolving(self, me: Player, step: Step) -> float:
        return float(step[0] is Evolve)

    def _of_buying(self, me: Player, step: Step) -> float:
        kind, card, _ = step
        if kind is not Buy:
            return 0.0
        copies = me.hand.count(card) + me.board.count(card)
        return self._gain(me, [*me.board, card]) * FOR_COPIES[copies]

    def _of_laying(self, me: Player, step: Step) -> float:
        kind, card, over = step
        if kind is Play:
            return self._gain(me, [*me.board, card])
        if kind is Replace:
            left = list(me.board)
            left.remove(over)
            return self._gain(me, [*left, card])
        return 0.0

    def _gain(self, me: Player, board: list[int]) -> float:
        return self._worth(board) - self._worth(me.board)

    def _worth(self, board: list[int]) -> float:
        attack, hp, _ = totals(board)
        return self.attack * attack + self.hp * hp


CAUTIOUS = ThumbBot(attack=0.5, hp=1.5)
BALANCED = ThumbBot(attack=1.0, hp=1.0)
BOLD = ThumbBot(attack=1.5, hp=0.5)
