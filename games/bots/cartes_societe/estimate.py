"""What a plan seems to be worth at a glance: what is on the board, what waits in hand, what may come of pairs, and what
is left to others.

All worth is in points of attack. The constants were found by letting bots that follow this estimate alone play against
the rules of thumb; a tenth more or less of any of them makes no difference that can be measured.
"""

from collections.abc import Iterable
from functools import lru_cache
from math import exp

from games.bots.cartes_societe.card_values import Taste
from games.bots.cartes_societe.habits import weakest
from games.bots.cartes_societe.plan import Plan, layings, purchases
from games.bots.cartes_societe.row import PRINTED, Row
from games.bots.cartes_societe.table import NOTHING, SECOND_SIDE, Table
from games.rules.cartes_societe.board import BOARD_LIMIT
from games.rules.cartes_societe.calendar import is_mixed_after, tier_of
from games.rules.cartes_societe.cards import TIERS
from games.rules.cartes_societe.catalogue import KINDS
from games.rules.cartes_societe.moves import SAME_TO_EVOLVE
from games.rules.cartes_societe.state import MARKET

USUAL_END = 17
"""The turn in which most games end."""

WAITING = 0.5
"""One card is laid in a turn: what the best card in hand is worth until then; the next best half of that, and so on."""

ROOM = 0.45
"""What one more place on the board is worth, in usual cards."""

GOT_OF_SEEN = 0.55
"""How many of the cards that will be for sale one gets: others want them, too, and gold is short."""

MOVED_UP = 0.2
"""How many of the cards that are left over from a tier are for sale later on."""

TURNS_OF_HOPE = 6
"""Further ahead no evolution is worth waiting for."""

HOPE_OF_PAIR, HOPE_OF_ONE = 0.8, 0.4
"""How much of what an evolution gains counts already now if the missing cards are sure to come."""

GIVEN_UP = 1.5
"""To evolve costs cards that could be laid: so many times what one is worth."""

DENIED = 0.5
"""What it is worth to take away the third card of a name from somebody who is still to buy."""


def _usual(tier: int) -> float:
    sides = [kind.sides[0] for kind in KINDS if kind.cost == tier]
    return sum(side.attack + side.hp for side in sides) / len(sides)


USUAL_CARD = {tier: _usual(tier) for tier in TIERS}
"""Attack and health of a card of that cost."""


def estimate(table: Table) -> dict[Plan, float]:
    """All plans, and what each seems to be worth."""
    taste = _defending(against=sum(player.pv > 0 for player in table.players) - 1)
    room = ROOM * USUAL_CARD[tier_of(table.turn)]
    hope = Hope(table)
    spent = [(purchase, _left_to_others(table, purchase.left, taste)) for purchase in purchases(table)]
    cards = {card for purchase, _ in spent for card in purchase.hand}
    found = {}
    for laying in layings(table, cards, taste):
        row = Row(table.players[table.me].board)
        laying.change_board(row)
        board = taste.worth(row.attack, row.hp) + room * (row.limit - BOARD_LIMIT)
        gains = _gains(row, cards, taste, room)
        for purchase, loss in spent:
            hand = list(purchase.hand)
            if laying.laid in hand:
                hand.remove(laying.laid)
            elif laying.laid != NOTHING:
                continue
            found[laying._replace(bought=purchase.bought)] = board + hope.of(hand, gains) - loss
    return found


@lru_cache
def _defending(against: int) -> Taste:
    """A point of health counts against each of the others, a point of attack only for the one who lives longest."""
    return Taste(attack=1.0, hp=float(against))


def _gains(row: Row, cards: Iterable[int], taste: Taste, room: float) -> dict[int, float]:
    """What each side of these cards would add to the board; where it is full, in the place of the weakest."""
    lost = 0.0
    if row.is_full:
        least = weakest(row, taste)
        row.remove(least)
        lost = taste.worth(*row.gain(least))
        row.add(least)
    sides = {side for card in cards for side in (card, card % SECOND_SIDE + SECOND_SIDE)}
    return {card: taste.worth(*row.gain(card)) + room * PRINTED[card].limit - lost for card in sides}


def _left_to_others(table: Table, left: list[int], taste: Taste) -> float:
    hands = [table.players[seat].hand for seat in table.waiting]
    wanted = [card for card in left if any(hand.count(card) == SAME_TO_EVOLVE - 1 for hand in hands)]
    return DENIED * sum(taste.values[card + SECOND_SIDE] for card in wanted)


class Hope:
    """What a hand may come to: which cards are in the pile is known, only not in which order."""

    def __init__(self, table: Table) -> None:
        self.pile = table.piles[tier_of(table.turn) - 1]
        turns_left = max(1, USUAL_END - table.turn)
        self.share_got = GOT_OF_SEEN * self._share_seen(table.turn, turns_left)
        self.worth_waiting = min(1.0, turns_left / 4)
        self._known: dict[tuple[int, int], float] = {}

    def _share_seen(self, turn: int, turns_left: int) -> float:
        """How much of the pile will be for sale."""
        if not self.pile:
            return 0.0
        if tier_of(turn) == TIERS[-1]:
            return min(1.0, MARKET * min(TURNS_OF_HOPE, turns_left) / len(self.pile))
        soon = 0.0 if is_mixed_after(turn) else min(1.0, MARKET / len(self.pile))
        return soon + (1 - soon) * MOVED_UP

    def of(self, hand: list[int], gains: dict[int, float]) -> float:
        """What it is worth to hold these cards, when each would add so much to the board."""
        worth, share = 0.0, 1.0
        for gain in sorted([gains[card] for card in hand], reverse=True):
            if gain <= 0:
                break
            share *= WAITING
            worth += share * gain
        for card in set(hand):
            if card < SECOND_SIDE:
                gained = gains[card + SECOND_SIDE] - GIVEN_UP * max(0.0, gains[card])
                worth += max(0.0, gained) * self.of_evolving(card, hand.count(card))
        return worth

    def of_evolving(self, card: int, held: int) -> float:
        known = self._known.get((card, held))
        if known is None:
            known = self._known[card, held] = self.worth_waiting * self._chance(card, held)
        return known

    def _chance(self, card: int, held: int) -> float:
        """As if copies came at random, as many as expected in the mean."""
        come = self.share_got * self.pile.count(card)
        none = exp(-come)
        return HOPE_OF_ONE * (1 - none * (1 + come)) if held == 1 else HOPE_OF_PAIR * (1 - none)
