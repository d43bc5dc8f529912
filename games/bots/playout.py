"""Fast play-outs: whole auctions at a time, every player with a price in mind. Money is a plain amount here."""

from collections.abc import Sequence
from random import Random

from games.bots.auction_table import SCANDAL, TITLE, Table
from games.bots.outlook import Outlook
from games.bots.position import Position

TEMPER = 0.3
"""How much players differ from one another in what they pay."""

PRUDENT = 0.5
PRUDENT_BEHIND = 0.1
OWN_PRUDENCE = 1.0
MOOD = 0.3
"""How much each differs from auction to auction."""


class Future:
    """The rest of one game, played out again and again from the two ways the present auction can go for me."""

    def __init__(self, table: Table, level: float, spread: float, rng: Random) -> None:
        """Players pay about `level` times what a card is worth; how sure we are of that is `spread`."""
        self.table = table
        self.now = Position(table)
        self.outlook = Outlook(table.undrawn, len(table.players))
        self.level = level
        self.spread = spread
        self.rng = rng
        self.prudent = self._prudent()

    def _prudent(self) -> list[float]:
        money = [p.money for p in self.table.players]
        out = []
        for i, m in enumerate(money):
            gap = min(x for j, x in enumerate(money) if j != i) - m
            out.append(PRUDENT_BEHIND if gap > 0.03 * self.table.start_money else PRUDENT)
        return out

    def gain(self, price: int) -> float:
        """How much better, in one sampled future, it is for me to pay `price` than to pass."""
        deck = self.rng.sample(self.table.undrawn, len(self.table.undrawn))
        tempers = self._tempers(len(deck) + 1)
        self.prudence = [1.0 if self.rng.random() < chance else 0.0 for chance in self.prudent]
        self.prudence[self.table.me] = OWN_PRUDENCE
        if self.table.card >= 0:
            paid, passed = self._won(price), self._lost(tempers[-1])
        else:
            paid, passed = self._spared(price), self._hit()
        return self._finish(paid, deck, tempers) - self._finish(passed, deck, tempers)

    def _tempers(self, auctions: int) -> list[list[float]]:
        """For each auction each player's: the same in both futures, so that chance does not blur their difference."""
        rng, seats = self.rng, range(len(self.table.players))
        level = self.level * rng.lognormvariate(0.0, self.spread)
        own = [level * rng.lognormvariate(0.0, TEMPER) for _ in seats]
        low, width = 1 - MOOD, 2 * MOOD
        return [[temper * (low + width * rng.random()) for temper in own] for _ in range(auctions)]

    def _won(self, price: int) -> Position:
        after, me = self.now.copy(), self.table.me
        after.money[me] -= price
        after.receive(me, self.table.card)
        return after

    def _lost(self, tempers: Sequence[float]) -> Position:
        """The keenest of the others gets the prize for what the next keenest would pay."""
        table, after = self.table, self.now.copy()
        left, reds = len(table.undrawn), table.reds_left
        prices = after.prices(
            table.card, self.outlook.hoped[left][reds], self._keeps(self.outlook.nearness[left][reds]), tempers
        )
        keen = sorted(((max(prices[seat], table.players[seat].bid), seat) for seat in table.still_in), reverse=True)
        limit, rival = keen[0]
        second = keen[1][0] if len(keen) > 1 else 0.0
        after.money[rival] -= min(max(table.highest_bid, min(second + 1, limit)), after.money[rival])
        after.receive(rival, table.card)
        return after

    def _spared(self, price: int) -> Position:
        """The next player takes the misfortune, and everybody else pays."""
        table = self.table
        after = self._bids_lost(table.still_in[0])
        after.money[table.me] -= price - table.players[table.me].bid
        return after

    def _hit(self) -> Position:
        return self._bids_lost(self.table.me)

    def _bids_lost(self, taker: int) -> Position:
        after = self.now.copy()
        for seat, player in enumerate(self.table.players):
            if seat != taker:
                after.money[seat] -= player.bid
        after.receive(taker, self.table.card)
        return after

    def _finish(self, at: Position, deck: Sequence[int], tempers: Sequence[Sequence[float]]) -> float:
        """My share of the win when the game is played on from there."""
        hoped, nearness = self.outlook.hoped, self.outlook.nearness
        left, reds = len(deck), self.table.reds_left
        for card, temper in zip(deck, tempers, strict=False):
            left -= 1
            if card in (TITLE, SCANDAL):
                reds -= 1
                if not reds:
                    break
            settle(at, card, at.prices(card, hoped[left][reds], self._keeps(nearness[left][reds]), temper))
        return self._share_of_win(at)

    def _keeps(self, near: float) -> list[float]:
        return [near + (1 - near) * prudence for prudence in self.prudence]

    def _share_of_win(self, at: Position) -> float:
        me, money = self.table.me, at.money
        poorest = min(money)
        if money[me] <= poorest:
            return 0.0
        floor = 0.0 if self.table.negative_counts_as_zero else -1000.0
        merits = [
            (max(floor, at.score(seat)), left) for seat, left in enumerate(money) if left > poorest and seat != me
        ]
        return float(all(merit <= (max(floor, at.score(me)), money[me]) for merit in merits))


def settle(at: Position, card: int, prices: list[float]) -> None:
    """One whole auction: the keenest pays what the next would; or the least willing takes it and the others pay."""
    money = at.money
    if card >= 0:
        best = max(prices)
        seat = prices.index(best)
        prices[seat] = 0.0
        money[seat] -= min(best, max(prices) + 1)
    else:
        least = min(prices)
        seat = prices.index(least)
        for other in range(len(money)):
            if other != seat:
                money[other] -= min(money[other], least)
    at.receive(seat, card)
