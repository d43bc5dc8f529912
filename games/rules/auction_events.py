"""The events that all auction games tell alike; what an action brings about is told by each game in its own way."""

from typing import Literal, TypedDict

from games.rules.base import GameEnded, GameStarted


class CardRevealed(TypedDict):
    type: Literal["card_revealed"]
    card: str
    red_revealed: int


AuctionEvent = GameStarted | CardRevealed | GameEnded
