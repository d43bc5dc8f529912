"""What a form at an auction posted, as the JSON of an action. Junk becomes something that the rules refuse."""

from games.rules.plain import Json
from games.tableau.posting import Posted, number


def read_action(data: Posted) -> Json:
    """The action that was meant; the rules decide whether it is one, and whether it is legal."""
    discard = data.get("discard")
    if discard is not None:
        return {"kind": "discard_possession", "value": number(discard)}
    kind = data.get("action")
    if kind == "bid":
        return _bid(data)
    return {"kind": kind if isinstance(kind, str) else None}


def _bid(data: Posted) -> Json:
    amount, cards = data.get("amount"), data.getlist("cards")
    if amount is not None and not cards:
        return {"kind": "bid", "amount": number(amount)}
    return {"kind": "bid", "cards": [number(card) for card in cards]}
