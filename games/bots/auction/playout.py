"""Fast play-outs: whole auctions at a time, every player with a price in mind. Money is a plain amount here."""

from collections.abc import Sequence
from random import Random

from games.bots.auction.opponent_model import Tempers
from games.bots.auction.outlook import Outlook
from games.bots.auction.position import Position
from games.bots.auction.table import SCANDAL, TITLE, Table


class Future:
    """The rest of one game, played out again and again from the two ways the present auction can go for me."""

    def __init__(self, table: Table, level: float, spread: float, rng: Random) -> None:
        """`level` and `spread` tell how freely this table spends, and how unsure that is."""
        self.table = table
        self.now = Position(table)
        self.outlook = Outlook(table.undrawn, len(table.players))
        self.level = level
        self.spread = spread
        self.rng = rng

    def gain(self, price: int) -> float:
        """How much better, in one sampled future, it is for me to pay `price` than to pass."""
        deck = self.rng.sample(self.table.undrawn, len(self.table.undrawn))
        tempers = Tempers(self.table, self.level, self.spread, len(deck) + 1, self.rng)
        if self.table.card >= 0:
            paid, passed = self._won(price), self._lost(tempers)
        else:
            paid, passed = self._spared(price), self._hit()
        return self._finish(paid, deck, tempers) - self._finish(passed, deck, tempers)

    def _won(self, price: int) -> Position:
        after, me = self.now.copy(), self.table.me
        after.money[me] -= price
        after.receive(me, self.table.card)
        return after

    def _lost(self, tempers: Tempers) -> Position:
        """The keenest of the others gets the prize for what the next keenest would pay."""
        table, after = self.table, self.now.copy()
        prices = self._prices(after, table.card, len(table.undrawn), table.reds_left, tempers, -1)
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

    def _prices(self, at: Position, card: int, left: int, reds: int, tempers: Tempers, auction: int) -> list[float]:
        keeps = tempers.keeps(self.outlook.nearness[left][reds])
        return at.prices(card, self.outlook.hoped[left][reds], keeps, tempers.by_auction[auction])

    def _finish(self, at: Position, deck: Sequence[int], tempers: Tempers) -> float:
        """My share of the win when the game is played on from there."""
        left, reds = len(deck), self.table.reds_left
        for auction, card in enumerate(deck):
            left -= 1
            if card in (TITLE, SCANDAL):
                reds -= 1
                if not reds:
                    break
            settle(at, card, self._prices(at, card, left, reds, tempers, auction))
        return self._share_of_win(at)

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
        money[seat] -= min(best, max(prices) + 1, money[seat])
    else:
        least = min(prices)
        seat = prices.index(least)
        for other in range(len(money)):
            if other != seat:
                money[other] -= min(money[other], least)
    at.receive(seat, card)
