"""Pass, or name an amount."""

from dataclasses import dataclass
from typing import Literal, TypedDict

from games.rules.errors import malformed
from games.rules.plain import Json, is_object

START_MONEY = 45
LARGEST_AMOUNT = 1_000_000


@dataclass(frozen=True, slots=True)
class Pass:
    """Take the open bid back and leave the auction."""


@dataclass(frozen=True, slots=True)
class Bid:
    """Bid this much in all; it replaces the bidder's earlier amount. Whoever bids 0 passes."""

    amount: int

    def __post_init__(self) -> None:
        if type(self.amount) is not int or not 0 <= self.amount <= LARGEST_AMOUNT:
            raise malformed("A bid is a whole amount: at least 1, or 0 to pass.")


Action = Pass | Bid


class PassJson(TypedDict):
    kind: Literal["pass"]


class BidJson(TypedDict):
    kind: Literal["bid"]
    amount: int


PASS = Pass()
BIDS: tuple[Action, ...] = (PASS, *(Bid(amount) for amount in range(1, START_MONEY + 1)))
"""Every bid that can ever be legal, by its amount."""


def action_from_json(data: object) -> Action:
    told = data if is_object(data) else {}
    kind = told.get("kind")
    if type(kind) is str and kind == "pass" and len(told) == 1:
        return PASS
    if type(kind) is str and kind == "bid" and set(told) == {"kind", "amount"}:
        bid = Bid(told["amount"])
        return bid if bid.amount else PASS
    raise malformed('An action is {"kind": "pass"} or {"kind": "bid", "amount": …}.')


def action_to_json(action: Action) -> Json:
    if type(action) is Bid and action.amount:
        return {"kind": "bid", "amount": action.amount}
    if type(action) is Pass or type(action) is Bid:
        return {"kind": "pass"}
    raise malformed("This is not an action of the simplified game.")
