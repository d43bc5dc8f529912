"""Browsers in which somebody has logged in before. Whoever fails elsewhere cannot lock them out of theirs.

A signed cookie names those people. It lets nobody in: it only decides under which name a failure is counted.
"""

import secrets
from functools import wraps

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse, HttpResponseBase

from accounts.email_addresses import find_by_login
from accounts.models import User
from accounts.signup.decorators import P, Request, View

COOKIE = "known"
SALT = "accounts.known_browsers"
"""Stays as it is wherever this lies: browsers keep what was signed with it."""
# Browsers keep nothing for longer.
LASTS = 400 * 24 * 60 * 60
MOST_PEOPLE = 10
# What a server puts there itself: no header of a client has such a name.
COUNTED_AS = "hsweb.counted_as"


def remember_known_browser(request: HttpRequest, answer: HttpResponse, user: User) -> None:
    """From now on, this browser is one of theirs. Several people may share it."""
    browser, people = _read_cookie(request)
    people = [user.pk, *(pk for pk in people if pk != user.pk)][:MOST_PEOPLE]
    value = signing.dumps([browser or secrets.token_hex(8), people], salt=SALT)
    answer.set_cookie(
        COOKIE, value, max_age=LASTS, path="/accounts/", secure=settings.HTTPS, httponly=True, samesite="Lax"
    )


def count_known_browsers_apart(view: View[Request, P]) -> View[Request, P]:
    """Where passwords are asked for: one's own browser is counted by itself, all others by address and account."""

    @wraps(view)
    def wrapped(request: Request, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        request.META[COUNTED_AS] = _own_name(request)
        return view(request, *args, **kwargs)

    return wrapped


def counted_as(request: HttpRequest) -> str:
    """Under which name this request counts, or nothing if it is that of a stranger."""
    name: str = request.META.get(COUNTED_AS, "")
    return name


def _own_name(request: HttpRequest) -> str:
    """This browser and who wants to come in, if they have been in here before.

    Whoever is in does not reach the form for logging in; they are asked for their own password once more.
    """
    browser, people = _read_cookie(request)
    if request.user.is_authenticated and not request.user.is_guest:
        return f"{browser or 'session'}:{request.user.pk}"
    user = find_by_login(request.POST.get("login", "")) if people else None
    return f"{browser}:{user.pk}" if user is not None and user.pk in people else ""


def _read_cookie(request: HttpRequest) -> tuple[str, list[int]]:
    try:
        browser, people = signing.loads(request.COOKIES.get(COOKIE, ""), salt=SALT, max_age=LASTS)
    except (signing.BadSignature, ValueError, TypeError):
        return "", []
    return browser, people
