"""Who asks: somebody's program with a token, or somebody's own page with a session."""

from dataclasses import dataclass
from typing import cast

from django.conf import settings
from django.http import HttpRequest
from django.utils.translation import gettext as _
from ninja.security.base import AuthBase
from ninja.utils import check_csrf

from accounts.api_tokens import checking
from accounts.models import ApiToken, User
from games.api.errors import BadToken, MissingScope
from games.api.limits import REQUESTS, WRONG_TOKENS, check_limit, is_beyond, too_fast
from games.services.refusals import NotAllowed
from hsweb.http.clients import address_of_request
from hsweb.http.json_errors import is_action
from hsweb.limits.request_queue import fingerprint_of, known_programs

READ, PLAY, TABLES = "read", "play", "tables"


@dataclass(frozen=True)
class Caller:
    user: User
    token: ApiToken | None = None
    """Nothing for a page, which may do whatever its owner may."""
    session_key: str | None = None
    """That of a page."""


class ApiRequest(HttpRequest):
    """A request that was let in."""

    auth: Caller
    is_beyond_limit: bool
    """Whether only a move that is stored is still welcome."""
    has_stored: bool
    LANGUAGE_CODE: str


def caller_with_token(authorization: str, address: str) -> Caller:
    """Whose token this is.

    Guessing is slowed down, by address. Programs that were let in before go on meanwhile.
    """
    fingerprint = fingerprint_of(authorization)
    if fingerprint not in known_programs:
        check_limit(WRONG_TOKENS, address)
    token = checking.find_token(checking.token_in(authorization))
    if token is None:
        WRONG_TOKENS.consume(address)
        raise BadToken(_("This token is unknown, revoked or too old."))
    known_programs.add(fingerprint)
    checking.note_use(token)
    return Caller(token.user, token)


def check_scope(caller: Caller, scope: str) -> None:
    if caller.token is not None and scope not in caller.token.scopes:
        raise MissingScope(_("This token is not made for that."), scope)


class TokenAuth(AuthBase):
    """A token in the header `Authorization: Bearer hs_…`. Whoever sends one is nobody else, whatever their cookies."""

    openapi_type = "http"
    openapi_scheme = "bearer"

    def __init__(self, scope: str) -> None:
        self.scope = scope
        super().__init__()

    def __call__(self, request: HttpRequest) -> Caller | None:
        authorization = request.headers.get("Authorization")
        if authorization is None:
            return None
        caller = _let_in(request, caller_with_token(authorization, address_of_request(request)))
        check_scope(caller, self.scope)
        return caller


class SessionAuth(AuthBase):
    """The session of a page of this site, with the page's token for forms where something is changed."""

    openapi_type = "apiKey"
    openapi_in = "cookie"
    openapi_name = settings.SESSION_COOKIE_NAME

    def __call__(self, request: HttpRequest) -> Caller | None:
        if not isinstance(request.user, User):
            return None
        if check_csrf(request) is not None:
            raise NotAllowed(_("This form is broken. Reload the page and try again."), "forbidden")
        return _let_in(request, Caller(request.user, session_key=request.session.session_key))


def who_may(scope: str) -> list[AuthBase]:
    return [TokenAuth(scope), SessionAuth()]


def _let_in(request: HttpRequest, caller: Caller) -> Caller:
    """Whoever has asked too much already may still play: what they would do is looked at first."""
    admitted = cast(ApiRequest, request)
    admitted.auth = caller
    admitted.is_beyond_limit = is_beyond(REQUESTS, caller.user.pk)
    if admitted.is_beyond_limit and not (request.method == "POST" and is_action(request.path)):
        raise too_fast(REQUESTS)
    return caller
