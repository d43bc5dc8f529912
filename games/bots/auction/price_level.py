"""How freely this table spends, read from what has been spent so far.

Who outspends the table is cast out, and who is too frugal wins nothing. So before anything else a good player learns
the price level, which is different at every table.
"""

from games.bots.auction.outlook import Outlook
from games.bots.auction.position import Position
from games.bots.auction.table import SCANDAL, TITLE, Table

PRIOR_LEVEL = 0.1
"""What to expect of strangers."""

PRIOR_WEIGHT = 0.2
"""How much that expectation counts, as a share of one player's money."""

SPREAD = 0.6
"""How unsure we are before the first auction."""


def price_level(table: Table) -> tuple[float, float]:
    """The level (1 is the price that `Position.prices` asks of an even temper) and how unsure it is."""
    spent = sum(table.start_money - player.money for player in table.players)
    prior = PRIOR_WEIGHT * table.start_money
    level = (spent + prior * PRIOR_LEVEL) / (expected_spending(table) + prior)
    return level, SPREAD / (1 + 0.3 * len(table.past))


def expected_spending(table: Table) -> float:
    """What even tempers would have spent in the auctions so far."""
    count, past = len(table.players), table.past
    outlook = Outlook([*past, table.card, *table.undrawn], count)
    even = [1.0] * count
    reds, total = 4, 0.0
    for number, card in enumerate(past):
        reds -= card in (TITLE, SCANDAL)
        left = len(past) - number + len(table.undrawn)
        at = _then(table, number / len(past))
        prices = sorted(at.prices(card, outlook.hoped[left][reds], [outlook.nearness[left][reds]] * count, even))
        total += prices[-2] if card >= 0 else prices[0] * (count - 1)
    return total


def _then(table: Table, part: float) -> Position:
    """About what everybody had when that part of the past auctions was over."""
    at = Position(table)
    start = table.start_money
    at.money = [start - (start - money) * part for money in at.money]
    at.points = [points * part for points in at.points]
    return at
