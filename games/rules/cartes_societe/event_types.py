"""What each event of CartesSociété holds."""

from typing import Literal, TypedDict

from games.rules.base import GameEnded, GameStarted


class TurnStarted(TypedDict):
    type: Literal["turn_started"]
    turn: int
    tier: int
    po: int
    first: int


class MarketFilled(TypedDict):
    type: Literal["market_filled"]
    cards: list[str]
    reshuffled: bool


class CardBought(TypedDict):
    type: Literal["card_bought"]
    seat: int
    card: str
    cost: int


class CardPlayed(TypedDict):
    type: Literal["card_played"]
    seat: int
    card: str


class CardReplaced(TypedDict):
    type: Literal["card_replaced"]
    seat: int
    card: str
    over: str


class CardEvolved(TypedDict):
    type: Literal["card_evolved"]
    seat: int
    card: str
    zone: Literal["hand", "board"]
    discarded: list[str]


class TurnEnded(TypedDict):
    type: Literal["turn_ended"]
    seat: int


class HitTold(TypedDict):
    by: int
    on: int
    damage: int


class Combat(TypedDict):
    type: Literal["combat"]
    turn: int
    hits: list[HitTold]
    pv: list[int]
    """Of each seat, afterwards."""


class Eliminated(TypedDict):
    type: Literal["eliminated"]
    seat: int
    pv: int


class PilesMixed(TypedDict):
    type: Literal["piles_mixed"]
    into: int
    """The tier of the pile that receives cards."""
    up: int
    """How many it receives."""
    discarded: list[str]


WithinTurn = CardBought | CardPlayed | CardReplaced | CardEvolved
"""What somebody does without ending their turn."""

Event = GameStarted | TurnStarted | MarketFilled | WithinTurn | TurnEnded | Combat | Eliminated | PilesMixed | GameEnded
