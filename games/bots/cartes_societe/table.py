"""A player's view boiled down to what a bot reckons with: a card is the number of its kind and side."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from games.rules.base import Action
from games.rules.cartes_societe.actions import Action as CardAction
from games.rules.cartes_societe.actions import Buy, EndTurn, Evolve, Play, Replace
from games.rules.cartes_societe.board import Totals, count
from games.rules.cartes_societe.cards import NUMBERS, Card
from games.rules.cartes_societe.catalogue import COPIES, KINDS
from games.rules.cartes_societe.view import View

SECOND_SIDE = len(KINDS)
"""A kind's number and this is the number of its second side."""

COST = tuple(kind.cost for kind in KINDS)

Step = tuple[type[CardAction], int, int]
"""What is done, with which kind of card, over which one; -1 where there is none."""

NOTHING = -1
END: Step = (EndTurn, NOTHING, NOTHING)


@dataclass(slots=True)
class Player:
    pv: int
    hand: list[int]
    board: list[int]


@dataclass(slots=True)
class Table:
    me: int
    turn: int
    gold: int
    played: bool
    market: list[int]
    piles: list[list[int]]
    """What is left of each tier, in no order that means anything."""
    discard: list[int]
    players: list[Player]
    waiting: list[int]
    """Who acts after me in this turn."""


def number_of(card: Card) -> int:
    return NUMBERS[card.id] // COPIES + SECOND_SIDE * (card.level - 1)


def numbers_of(cards: Iterable[Card]) -> list[int]:
    return [number_of(card) for card in cards]


def totals(board: Iterable[int]) -> Totals:
    """What these cards come to on one board, whichever copies they are."""
    return count(tuple(sorted(number * COPIES for number in board)))


def read_table(view: View) -> Table:
    """From the view of a seat that is to act."""
    assert view.seat is not None, "spectators do not act"
    me, seats = view.players[view.seat], len(view.players)
    order = [(view.seat + step) % seats for step in range(1, seats)]
    return Table(
        me=view.seat,
        turn=view.turn,
        gold=me.po,
        played=me.played,
        market=numbers_of(view.market),
        piles=[numbers_of(pile) for pile in view.piles.values()],
        discard=numbers_of(view.discard),
        players=[Player(player.pv, numbers_of(player.hand), numbers_of(player.board)) for player in view.players],
        waiting=[seat for seat in order if view.players[seat].alive and not view.players[seat].ended],
    )


def steps(view: View, legal_actions: Sequence[Action]) -> dict[Step, Action]:
    """The legal actions by what they come to: which of several copies is used makes no difference."""
    assert view.seat is not None, "spectators do not act"
    me = view.players[view.seat]
    numbers = {card.id: number_of(card) for card in (*view.market, *me.hand, *me.board)}
    return {_step(action, numbers): action for action in reversed(legal_actions)}


def _step(action: object, numbers: dict[str, int]) -> Step:
    if isinstance(action, Replace):
        return Replace, numbers[action.card], numbers[action.over]
    if isinstance(action, Buy | Play | Evolve):
        return type(action), numbers[action.card], NOTHING
    return END
