"""Fast play-outs: whole turns at a time, everybody buying and laying by a taste of their own."""

from collections.abc import Sequence
from random import Random

from games.bots.cartes_societe.plans import Plan
from games.bots.cartes_societe.table import COST, SECOND_SIDE, Table, totals
from games.bots.cartes_societe.taste import Taste
from games.rules.cartes_societe.calendar import LAST_TURN, gold_of, is_mixed_after, tier_of
from games.rules.cartes_societe.state import MARKET

TASTES = [Taste(0.6, 1.4), Taste(1.0, 1.0), Taste(1.4, 0.6)]
MINE = TASTES[1]
FOR_COPIES = (1.0, 1.25, 2.2, 1.1, 1.1)


class Future:
    """One sampled course of chance and tempers, in which several plans can be compared."""

    def __init__(self, table: Table, rng: Random) -> None:
        self.table = table
        self.tastes = [rng.choice(TASTES) for _ in table.players]
        self.tastes[table.me] = MINE
        self.streams = self._streams(rng)

    def _streams(self, rng: Random) -> list[list[int]]:
        """In which order the cards of this tier and the later ones will come."""
        table, tier = self.table, tier_of(self.table.turn)
        streams: list[list[int]] = []
        carried: list[int] = []
        for pile in table.piles[tier - 1 :]:
            stream = rng.sample(carried + pile, len(carried) + len(pile))
            streams.append(stream)
            left = stream[2 * MARKET :]
            carried = left[: rng.randrange(1, len(left))] if len(left) > 1 else left
        streams[-1] += rng.sample(table.discard, len(table.discard))
        return streams

    def worth(self, plan: Plan) -> float:
        """How the game ends for me when I follow this plan and then my taste."""
        return Course(self, plan).end()


class Course:
    def __init__(self, future: Future, plan: Plan) -> None:
        table = future.table
        self.me = table.me
        self.tastes = future.tastes
        self.pv = [player.pv for player in table.players]
        self.hands = [list(player.hand) for player in table.players]
        self.boards = [list(player.board) for player in table.players]
        self.hands[self.me], self.boards[self.me] = list(plan.hand), list(plan.board)
        self.market = list(plan.market)
        self.streams = [list(reversed(stream)) for stream in future.streams]
        self.first_tier = tier_of(table.turn)
        self.turn = table.turn
        self.seats = len(self.pv)
        self.waiting: Sequence[int] = table.waiting

    def end(self) -> float:
        while True:
            gold = gold_of(self.turn)
            for seat in self.waiting:
                self._shop(seat, gold)
                self._lay(seat)
            self._fight()
            living = [seat for seat in range(self.seats) if self.pv[seat] > 0]
            if len(living) < 2 or self.turn == LAST_TURN or self.me not in living:
                return self._result()
            self._next_turn(living)

    def _next_turn(self, living: list[int]) -> None:
        if is_mixed_after(self.turn):
            self.market = []
        self.turn += 1
        stream = self.streams[tier_of(self.turn) - self.first_tier]
        while stream and len(self.market) < MARKET:
            self.market.append(stream.pop())
        start = (self.turn - 1) // 2 % self.seats
        self.waiting = [seat for seat in living if seat >= start] + [seat for seat in living if seat < start]

    def _shop(self, seat: int, gold: int) -> None:
        hand, market, values = self.hands[seat], self.market, self.tastes[seat].values
        while market:
            best, pick = 0.0, -1
            for card in market:
                if COST[card] <= gold:
                    rated = values[card] * FOR_COPIES[hand.count(card)]
                    if rated > best:
                        best, pick = rated, card
            if pick < 0:
                return
            market.remove(pick)
            gold -= COST[pick]
            hand.append(pick)
            if hand.count(pick) == 3:
                hand.remove(pick)
                hand.remove(pick)
                hand.remove(pick)
                hand.append(pick + SECOND_SIDE)

    def _lay(self, seat: int) -> None:
        hand, board, values = self.hands[seat], self.boards[seat], self.tastes[seat].values
        if not hand:
            return
        best, pick = 0.0, -1
        for card in hand:
            rated = values[card]
            if card < SECOND_SIDE and hand.count(card) == 2:
                rated *= 0.6
            if rated > best:
                best, pick = rated, card
        if len(board) < 8:
            board.append(pick)
            hand.remove(pick)
            return
        weakest = min(board, key=values.__getitem__)
        if values[pick] > values[weakest]:
            board.remove(weakest)
            board.append(pick)
            hand.remove(pick)

    def _fight(self) -> None:
        pv = self.pv
        living = [(seat, totals(self.boards[seat])) for seat in range(self.seats) if pv[seat] > 0]
        for by, (attack, _, _) in living:
            for on, (_, hp, _) in living:
                if by != on and attack > hp:
                    pv[on] -= attack - hp

    def _result(self) -> float:
        pv, me = self.pv, self.me
        best = max(pv[seat] for seat in range(self.seats) if seat != me)
        margin = (pv[me] - best) / 100.0
        return max(-1.0, min(1.0, margin)) + (1.0 if pv[me] > best else 0.0)
