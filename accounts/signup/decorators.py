"""Who is shown which of allauth's pages."""

from collections.abc import Callable
from functools import wraps
from typing import Concatenate, ParamSpec, TypeVar

from allauth.account.utils import get_next_redirect_url, passthrough_next_redirect_url
from django.conf import settings
from django.http import HttpRequest, HttpResponseBase
from django.shortcuts import redirect, render
from django.urls import reverse

P = ParamSpec("P")
Request = TypeVar("Request", bound=HttpRequest)
View = Callable[Concatenate[Request, P], HttpResponseBase]


def redirect_guests_to_claim(view: View[Request, P]) -> View[Request, P]:
    """A guest needs an account before it can have a password or an e-mail address."""

    @wraps(view)
    def wrapped(request: Request, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if request.user.is_authenticated and request.user.is_guest:
            return redirect(passthrough_next_redirect_url(request, reverse("accounts:claim"), "next"))
        return view(request, *args, **kwargs)

    return wrapped


def redirect_users(view: View[Request, P]) -> View[Request, P]:
    """Whoever already has an account here is sent where they wanted to go; guests may come in."""

    @wraps(view)
    def wrapped(request: Request, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        if request.user.is_authenticated and not request.user.is_guest:
            return redirect(get_next_redirect_url(request) or "/")
        return view(request, *args, **kwargs)

    return wrapped


def require_mail(view: View[Request, P]) -> View[Request, P]:
    """A site that sends no mail says so, and who can help instead."""

    @wraps(view)
    def wrapped(request: Request, /, *args: P.args, **kwargs: P.kwargs) -> HttpResponseBase:
        return view(request, *args, **kwargs) if settings.SENDS_MAIL else render(request, "accounts/no_mail.html")

    return wrapped
