"""What a form at an auction posted, as the JSON of an action. Junk becomes something that the rules refuse."""

from games.rules.plain import Json
from games.tableau.posted_fields import Posted, parse_number


def read_action(posted: Posted) -> Json:
    """The action that was meant; the rules decide whether it is one, and whether it is legal."""
    discard = posted.get("discard")
    if discard is not None:
        return {"kind": "discard_possession", "value": parse_number(discard)}
    kind = posted.get("action")
    if kind == "bid":
        return _bid(posted)
    return {"kind": kind if isinstance(kind, str) else None}


def _bid(posted: Posted) -> Json:
    amount, cards = posted.get("amount"), posted.getlist("cards")
    if amount is not None and not cards:
        return {"kind": "bid", "amount": parse_number(amount)}
    return {"kind": "bid", "cards": [parse_number(card) for card in cards]}
