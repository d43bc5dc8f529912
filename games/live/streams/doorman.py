"""Who may open a stream, and which."""

from importlib import import_module
from typing import NamedTuple
from urllib.parse import parse_qs

from django.conf import settings
from django.http.request import split_domain_port, validate_host
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.signup.sessions import user_of
from games.api.callers import READ, Caller, caller_with_token, check_scope
from games.api.errors import Malformed, NotLoggedIn
from games.api.feeds.cursor import LARGEST_NUMBER, LONGEST_WAIT, read_cursor
from games.api.feeds.person_feed import PersonFeed
from games.api.feeds.table_feed import TableFeed
from games.api.limits import REQUESTS, STRANGERS, check_limit, headers_of
from games.live.streams.stream import Stream, TableStream
from hsweb.http.asgi_types import Scope
from hsweb.http.clients import address_of_scope, header
from hsweb.http.headers import preferred_language
from hsweb.http.json_errors import REFUSALS
from hsweb.limits.request_queue import session_of


class Visit(NamedTuple):
    """What somebody asks for."""

    stream: Stream
    wait: int | None
    """How many seconds a long poll lasts at most; nothing for a stream."""
    after: str
    """How much they say they have heard already; nothing for those who begin."""
    headers: dict[str, str]
    """What is left of what they may ask for."""


def language_of_scope(scope: Scope) -> str:
    return preferred_language(header(scope["headers"], b"accept-language").encode("latin-1"))


def admit(scope: Scope, game_id: str, *, by_session: bool) -> Visit:
    """Let somebody in, or refuse them in words. `by_session` says whether pages of this site may come, too."""
    _check_host(scope)
    caller = _caller(scope, by_session=by_session)
    check_limit(REQUESTS, caller.user.pk)
    REQUESTS.consume(caller.user.pk)
    check_scope(caller, READ)
    asked = parse_qs(scope["query_string"].decode("latin-1"), keep_blank_values=True)
    wait = _number(asked["wait"][-1], LONGEST_WAIT) if "wait" in asked else None
    after = asked.get("after", [""])[-1] or header(scope["headers"], b"last-event-id")
    # Whoever asks again and again looks at everything when they want to.
    with_snapshot = wait is None or not after
    place = {"address": address_of_scope(scope), "language": language_of_scope(scope)}
    stream: Stream
    if game_id:
        number = _number(after, LARGEST_NUMBER) if after else None
        table_feed = TableFeed(caller.user, game_id, number, with_snapshot=with_snapshot)
        stream = TableStream(caller, table_feed, **place)
    else:
        cursor = read_cursor(after) if after else None
        stream = Stream(caller, PersonFeed(caller.user, cursor, with_snapshot=with_snapshot), **place)
    return Visit(stream, wait, after, headers_of(REQUESTS.look(caller.user.pk)))


def _check_host(scope: Scope) -> None:
    """As Django does for every other request, so that no name leads here but those of the site."""
    domain, _port = split_domain_port(header(scope["headers"], b"host"))
    if not validate_host(domain, settings.ALLOWED_HOSTS):
        raise Malformed(_("This site does not go by that name."))


def check_is_secure(scope: Scope) -> None:
    """Whoever shows a token where anybody may listen is better off knowing it; the proxy says how they came."""
    if settings.SECURE_SSL_REDIRECT and header(scope["headers"], b"x-forwarded-proto").strip().lower() != "https":
        raise Malformed(_("This site is asked by https alone."))


def _caller(scope: Scope, *, by_session: bool) -> Caller:
    address = address_of_scope(scope)
    authorization = header(scope["headers"], b"authorization")
    if authorization:
        return caller_with_token(authorization, address)
    key = session_of(scope) if by_session else ""
    session = import_module(settings.SESSION_ENGINE).SessionStore(key) if key else None
    user = None if session is None else user_of(session)
    if not isinstance(user, User):
        check_limit(STRANGERS, address)
        STRANGERS.consume(address)
        raise NotLoggedIn(REFUSALS[401].message)
    return Caller(user, session_key=key)


def _number(text: str, most: int) -> int:
    if not (text.isascii() and text.isdecimal() and len(text) < 12 and int(text) <= most):
        raise Malformed(_("A number from 0 to %(most)d is expected.") % {"most": most})
    return int(text)
