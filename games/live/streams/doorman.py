"""Who may open a stream, and which."""

from collections.abc import Mapping
from importlib import import_module
from typing import NamedTuple
from urllib.parse import parse_qs

from django.conf import settings
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.signup.sessions import user_of
from games.api.callers import READ, Caller, caller_with_token
from games.api.errors import Malformed, NotLoggedIn
from games.api.feeds.cursor import read_cursor
from games.api.feeds.person_feed import PersonFeed
from games.api.feeds.table_feed import TableFeed
from games.api.limits import REQUESTS, check_limit
from games.live.streams.stream import Stream, TableStream
from hsweb.http.asgi_types import Scope
from hsweb.http.clients import address_of_scope, header
from hsweb.http.headers import preferred_language
from hsweb.http.json_errors import REFUSALS
from hsweb.limits.request_queue import session_of

LONGEST_WAIT = 60
LARGEST_NUMBER = 10**9


class Visit(NamedTuple):
    """What somebody asks for."""

    stream: Stream
    wait: int | None
    """How many seconds a long poll lasts at most; nothing for a stream."""
    after: str
    """How much they say they have heard already; nothing for those who begin."""


def language_of_scope(scope: Scope) -> str:
    return preferred_language(header(scope["headers"], b"accept-language").encode("latin-1"))


def admit(scope: Scope, game_id: str, *, by_session: bool) -> Visit:
    """Let somebody in, or refuse them in words. `by_session` says whether pages of this site may come, too."""
    caller = _caller(scope, by_session=by_session)
    check_limit(REQUESTS, caller.user.pk)
    REQUESTS.consume(caller.user.pk)
    asked = parse_qs(scope["query_string"].decode("latin-1"), keep_blank_values=True)
    after = _one(asked, "after") or header(scope["headers"], b"last-event-id")
    place = {"address": address_of_scope(scope), "language": language_of_scope(scope)}
    stream: Stream
    if game_id:
        number = _number(after, LARGEST_NUMBER) if after else None
        stream = TableStream(caller, TableFeed(caller.user, game_id, number), **place)
    else:
        stream = Stream(caller, PersonFeed(caller.user, read_cursor(after) if after else None), **place)
    wait = _one(asked, "wait")
    return Visit(stream, None if wait is None else _number(wait, LONGEST_WAIT), after)


def _caller(scope: Scope, *, by_session: bool) -> Caller:
    authorization = header(scope["headers"], b"authorization")
    if authorization:
        return caller_with_token(authorization, address_of_scope(scope), READ)
    key = session_of(scope) if by_session else ""
    session = import_module(settings.SESSION_ENGINE).SessionStore(key) if key else None
    user = None if session is None else user_of(session)
    if not isinstance(user, User):
        raise NotLoggedIn(REFUSALS[401].message)
    return Caller(user, session_key=key)


def _one(asked: Mapping[str, list[str]], name: str) -> str | None:
    return asked[name][-1] if name in asked else None


def _number(text: str, most: int) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 12 and int(text) <= most):
        raise Malformed(_("A number from 0 to %(most)d is expected.") % {"most": most})
    return int(text)
