"""Who somebody is here: a new guest with a token, or whoever asks."""

from datetime import timedelta

from allauth.core import ratelimit
from django.core.exceptions import ValidationError
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from ninja import Router, Status

from accounts.api_tokens.issuing import issue_token
from accounts.models import Scope, User
from accounts.names.validation import clean_display_name
from accounts.services.accounts import create_guest, update_preferences
from games.api.answers import answers
from games.api.callers import READ, ApiRequest, who_may
from games.api.schemas import Guest, Me, NewGuest
from games.queries.my_games import count_waiting
from games.rules.plain import Json
from games.services.refusals import Refused, TooFast

router = Router(tags=["people"])

LASTS_FOR = timedelta(days=90)


@router.post("guests", response=answers(Guest, 201), auth=None, summary="Play without an account")
def create_a_guest(request: HttpRequest, sent: NewGuest) -> Status[Json]:
    """A new guest and a token with which to play as them, for 90 days. It is shown this once."""
    name = _clean(sent.name)
    if not ratelimit.consume(request, action="guest"):
        raise TooFast(_("Many guests have come from your address. Wait a minute, then go on."))
    guest = create_guest()
    if name:
        update_preferences(user=guest, display_name=name)
    token, secret = issue_token(user=guest, name="API", scopes=Scope.values, expires_at=timezone.now() + LASTS_FOR)
    return Status(201, {"token": secret, "scopes": token.scopes, "me": person(guest)})


@router.get("me", response=answers(Me), auth=who_may(READ), summary="Who I am")
def me(request: ApiRequest) -> Json:
    caller = request.auth
    scopes = Scope.values if caller.token is None else caller.token.scopes
    return {"me": person(caller.user), "scopes": scopes, "waiting": count_waiting(caller.user)}


def person(user: User) -> Json:
    return {"name": str(user), "username": user.username, "is_guest": user.is_guest}


def _clean(name: str) -> str:
    try:
        return clean_display_name(name) if name.strip() else ""
    except ValidationError as wrong:
        raise Refused(" ".join(wrong.messages), "invalid_name") from None
