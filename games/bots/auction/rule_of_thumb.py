"""Rules of thumb: what is this card worth to me, what can I spare, and never be the poorest for it."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from games.bots.auction.outlook import auctions_to_come, nearness_of_the_end
from games.bots.auction.purse import added_by, give_up_least, handiest, raises_up_to
from games.bots.auction.table import DEBT, SCANDAL, SIMPLIFIED, TITLE, Table, read_table
from games.rules.auction import DISCARD, View
from games.rules.base import Action

FOR_PRIZES = 0.6
"""Share of the money that goes to prizes where misfortunes cost money too."""


@dataclass(frozen=True, slots=True)
class ThumbBot:
    appetite: float
    """What a point of status is worth, as a share of an even split of money over points."""
    reserve: float
    """How much of the poorest rival's money is kept back: half of that from the first card on, all of it at the end."""

    def choose(self, view: View, legal_actions: Sequence[Action], rng: Random) -> Action:
        if view.phase == DISCARD:
            return give_up_least(legal_actions)
        table = read_table(view)
        limit = self.limit(table) * rng.uniform(0.85, 1.15) - table.players[table.me].bid
        raises = raises_up_to(limit, table, legal_actions)
        if not raises:
            return legal_actions[0]
        # A leap in few notes keeps the change that many small steps would use up.
        leap = limit * rng.uniform(0.2, 0.7)
        return handiest([action for action in raises if added_by(action, table) >= leap] or raises, table)

    def limit(self, table: Table) -> float:
        """The most this bot pays: for a prize to win it, for a misfortune to be spared."""
        mine = table.players[table.me]
        others = [player.money for seat, player in enumerate(table.players) if seat != table.me]
        near = nearness_of_the_end(len(table.undrawn), table.reds_left)
        spare = mine.money - self.reserve * min(others) * (0.5 + 0.5 * near)
        return min(spare, self.appetite * price_per_point(table) * self.points_at_stake(table))

    def points_at_stake(self, table: Table) -> float:
        mine, card = table.players[table.me], table.card
        hoped = points_to_come(table) / len(table.players)
        if card == TITLE:
            return (mine.points + hoped) * 0.8
        if card == SCANDAL:
            return (mine.points + hoped) * 0.4
        if card == DEBT:
            return 4.0
        if card > 0:
            return 0.4 if mine.thefts_pending else card
        return mine.lowest if mine.points else 2.5


def points_to_come(table: Table) -> float:
    """Possession points that will still be auctioned, as far as one can expect."""
    if not table.undrawn:
        return 0.0
    share = auctions_to_come(len(table.undrawn), table.reds_left) / len(table.undrawn)
    return share * sum(card for card in table.undrawn if card > 0)


def price_per_point(table: Table) -> float:
    """Money on the table spread over all points still to be had, titles counted as a handful each."""
    money = sum(player.money for player in table.players) * (1.0 if table.game == SIMPLIFIED else FOR_PRIZES)
    titles = sum(card == TITLE for card in (*table.undrawn, table.card))
    return money / (points_to_come(table) + max(table.card, 0) + 6 * titles + 8)


CAUTIOUS = ThumbBot(appetite=0.35, reserve=1.1)
BALANCED = ThumbBot(appetite=0.5, reserve=1.1)
BOLD = ThumbBot(appetite=0.65, reserve=1.1)
