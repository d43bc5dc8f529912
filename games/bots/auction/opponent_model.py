"""Who sits there? Nobody knows, so every play-out draws the other players anew: how freely they pay, how they hoard."""

from random import Random

from games.bots.auction.table import Table

TEMPER = 0.3
"""How much players differ from one another in what they pay."""

MOOD = 0.3
"""How much each of them differs from auction to auction."""

PRUDENT = 0.6
"""How often a player is thought to take care never to become the poorest."""

PRUDENT_THOUGH_BEHIND = 0.4
"""The same for one who is well behind already, which a prudent player would not be but for bad luck."""

BEHIND = 0.03
"""What well behind means, as a share of the money at the start."""


class Tempers:
    """One draw of all players. Both futures of a decision share it, so that chance does not blur their difference."""

    def __init__(self, table: Table, level: float, spread: float, auctions: int, rng: Random) -> None:
        """Prices are about `level` times what cards are worth, give or take `spread`."""
        level *= rng.lognormvariate(0.0, spread)
        own = [level * rng.lognormvariate(0.0, TEMPER) for _ in table.players]
        low, width = 1 - MOOD, 2 * MOOD
        self.by_auction = [[temper * (low + width * rng.random()) for temper in own] for _ in range(auctions)]
        self.prudent = [rng.random() < chance for chance in chances_of_prudence(table)]
        self.prudent[table.me] = True

    def keeps(self, nearness: float) -> list[float]:
        """The share of the poorest rival's money that each keeps back: all of it, or more and more towards the end."""
        return [1.0 if prudent else nearness for prudent in self.prudent]


def chances_of_prudence(table: Table) -> list[float]:
    money = [player.money for player in table.players]
    poorest, second = sorted(money)[:2]
    behind = second - poorest > BEHIND * table.start_money
    return [PRUDENT_THOUGH_BEHIND if behind and have == poorest else PRUDENT for have in money]
