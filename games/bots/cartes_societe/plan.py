"""What is left of a turn as one thought: what to buy, whether to evolve on the board, and what to lay.

Three of a name in hand evolve by themselves, and gold that could buy something is never kept: it is worth nothing
after the turn.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from games.bots.cartes_societe.card_values import Taste
from games.bots.cartes_societe.habits import evolve_in_hand, evolve_on_board, triples, weakest
from games.bots.cartes_societe.row import Row
from games.bots.cartes_societe.table import COST, END, NOTHING, Step, Table
from games.rules.cartes_societe.actions import Buy, Evolve, Play, Replace


class Plan(NamedTuple):
    bought: tuple[int, ...] = ()
    evolved: int = NOTHING
    """Three of this kind on the board become one."""
    laid: int = NOTHING
    over: int = NOTHING
    """In whose place, if there is no room."""

    def first_step(self) -> Step:
        if self.bought:
            return Buy, self.bought[0], NOTHING
        if self.evolved != NOTHING:
            return Evolve, self.evolved, NOTHING
        if self.laid != NOTHING:
            return Play if self.over == NOTHING else Replace, self.laid, self.over
        return END

    def carry_out(self, hand: list[int], row: Row, market: list[int]) -> None:
        for card in self.bought:
            market.remove(card)
            hand.append(card)
            evolve_in_hand(hand, card)
        self.change_board(row)
        if self.laid != NOTHING:
            hand.remove(self.laid)

    def change_board(self, row: Row) -> None:
        if self.evolved != NOTHING:
            evolve_on_board(row, self.evolved)
        if self.over != NOTHING:
            row.remove(self.over)
        if self.laid != NOTHING:
            row.add(self.laid)


class Purchase(NamedTuple):
    bought: tuple[int, ...]
    hand: list[int]
    """All that is in hand then."""
    left: list[int]
    """What the next buyers find."""


def purchases(table: Table) -> list[Purchase]:
    """All ways to spend the gold."""
    return [_purchase(table, bought) for bought in sorted(_baskets(table.market, table.gold))]


def _purchase(table: Table, bought: tuple[int, ...]) -> Purchase:
    hand, left = list(table.players[table.me].hand), list(table.market)
    Plan(bought).carry_out(hand, Row(), left)
    return Purchase(bought, hand, left)


def _baskets(market: Sequence[int], gold: int) -> set[tuple[int, ...]]:
    """What can be bought together; nothing more can be paid then."""
    payable = {card for card in market if COST[card] <= gold}
    if not payable:
        return {()}
    return {
        tuple(sorted((card, *others)))
        for card in payable
        for others in _baskets(_without(market, card), gold - COST[card])
    }


def _without(market: Sequence[int], card: int) -> list[int]:
    left = list(market)
    left.remove(card)
    return left


def layings(table: Table, cards: Iterable[int], taste: Taste) -> Iterator[Plan]:
    """All that may be done on the own board with one of these cards; where it is full, the weakest makes room."""
    board = table.players[table.me].board
    may_lay = () if table.played else tuple(cards)
    for evolved in (NOTHING, *triples(board)):
        row = Row(board)
        Plan(evolved=evolved).change_board(row)
        yield Plan(evolved=evolved)
        over = weakest(row, taste) if row.is_full else NOTHING
        yield from (Plan(evolved=evolved, laid=card, over=over) for card in may_lay)
