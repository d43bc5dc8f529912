"""Fast play-outs: whole turns at a time, everybody buying and laying by habit and by a taste of their own."""

from collections.abc import Sequence
from math import tanh
from random import Random

from games.bots.cartes_societe.card_values import Taste
from games.bots.cartes_societe.habits import lay, shop
from games.bots.cartes_societe.plan import Plan
from games.bots.cartes_societe.row import Row
from games.bots.cartes_societe.table import Table
from games.rules.cartes_societe.calendar import LAST_TURN, first_buyer, gold_of, is_mixed_after, tier_of
from games.rules.cartes_societe.state import MARKET

EVEN = Taste(attack=1.0, hp=1.0)
TASTES = (Taste(attack=0.8, hp=1.2), EVEN, Taste(attack=1.2, hp=0.8))

TURNS_AHEAD = 5
"""So many turns are played; further ahead it is chance that decides."""

TURNS_AFTER = 5
"""For so many more turns everybody is thought to hit as hard as in the last one."""

WON = 1.0
CLEAR_WIN = 150.0
"""A lead in health that leaves no doubt. A narrow one is worth less: the others may do better yet."""


class Future:
    """One draw of what nobody knows: the order of the piles, and the tastes of the others."""

    def __init__(self, table: Table, rng: Random) -> None:
        self.table = table
        self.tastes = [rng.choice(TASTES) for _ in table.players]
        self.tastes[table.me] = EVEN
        self.piles = self._shuffled(rng)
        self.rows = [Row(player.board) for player in table.players]

    def _shuffled(self, rng: Random) -> list[list[int]]:
        """The cards of this tier and the later ones, the next card last. What a market leaves over is not mixed in."""
        piles: list[list[int]] = []
        moved_up: list[int] = []
        for pile in self.table.piles[tier_of(self.table.turn) - 1 :]:
            shuffled = rng.sample(moved_up + pile, len(moved_up) + len(pile))
            left = shuffled[: -2 * MARKET]
            moved_up = left[: rng.randrange(1, len(left))] if len(left) > 1 else left
            piles.append(shuffled)
        piles[-1] = rng.sample(self.table.discard, len(self.table.discard)) + piles[-1]
        return piles

    def worth(self, plan: Plan) -> float:
        """How the game goes for me, from -1 to 1, when I finish my turn like this and go on by habit."""
        course = Course(self)
        course.finish_my_turn(plan)
        return course.end()


class Course:
    """A game on its way to its end."""

    def __init__(self, future: Future) -> None:
        table = future.table
        self.table = table
        self.tastes = future.tastes
        self.piles = [list(pile) for pile in future.piles]
        self.turn = table.turn
        self.market = list(table.market)
        self.pv = [player.pv for player in table.players]
        self.hands = [list(player.hand) for player in table.players]
        self.rows = [row.copy() for row in future.rows]

    def finish_my_turn(self, plan: Plan) -> None:
        me = self.table.me
        plan.carry_out(self.hands[me], self.rows[me], self.market)

    def end(self) -> float:
        """Plays on until I am out, until it is over, or as far as one can see."""
        acting: Sequence[int] = self.table.waiting
        last = min(LAST_TURN, self.table.turn + TURNS_AHEAD)
        while True:
            for seat in acting:
                shop(self.hands[seat], self.rows[seat], self.market, gold_of(self.turn), self.tastes[seat])
                lay(self.hands[seat], self.rows[seat], self.tastes[seat])
            self._fight()
            alive = [pv > 0 for pv in self.pv]
            if sum(alive) == 1 and alive[self.table.me]:
                return WON
            if sum(alive) < 2 or not alive[self.table.me]:
                return lead(self.table.me, self.pv)
            if self.turn == last:
                return lead(self.table.me, self._outlook(alive))
            acting = self._next_turn(alive)

    def _fight(self) -> None:
        pv = self.pv
        living = [(seat, row.attack, row.hp) for seat, row in enumerate(self.rows) if pv[seat] > 0]
        for by, attack, _ in living:
            for on, _, hp in living:
                if attack > hp and by != on:
                    pv[on] -= attack - hp

    def _next_turn(self, alive: list[bool]) -> list[int]:
        """Fills the market; tells who acts, in order."""
        if is_mixed_after(self.turn):
            self.market = []
        self.turn += 1
        pile = self.piles[tier_of(self.turn) - tier_of(self.table.turn)]
        while pile and len(self.market) < MARKET:
            self.market.append(pile.pop())
        first, seats = first_buyer(self.turn, alive), len(alive)
        return [seat % seats for seat in range(first, first + seats) if alive[seat % seats]]

    def _outlook(self, alive: list[bool]) -> list[int]:
        """The health that everybody will have when the boards stay as they are."""
        turns = min(TURNS_AFTER, LAST_TURN - self.turn)
        standing = [row for row, lives in zip(self.rows, alive, strict=True) if lives]
        return [
            pv - turns * sum(max(0, other.attack - row.hp) for other in standing if other is not row) if lives else 0
            for pv, row, lives in zip(self.pv, self.rows, alive, strict=True)
        ]


def lead(me: int, health: list[int]) -> float:
    """How far this seat is ahead of the best of the others."""
    best = max(left for seat, left in enumerate(health) if seat != me)
    return tanh((health[me] - best) / CLEAR_WIN)
