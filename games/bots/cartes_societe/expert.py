"""The bot that thinks: it estimates all that it could do with its turn, and plays the best of that out.

Everything is open but the order of the piles and what the others will want. Each sample draws both anew, and all
plans are tried in the same samples, so that chance does not blur their difference. What comes of a pair in hand, of
a card left to the next buyer, or of the last blow shows in how those games go. But play-outs are few and chance is
great: the estimate counts like some of them, and the worse half of the plans drops out again and again, so that the
better ones are tried more often.
"""

from collections.abc import Sequence
from random import Random

from games.bots.budget import Budget
from games.bots.cartes_societe.estimate import USUAL_CARD, estimate
from games.bots.cartes_societe.habits import triples
from games.bots.cartes_societe.plan import Plan
from games.bots.cartes_societe.playout import Future
from games.bots.cartes_societe.table import NOTHING, Step, Table, read_table, steps
from games.rules.base import Action
from games.rules.cartes_societe.actions import Evolve
from games.rules.cartes_societe.calendar import tier_of
from games.rules.cartes_societe.view import View

PLANS_COMPARED = 12

TRUST = 30
"""The estimate counts like so many play-outs."""

LEAD_OF_CARD = 0.5
"""How much nearer to winning, from -1 to 1, one seems to be with one usual card more."""


class ExpertBot:
    def __init__(self, budget: Budget) -> None:
        self.budget = budget

    def choose(self, view: View, legal_actions: Sequence[Action], rng: Random) -> Action:
        return steps(view, legal_actions)[self._next_step(read_table(view), rng)]

    def _next_step(self, table: Table, rng: Random) -> Step:
        for card in triples(table.players[table.me].hand):
            return Evolve, card, NOTHING
        plans = promising(table)
        first, *others = {plan.first_step() for plan in plans}
        return self._play_out(table, plans, rng).first_step() if others else first

    def _play_out(self, table: Table, leads: dict[Plan, float], rng: Random) -> Plan:
        """The best of these after rounds of play-outs, in each of which the worse half drops out."""
        compared, samples = list(leads), TRUST
        summed = {plan: TRUST * lead for plan, lead in leads.items()}
        for budget in self.budget.rounds((len(compared) - 1).bit_length()):
            for _ in budget.samples(cost=len(compared), at_a_time=1):
                samples += 1
                future = Future(table, rng)
                for plan in compared:
                    summed[plan] += future.worth(plan)
            compared.sort(key=summed.__getitem__, reverse=True)
            del compared[(len(compared) + 1) // 2 :]
        return compared[0]


def promising(table: Table) -> dict[Plan, float]:
    """The plans that are worth a thought, best first, and how far each seems to lead or to fall behind."""
    estimated = estimate(table)
    best = sorted(estimated, key=estimated.__getitem__, reverse=True)[:PLANS_COMPARED]
    per_point = LEAD_OF_CARD / USUAL_CARD[tier_of(table.turn)]
    return {plan: per_point * (estimated[plan] - estimated[best[0]]) for plan in best}
