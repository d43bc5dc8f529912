"""What a form posted, as the JSON of an action. Junk becomes something that the rules refuse."""

from games.rules.plain import Json
from games.tableau.posted_fields import Posted

ON_ONE_CARD = ("buy", "play", "evolve")


def read_action(posted: Posted) -> Json:
    """Buttons bear the card they are about; to replace takes two fields more."""
    for button in ON_ONE_CARD:
        if posted.get(button) is not None:
            return {"kind": button, "card": posted.get(button)}
    kind = posted.get("action")
    if kind == "replace":
        return {"kind": "replace", "card": posted.get("card"), "over": posted.get("over")}
    return {"kind": kind}
