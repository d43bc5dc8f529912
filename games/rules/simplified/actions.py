"""Pass, or name an amount."""

from dataclasses import dataclass

from games.rules.errors import malformed
from games.rules.plain import Json, is_object

START_MONEY = 45
LARGEST_AMOUNT = 1_000_000


@dataclass(frozen=True, slots=True)
class Pass:
    """Take the open bid back and leave the auction."""


@dataclass(frozen=True, slots=True)
class Bid:
    """Bid this much in all; it replaces the bidder's earlier amount."""

    amount: int

    def __post_init__(self) -> None:
        if type(self.amount) is not int or not 1 <= self.amount <= LARGEST_AMOUNT:
            raise malformed("A bid is a whole amount of at least 1.")


Action = Pass | Bid

PASS = Pass()
BIDS: tuple[Action, ...] = (PASS, *(Bid(amount) for amount in range(1, START_MONEY + 1)))
"""Every bid that can ever be legal, by its amount."""


def action_from_json(data: object) -> Action:
    told = data if is_object(data) else {}
    kind = told.get("kind")
    if type(kind) is str and kind == "pass" and len(told) == 1:
        return PASS
    if type(kind) is str and kind == "bid" and set(told) == {"kind", "amount"}:
        return Bid(told["amount"])
    raise malformed('An action is {"kind": "pass"} or {"kind": "bid", "amount": …}.')


def action_to_json(action: Action) -> Json:
    if type(action) is Pass:
        return {"kind": "pass"}
    if type(action) is Bid:
        return {"kind": "bid", "amount": action.amount}
    raise malformed("This is not an action of the simplified game.")
