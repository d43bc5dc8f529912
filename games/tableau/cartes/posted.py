"""What a form posted, as the JSON of an action. Junk becomes something that the rules refuse."""

from games.rules.plain import Json
from games.tableau.posting import Posted

ON_ONE_CARD = ("buy", "play", "evolve")


def read_action(data: Posted) -> Json:
    """Buttons bear the card they are about; to replace takes two fields more."""
    for kind in ON_ONE_CARD:
        if data.get(kind) is not None:
            return {"kind": kind, "card": data.get(kind)}
    kind = data.get("action")
    if kind == "replace":
        return {"kind": "replace", "card": data.get("card"), "over": data.get("over")}
    return {"kind": kind}
