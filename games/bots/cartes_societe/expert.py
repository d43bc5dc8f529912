"""The bot that thinks: it compares plans for the rest of its turn by playing the game out from each of them."""

from collections.abc import Sequence
from random import Random
from typing import Any

from games.bots.budget import Budget
from games.bots.cartes_societe.plans import Plan, plans
from games.bots.cartes_societe.playout import MINE, Future
from games.bots.cartes_societe.table import Table, read_table, steps
from games.rules.cartes_societe.view import View

COMPARED = 6


class ExpertBot:
    def __init__(self, budget: Budget) -> None:
        self.budget = budget

    def choose(self, view: View, legal_actions: Sequence[Any], rng: Random) -> Any:
        table = read_table(view)
        candidates = promising(table)
        choices = steps(view, legal_actions)
        if len({plan.first for plan in candidates}) == 1:
            return choices[candidates[0].first]
        worths = [0.0] * len(candidates)
        for _ in self.budget.samples(cost=len(candidates), at_a_time=1):
            future = Future(table, rng)
            for place, plan in enumerate(candidates):
                worths[place] += future.worth(plan)
        return choices[candidates[worths.index(max(worths))].first]


def promising(table: Table) -> list[Plan]:
    rated = sorted(
        plans(table, MINE), key=lambda plan: MINE.of_board(plan.board) + MINE.of_hand(plan.hand), reverse=True
    )
    return rated[:COMPARED]
