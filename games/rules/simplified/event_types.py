"""What each event of the simplified game holds: the price of a past auction is `None` where purses are closed."""

from typing import Literal, TypedDict, final

from games.rules.auction_events import AuctionEvent


@final
class BidPlaced(TypedDict):
    type: Literal["bid_placed"]
    seat: int
    total: int


class Passed(TypedDict):
    type: Literal["passed"]
    seat: int
    returned: int


class CardWon(TypedDict):
    type: Literal["card_won"]
    seat: int
    card: str
    total: int | None


Done = BidPlaced | Passed | CardWon
"""What an action brings about."""

Event = AuctionEvent | Done
