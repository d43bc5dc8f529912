"""The bot that thinks: it plays the game to its end many times, once for each thing that it could do next.

Everything is open but the order of the piles and what the others will want. Each sample draws both anew, and all
steps are tried in the same samples, so that chance does not blur their difference. What comes of a pair in hand, of
a card left to the next buyer, or of the last blow shows in how those games end.
"""

from collections.abc import Iterable, Sequence
from random import Random
from typing import Any

from games.bots.budget import Budget
from games.bots.cartes_societe.playout import EVEN, Future
from games.bots.cartes_societe.table import END, NOTHING, Step, Table, read_table, steps
from games.rules.cartes_societe.actions import Buy, Evolve, Play, Replace
from games.rules.cartes_societe.view import View

LAYS_COMPARED = 6
CARDS_REPLACED = 2


class ExpertBot:
    def __init__(self, budget: Budget) -> None:
        self.budget = budget

    def choose(self, view: View, legal_actions: Sequence[Any], rng: Random) -> Any:
        table, choices = read_table(view), steps(view, legal_actions)
        compared = promising(table, choices)
        if len(compared) == 1:
            return choices[compared[0]]
        worth = dict.fromkeys(compared, 0.0)
        for _ in self.budget.samples(cost=len(compared), at_a_time=1):
            future = Future(table, rng)
            for step in compared:
                worth[step] += future.worth(step)
        return choices[max(worth, key=worth.__getitem__)]


def promising(table: Table, choices: Iterable[Step]) -> list[Step]:
    """What is worth a thought: gold buys nothing after this turn, and three in hand are better as one."""
    hand = table.players[table.me].hand
    if evolving := [step for step in choices if step[0] is Evolve and step[1] in hand]:
        return evolving[:1]
    if buying := [step for step in choices if step[0] is Buy]:
        return buying
    laying = [step for step in choices if step[0] is Play] or replacing(choices)
    laying.sort(key=gain, reverse=True)
    return [*(step for step in choices if step[0] is Evolve), *laying[:LAYS_COMPARED], END]


def replacing(choices: Iterable[Step]) -> list[Step]:
    """Better cards in the places of the weakest."""
    better = [step for step in choices if step[0] is Replace and gain(step) > 0]
    weakest = sorted({over for _, _, over in better}, key=EVEN.values.__getitem__)[:CARDS_REPLACED]
    return [step for step in better if step[2] in weakest]


def gain(step: Step) -> float:
    _, card, over = step
    return EVEN.values[card] - (0.0 if over == NOTHING else EVEN.values[over])
