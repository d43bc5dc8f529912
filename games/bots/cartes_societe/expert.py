"""The bot that thinks: it plays some turns ahead many times, once for each thing that it could do next.

Everything is open but the order of the piles and what the others will want. Each sample draws both anew, and all
steps are tried in the same samples, so that chance does not blur their difference. What comes of a pair in hand, of
a card left to the next buyer, or of the last blow shows in how those games go. A good habit is only left for what is
clearly better.
"""

from collections.abc import Iterable, Sequence
from math import sqrt
from random import Random
from statistics import fmean
from typing import Any

from games.bots.budget import Budget
from games.bots.cartes_societe.habits import FOR_COPIES
from games.bots.cartes_societe.playout import EVEN, Future
from games.bots.cartes_societe.row import Row
from games.bots.cartes_societe.table import END, NOTHING, Step, Table, read_table, steps
from games.rules.cartes_societe.actions import Buy, Evolve, Play, Replace
from games.rules.cartes_societe.view import View

LAYS_COMPARED = 6

DOUBT = 1.0
"""How sure it must be that something is better than the habit, in standard errors."""


class ExpertBot:
    def __init__(self, budget: Budget) -> None:
        self.budget = budget

    def choose(self, view: View, legal_actions: Sequence[Any], rng: Random) -> Any:
        table, choices = read_table(view), steps(view, legal_actions)
        compared = promising(table, choices)
        if len(compared) == 1:
            return choices[compared[0]]
        leads: dict[Step, list[float]] = {step: [] for step in compared}
        for _ in self.budget.samples(cost=len(compared), at_a_time=1):
            future = Future(table, rng)
            for step in compared:
                leads[step].append(future.worth(step))
        habit = leads[compared[0]]
        return choices[max(compared, key=lambda step: clear_gain(leads[step], habit))]


def clear_gain(leads: list[float], habit: list[float]) -> float:
    """By how much these are better than those of the habit, in the same samples, at the least."""
    gains = [lead - usual for lead, usual in zip(leads, habit, strict=True)]
    mean = fmean(gains)
    return mean - DOUBT * sqrt(sum((gain - mean) ** 2 for gain in gains)) / len(gains)


def promising(table: Table, choices: Iterable[Step]) -> list[Step]:
    """What is worth a thought, the habit first: gold buys nothing after this turn, and three are better as one."""
    me = table.players[table.me]
    gains = Gains(me.board)
    if evolving := [step for step in choices if step[0] is Evolve and step[1] in me.hand]:
        return evolving[:1]
    if buying := [step for step in choices if step[0] is Buy]:
        return sorted(buying, key=lambda step: gains.of(step) * FOR_COPIES[me.hand.count(step[1])], reverse=True)
    some = [*(step for step in choices if step[0] is Evolve), *laying(choices, gains)]
    breaks_a_pair = any(me.hand.count(card) > 1 for _, card, _ in some[:1])
    return [*some, END] if breaks_a_pair or not some else some


def laying(choices: Iterable[Step], gains: "Gains") -> list[Step]:
    """Each card that adds something, best first; where there is no room, in the place of the weakest."""
    steps = [step for step in choices if step[0] is Play] or [step for step in choices if step[0] is Replace]
    rising = sorted((step for step in steps if gains.of(step) > 0), key=gains.of)
    best = {step[1]: step for step in rising}
    return sorted(best.values(), key=gains.of, reverse=True)[:LAYS_COMPARED]


class Gains:
    """What it adds to a board to lay a card there, or in the place of another."""

    def __init__(self, board: list[int]) -> None:
        self.row = Row(board)

    def of(self, step: Step) -> float:
        _, card, over = step
        if over == NOTHING:
            return EVEN.worth(*self.row.gain(card))
        self.row.remove(over)
        gained = EVEN.worth(*self.row.gain(card)) - EVEN.worth(*self.row.gain(over))
        self.row.add(over)
        return gained
