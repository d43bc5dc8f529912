"""How every operation is answered, and which of them is documented how."""

import json
from collections.abc import Mapping

from django.http import Http404, HttpResponse

from accounts.models import User
from games.api.schemas import ActionAnswer, Error
from games.queries.table import Table
from games.rules.plain import Json
from games.services.care import containment

Documented = dict[int, object]

REFUSALS = (400, 401, 403, 404, 409, 413, 415, 422, 429)


def answers(success: object, status: int = 200) -> Documented:
    """The answer, and all ways in which nearly anything can be refused."""
    return {status: success, **dict.fromkeys(REFUSALS, Error)}


def action_answers() -> Documented:
    """Whatever becomes of an action is told in the same fields."""
    return dict.fromkeys((200, *REFUSALS), ActionAnswer)


def in_json(document: Json, status: int = 200, headers: Mapping[str, str] | None = None) -> HttpResponse:
    """What is known to be as its schema says: tests look at it, and nobody else has to."""
    return HttpResponse(
        json.dumps(document), status=status, content_type="application/json", headers=dict(headers or {})
    )


def find_table(user: User, game_id: str, version: int | None = None) -> Table:
    """The table, if that person may see it: as it is now, or as it was known to be since that version."""
    table = containment.find_visible_table(user, game_id, version)
    if table is None:
        raise Http404
    return table


def find_known_table(user: User, game_id: str) -> Table:
    """As it was last read here, which may be long ago: for what never changes, such as its rules."""
    return find_table(user, game_id, 0)
