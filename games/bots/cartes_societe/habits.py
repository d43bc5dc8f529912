"""How players are thought to spend their turns: quick enough to play a game to its end a hundred times."""

from games.bots.cartes_societe.table import COST, SECOND_SIDE
from games.rules.cartes_societe.board import BOARD_LIMIT
from games.rules.cartes_societe.cards import FACES
from games.rules.cartes_societe.catalogue import COPIES
from games.rules.cartes_societe.moves import SAME_TO_EVOLVE

FOR_COPIES = (1.0, 1.25, 2.2, 1.1, 1.1)
"""How much more a card is worth to who has so many of its name in hand."""

KEPT_PAIR = 0.6
"""How much a card is worth on the board to who has two of it in hand, and hopes for a third."""

ROOM = [face.side.limit for face in FACES[::COPIES]]
"""By how much each card raises the limit of its board."""


def shop(hand: list[int], market: list[int], gold: int, values: list[float]) -> None:
    """Buys the best again and again; three of a name evolve at once."""
    while True:
        best, pick = 0.0, None
        for card in market:
            if COST[card] <= gold:
                worth = values[card] * FOR_COPIES[hand.count(card)]
                if worth > best:
                    best, pick = worth, card
        if pick is None:
            return
        market.remove(pick)
        gold -= COST[pick]
        hand.append(pick)
        evolve(hand, pick)


def evolve(zone: list[int], card: int) -> None:
    """Makes one card of the second level of three, if they are there."""
    if card < SECOND_SIDE and zone.count(card) >= SAME_TO_EVOLVE:
        for _ in range(SAME_TO_EVOLVE):
            zone.remove(card)
        zone.append(card + SECOND_SIDE)


def lay(hand: list[int], board: list[int], values: list[float]) -> None:
    """Lays the best card, or puts it in the place of the weakest."""
    if not has_room(board):
        for card in set(board):
            evolve(board, card)
    if not hand:
        return
    best = max(hand, key=lambda card: values[card] * (KEPT_PAIR if _is_pair(hand, card) else 1.0))
    if not has_room(board):
        weakest = min(board, key=values.__getitem__)
        if values[weakest] >= values[best]:
            return
        board.remove(weakest)
    hand.remove(best)
    board.append(best)


def _is_pair(hand: list[int], card: int) -> bool:
    return card < SECOND_SIDE and hand.count(card) == SAME_TO_EVOLVE - 1


def has_room(board: list[int]) -> bool:
    return len(board) < BOARD_LIMIT or len(board) < BOARD_LIMIT + sum([ROOM[card] for card in board])
