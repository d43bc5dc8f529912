"""What each event of High Society holds: the price of a past auction is `None` where purses are closed."""

from typing import Literal, TypedDict, final

from games.rules.auction_events import AuctionEvent


@final
class BidPlaced(TypedDict):
    type: Literal["bid_placed"]
    seat: int
    cards: list[int]
    """Those that were added to the open bid."""
    total: int


class Passed(TypedDict):
    type: Literal["passed"]
    seat: int
    returned: list[int]


class CardWon(TypedDict):
    type: Literal["card_won"]
    seat: int
    card: str
    cards: list[int] | None
    total: int | None


class MisfortuneTaken(TypedDict):
    type: Literal["misfortune_taken"]
    seat: int
    card: str


class MoneyLost(TypedDict):
    type: Literal["money_lost"]
    seat: int
    cards: list[int] | None
    total: int | None


class PossessionStolen(TypedDict):
    type: Literal["possession_stolen"]
    seat: int
    card: str
    pending: bool
    """Whether a theft had waited for it; otherwise it was chosen."""


class TheftPending(TypedDict):
    type: Literal["theft_pending"]
    seat: int


Done = BidPlaced | Passed | CardWon | MisfortuneTaken | MoneyLost | PossessionStolen | TheftPending
"""What an action brings about."""

Event = AuctionEvent | Done
