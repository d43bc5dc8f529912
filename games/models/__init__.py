"""What is stored."""

from games.models.results import Deal, Rating, RatingChange, Spectator, Unrated, Upload
from games.models.table_properties import HOUR, REMIND_AFTER, SETTLING
from games.models.tables import (
    ALPHABET,
    SUBSTITUTE,
    Action,
    Game,
    KeptSeat,
    Notice,
    Order,
    Seat,
    Vote,
    new_id,
    new_token,
)
from games.models.talk import Alert, Message, Mute, Webhook

__all__ = [
    "ALPHABET",
    "HOUR",
    "REMIND_AFTER",
    "SETTLING",
    "SUBSTITUTE",
    "Action",
    "Alert",
    "Deal",
    "Game",
    "KeptSeat",
    "Message",
    "Mute",
    "Notice",
    "Order",
    "Rating",
    "RatingChange",
    "Seat",
    "Spectator",
    "Unrated",
    "Upload",
    "Vote",
    "Webhook",
    "new_id",
    "new_token",
]
