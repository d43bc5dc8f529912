"""What a page asks for on its open line: to play what its form says, or whether something was played after all.

It is what the form would send, in the same fields, and is told the same. Nothing else travels this way.
"""

from collections.abc import Mapping
from contextlib import suppress
from typing import NamedTuple

from django.core.exceptions import TooManyFieldsSent
from django.http import QueryDict

from accounts.models import User
from games.pages.frames import Head
from games.pages.story import sentence_about
from games.rules import RuleViolation
from games.services.care import containment
from games.services.rate_limits import DOUBTS, consume_rate
from games.services.refusals import Refused, sentence
from games.services.turn import play

ACT, DOUBT = "act", "doubt"


class Request(NamedTuple):
    kind: str
    key: str
    """That of the form, or of the one that is asked about."""
    posted: QueryDict
    """The fields of the form, as a browser would post them."""


def request_of(said: Mapping[str, object]) -> Request | None:
    """What a page has said, if it asks for something. What no page would ever say is not heard."""
    form, key = said.get(ACT), said.get(DOUBT)
    if isinstance(form, str) and form.isascii():
        with suppress(TooManyFieldsSent):
            posted = QueryDict(form)
            return Request(ACT, posted.get("key", ""), posted)
    if isinstance(key, str) and key.isascii():
        return Request(DOUBT, key, QueryDict())
    return None


def answer(request: Request, user: User, game_id: str) -> tuple[Head, int]:
    """What the page is told, and the version of the table to which this has led, if it has."""
    try:
        if request.kind == ACT:
            consume_rate(user)
            return _play(request, user, game_id)
        consume_rate(user, DOUBTS)
        return _resolve_doubt(request.key, user, game_id)
    except (RuleViolation, Refused) as problem:
        return _refusal(request, sentence(problem)), 0


def _play(request: Request, user: User, game_id: str) -> tuple[Head, int]:
    game = play.act_as_posted(user=user, game_id=game_id, posted=request.posted)
    return {"answer": {"key": request.key}}, game.version


def _resolve_doubt(key: str, user: User, game_id: str) -> tuple[Head, int]:
    move = play.resolve_doubt(user=user, game_id=game_id, key=key)
    table = containment.find_table_or_stop(game_id)
    words = sentence_about(table, move.number) if move is not None and table is not None else ""
    told = {"key": key, "played": move is not None, "words": words}
    return {"doubt": told}, table.version if table is not None else 0


def _refusal(request: Request, sentence: str) -> Head:
    if request.kind == DOUBT:
        return {"doubt": {"key": request.key, "played": None, "words": sentence}}
    return {"answer": {"key": request.key, "problem": sentence}}
