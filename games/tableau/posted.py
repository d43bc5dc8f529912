"""What a form posted, as the JSON of an action. Junk becomes something that the rules refuse."""

from typing import Any, Protocol

from games.rules.plain import Json

LONGEST = 9
"""No sum or card has more digits; more is junk, however it is meant."""


class Posted(Protocol):
    """What we need of a `QueryDict`."""

    def get(self, key: str, /) -> Any: ...

    def getlist(self, key: str, /) -> list[Any]: ...


def read_action(rules: Any, data: Posted) -> Json:
    """The action that was meant; the rules decide whether it is one, and whether it is legal."""
    discard = data.get("discard")
    if discard is not None:
        return {"kind": "discard_possession", "value": _number(discard)}
    kind = data.get("action")
    if kind == "bid":
        return _bid(data)
    return {"kind": kind if isinstance(kind, str) else None}


def _bid(data: Posted) -> Json:
    amount, cards = data.get("amount"), data.getlist("cards")
    if amount is not None and not cards:
        return {"kind": "bid", "amount": _number(amount)}
    return {"kind": "bid", "cards": [_number(card) for card in cards]}


def _number(text: Any) -> int | None:
    if not isinstance(text, str):
        return None
    digits = text.strip()
    return int(digits) if digits.isascii() and digits.isdecimal() and len(digits) <= LONGEST else None
