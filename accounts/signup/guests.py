"""Playing without an account: one click, one row, one long session."""

from allauth.core import ratelimit
from allauth.core.exceptions import ImmediateHttpResponse
from django.conf import settings
from django.contrib.auth import login
from django.http import HttpRequest

from accounts.models import User
from accounts.services.accounts import create_guest, update_preferences


def ensure_player(request: HttpRequest) -> User:
    """The person behind this request; a stranger becomes a guest and stays logged in as one."""
    if request.user.is_authenticated:
        return request.user
    if request.method != "POST":
        raise ValueError("only a POST may create a guest")
    refusal = ratelimit.consume_or_429(request, action="guest")
    if refusal:
        raise ImmediateHttpResponse(refusal)
    guest = create_guest()
    login(request, guest, backend=settings.AUTHENTICATION_BACKENDS[0])
    return guest


def ensure_named_player(request: HttpRequest, name: str) -> User:
    """The person behind this request; a guest, new or not, is called as they wish. The name is already clean."""
    player = ensure_player(request)
    if name and player.is_guest:
        update_preferences(user=player, display_name=name)
    return player
