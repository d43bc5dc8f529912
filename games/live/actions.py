"""What a page asks for on its open line: to play what its form says, or whether something was played after all.

It is what the form would send, in the same fields, and is told the same. Nothing else travels this way.
"""

from contextlib import suppress
from typing import Any, NamedTuple

from django.core.exceptions import TooManyFieldsSent
from django.http import QueryDict

from accounts.models import User
from games.pages.story import told_of
from games.rules import RuleViolation
from games.services import containing, play
from games.services.pace import DOUBTS, check_pace
from games.services.refusals import Refused
from games.tableau.refusals import sentence_of

ACT, DOUBT = "act", "doubt"


class Request(NamedTuple):
    kind: str
    key: str
    """That of the form, or of the one that is asked about."""
    posted: QueryDict
    """The fields of the form, as a browser would post them."""


def request_of(said: dict[str, Any]) -> Request | None:
    """What a page has said, if it asks for something. What no page would ever say is not heard."""
    form, key = said.get(ACT), said.get(DOUBT)
    if isinstance(form, str) and form.isascii():
        with suppress(TooManyFieldsSent):
            posted = QueryDict(form)
            return Request(ACT, posted.get("key", ""), posted)
    if isinstance(key, str) and key.isascii():
        return Request(DOUBT, key, QueryDict())
    return None


def answer(request: Request, user: User, game_id: str) -> tuple[dict[str, Any], int]:
    """What the page is told, and the version of the table to which this has led, if it has."""
    try:
        if request.kind == ACT:
            check_pace(user)
            return _play(request, user, game_id)
        check_pace(user, DOUBTS)
        return _settle(request.key, user, game_id)
    except RuleViolation as violation:
        return _refusal(request, sentence_of(violation)), 0
    except Refused as refused:
        return _refusal(request, str(refused.message)), 0


def _play(request: Request, user: User, game_id: str) -> tuple[dict[str, Any], int]:
    game = play.act_as_posted(user=user, game_id=game_id, posted=request.posted)
    return {"answer": {"key": request.key}}, game.version


def _settle(key: str, user: User, game_id: str) -> tuple[dict[str, Any], int]:
    move = play.settle_doubt(user=user, game_id=game_id, key=key)
    table = containing.find_table(game_id)
    words = told_of(table, move.number) if move is not None and table is not None else ""
    told = {"key": key, "played": move is not None, "words": words}
    return {"doubt": told}, table.version if table is not None else 0


def _refusal(request: Request, sentence: str) -> dict[str, Any]:
    if request.kind == DOUBT:
        return {"doubt": {"key": request.key, "played": None, "words": sentence}}
    return {"answer": {"key": request.key, "problem": sentence}}
