"""Who somebody is here: a new guest with a token, or whoever asks."""

from datetime import timedelta

from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext as _
from ninja import Router, Status

from accounts.api_tokens.issuing import issue_token
from accounts.models import Scope, User
from accounts.signup.guests import GUESTS, new_guest
from games.api.answers import answers
from games.api.callers import READ, ApiRequest, who_may
from games.api.schemas import Guest, Me, NewGuest
from games.queries.my_games import count_waiting
from games.rules.plain import Json
from games.services.refusals import TooFast
from games.services.table.names import clean_name

router = Router(tags=["people"])

LASTS_FOR = timedelta(days=90)


@router.post("guests", response=answers(Guest, 201), auth=None, summary="Play without an account")
def create_a_guest(request: HttpRequest, sent: NewGuest | None = None) -> Status[Json]:
    """A new guest and a token with which to play as them, for 90 days. It is shown this once."""
    name = "" if sent is None else sent.name.strip()
    guest = new_guest(request, clean_name(name) if name else "")
    if guest is None:
        raise TooFast(_("Many guests have come from your address. Wait a minute, then go on."), limit=GUESTS)
    token, secret = issue_token(user=guest, name="API", scopes=Scope.values, expires_at=timezone.now() + LASTS_FOR)
    return Status(201, {"token": secret, "scopes": token.scopes, "me": person(guest)})


@router.get("me", response=answers(Me), auth=who_may(READ), summary="Who I am")
def me(request: ApiRequest) -> Json:
    caller = request.auth
    scopes = Scope.values if caller.token is None else caller.token.scopes
    return {"me": person(caller.user), "scopes": scopes, "waiting": count_waiting(caller.user)}


def person(user: User) -> Json:
    return {"name": str(user), "username": user.username, "is_guest": user.is_guest}
