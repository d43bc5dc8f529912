"""How players are thought to spend their turns: quick enough to play a game to its end a hundred times."""

from games.bots.cartes_societe.card_values import Taste
from games.bots.cartes_societe.row import Row
from games.bots.cartes_societe.table import COST, SECOND_SIDE
from games.rules.cartes_societe.moves import SAME_TO_EVOLVE

FOR_COPIES = (1.0, 1.25, 2.2, 1.1, 1.1)
"""How much more a card is worth to who has so many of its name in hand."""

KEPT_PAIR = 0.6
"""How much a card is worth on the board to who has two of it in hand, and hopes for a third."""


def shop(hand: list[int], row: Row, market: list[int], gold: int, taste: Taste) -> None:
    """Buys the best again and again; three of a name evolve at once."""
    while True:
        best, pick = 0.0, None
        for card in market:
            if COST[card] <= gold:
                attack, hp = row.gain(card)
                worth = (taste.attack * attack + taste.hp * hp) * FOR_COPIES[hand.count(card)]
                if worth > best:
                    best, pick = worth, card
        if pick is None:
            return
        market.remove(pick)
        gold -= COST[pick]
        hand.append(pick)
        evolve_in_hand(hand, pick)


def evolve_in_hand(hand: list[int], card: int) -> None:
    if hand.count(card) >= SAME_TO_EVOLVE:
        for _ in range(SAME_TO_EVOLVE):
            hand.remove(card)
        hand.append(card + SECOND_SIDE)


def evolve_on_board(row: Row, card: int) -> None:
    for _ in range(SAME_TO_EVOLVE):
        row.remove(card)
    row.add(card + SECOND_SIDE)


def lay(hand: list[int], row: Row, taste: Taste) -> None:
    """Lays the best card; if there is no room for it, three of a name evolve, or it replaces the weakest."""
    if row.is_full:
        for card in triples(row.cards):
            evolve_on_board(row, card)
    if not hand:
        return
    best = best_to_lay(hand, row, taste)
    if row.is_full:
        least = weakest(row, taste)
        row.remove(least)
        if taste.worth(*row.gain(least)) >= taste.worth(*row.gain(best)):
            row.add(least)
            return
    hand.remove(best)
    row.add(best)


def best_to_lay(hand: list[int], row: Row, taste: Taste) -> int:
    """What adds most; a pair is rather kept."""
    most, best = -1.0, hand[0]
    for card in set(hand):
        attack, hp = row.gain(card)
        worth = taste.attack * attack + taste.hp * hp
        if worth > most and card < SECOND_SIDE and hand.count(card) == SAME_TO_EVOLVE - 1:
            worth *= KEPT_PAIR
        if worth > most:
            most, best = worth, card
    return best


def weakest(row: Row, taste: Taste) -> int:
    return min(row.cards, key=taste.values.__getitem__)


def triples(cards: list[int]) -> list[int]:
    kinds = set(cards)
    if len(cards) - len(kinds) < SAME_TO_EVOLVE - 1:
        return []
    return [card for card in kinds if card < SECOND_SIDE and cards.count(card) >= SAME_TO_EVOLVE]
