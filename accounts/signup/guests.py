"""Playing without an account: one click, one row, one long session."""

from allauth.core import ratelimit
from allauth.core.exceptions import ImmediateHttpResponse
from django.conf import settings
from django.contrib.auth import login
from django.http import HttpRequest

from accounts.models import User
from accounts.services.accounts import create_guest, update_preferences
from hsweb.http.clients import address_of_request
from hsweb.limits.rates import A_MINUTE, ADDRESS, Limit

GUESTS = Limit("guest", lambda: settings.GUESTS_PER_MINUTE, A_MINUTE, ADDRESS)


def new_guest(request: HttpRequest, name: str = "") -> User | None:
    """A new guest, called like that if there is a name; nobody, if too many have come from there. The name is clean."""
    if not GUESTS.consume(address_of_request(request)):
        return None
    guest = create_guest()
    if name:
        update_preferences(user=guest, display_name=name)
    return guest


def ensure_player(request: HttpRequest) -> User:
    """The person behind this request; a stranger becomes a guest and stays logged in as one."""
    if request.user.is_authenticated:
        return request.user
    if request.method != "POST":
        raise ValueError("only a POST may create a guest")
    guest = new_guest(request)
    if guest is None:
        raise ImmediateHttpResponse(ratelimit.respond_429(request))
    login(request, guest, backend=settings.AUTHENTICATION_BACKENDS[0])
    return guest


def ensure_named_player(request: HttpRequest, name: str) -> User:
    """The person behind this request; a guest, new or not, is called as they wish. The name is already clean."""
    player = ensure_player(request)
    if name and player.is_guest:
        update_preferences(user=player, display_name=name)
    return player
