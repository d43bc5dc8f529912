"""What everybody has between two auctions, and what a card is then worth to each: the ground of all play-outs."""

from collections.abc import Sequence

from games.bots.auction.table import DEBT, SCANDAL, TITLE, Table


class Position:
    """Lists by seat, so that a play-out can change them in place."""

    __slots__ = ("debts", "lowest", "money", "pending", "points", "scandals", "titles")

    def __init__(self, table: Table) -> None:
        players = table.players
        self.money = [float(player.money) for player in players]
        self.points = [float(player.points) for player in players]
        self.lowest = [player.lowest for player in players]
        self.titles = [player.titles for player in players]
        self.scandals = [player.scandals for player in players]
        self.debts = [player.debts for player in players]
        self.pending = [player.thefts_pending for player in players]

    def copy(self) -> "Position":
        twin = Position.__new__(Position)
        twin.money = self.money[:]
        twin.points = self.points[:]
        twin.lowest = self.lowest[:]
        twin.titles = self.titles[:]
        twin.scandals = self.scandals[:]
        twin.debts = self.debts[:]
        twin.pending = self.pending[:]
        return twin

    def receive(self, seat: int, card: int) -> None:
        if card > 0:
            self._possess(seat, card)
        elif card == TITLE:
            self.titles[seat] += 1
        elif card == SCANDAL:
            self.scandals[seat] += 1
        elif card == DEBT:
            self.debts[seat] += 1
        elif self.points[seat]:
            self.points[seat] -= self.lowest[seat]
        else:
            self.pending[seat] = 1

    def _possess(self, seat: int, value: int) -> None:
        if self.pending[seat]:
            self.pending[seat] = 0
            return
        self.points[seat] += value
        if value < self.lowest[seat] or not self.lowest[seat]:
            self.lowest[seat] = value

    def score(self, seat: int) -> float:
        return (self.points[seat] - 5 * self.debts[seat]) * 2.0 ** (self.titles[seat] - self.scandals[seat])

    def stakes(self, card: int, hoped: float) -> list[float]:
        """How many points this card is about, for each player who can still hope for that many more."""
        if card > 0:
            return [1.0 if pending else float(card) for pending in self.pending]
        if card == TITLE:
            return [points + hoped for points in self.points]
        if card == SCANDAL:
            return [(points + hoped) / 2 for points in self.points]
        if card == DEBT:
            return [5.0] * len(self.points)
        return [low if points else 3.0 for points, low in zip(self.points, self.lowest, strict=True)]

    def prices(self, card: int, hoped: float, keeps: Sequence[float], tempers: Sequence[float]) -> list[float]:
        """What each player would pay: to win a prize, or to be spared a misfortune.

        Everybody keeps back some of the money that the poorest rival has, so as not to be cast out. Of the rest, a
        card gets the share that its points have in all the points still to be hoped for, times the player's temper.
        """
        poorest, second = sorted(self.money)[:2]
        spare = [
            have - keep * (second if have == poorest else poorest) for have, keep in zip(self.money, keeps, strict=True)
        ]
        return [
            temper * left * stake / (stake + hoped + 0.01) if left > 0 else 0.0
            for left, stake, temper in zip(spare, self.stakes(card, hoped), tempers, strict=True)
        ]
