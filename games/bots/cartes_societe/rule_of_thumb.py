"""Rules of thumb: evolve what can evolve, buy what counts most in one's own eyes, lay the best."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from games.bots.cartes_societe.card_values import Taste
from games.bots.cartes_societe.table import END, Player, Step, read_table, steps
from games.rules.base import Action
from games.rules.cartes_societe.actions import Buy, Evolve, Play, Replace
from games.rules.cartes_societe.view import View

FOR_COPIES = (1.0, 1.2, 1.8, 1.0, 1.0)
"""How much more a card is worth to who has so many of its name: three make one of the second level."""


@dataclass(frozen=True, slots=True)
class ThumbBot:
    taste: Taste

    def choose(self, view: View, legal_actions: Sequence[Action], rng: Random) -> Action:
        table, choices = read_table(view), steps(view, legal_actions)
        me = table.players[table.me]
        for kinds in ({Evolve}, {Buy}, {Play, Replace}):
            rated = {step: self._worth(me, step) for step in choices if step[0] in kinds}
            best = max(rated, key=lambda step: rated[step] * rng.uniform(0.9, 1.1), default=END)
            if best is not END and rated[best] > 0:
                return choices[best]
        return choices[END]

    def _worth(self, me: Player, step: Step) -> float:
        kind, card, over = step
        if kind is Evolve:
            return self.taste.values[card]
        if kind is Replace:
            others = list(me.board)
            others.remove(over)
            return self._gain(me, [*others, card])
        gain = self._gain(me, [*me.board, card])
        return gain * FOR_COPIES[me.hand.count(card) + me.board.count(card)] if kind is Buy else gain

    def _gain(self, me: Player, board: list[int]) -> float:
        return self.taste.of_board(board) - self.taste.of_board(me.board)


CAUTIOUS = ThumbBot(Taste(attack=0.5, hp=1.5))
BALANCED = ThumbBot(Taste(attack=1.0, hp=1.0))
BOLD = ThumbBot(Taste(attack=1.5, hp=0.5))
