"""Speak to people in their language, show them their own time, and let nobody change their account all the time."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils import timezone, translation

from accounts.languages import note_browser_language
from accounts.time_zones import find_zone
from hsweb.http.errors import too_many
from hsweb.limits.rates import A_MINUTE, Limit

FORMS_ABOUT_ONESELF = Limit("account", 60, A_MINUTE)
ACCOUNTS = "/accounts/"
TIME_ZONE_COOKIE = "time_zone"


def apply_preferences(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    def middleware(request: HttpRequest) -> HttpResponse:
        _use_language(request)
        zone = find_zone(_time_zone_name(request))
        with timezone.override(zone):
            return get_response(request)

    return middleware


def limit_forms(get_response: Callable[[HttpRequest], HttpResponse]) -> Callable[[HttpRequest], HttpResponse]:
    """All forms below one address: each of them writes, and what is written is shown to others."""

    def middleware(request: HttpRequest) -> HttpResponse:
        is_form = request.method == "POST" and request.path.startswith(ACCOUNTS)
        if is_form and request.user.is_authenticated and not FORMS_ABOUT_ONESELF.consume(request.user.pk):
            return too_many(request)
        return get_response(request)

    return middleware


def _use_language(request: HttpRequest) -> None:
    """LocaleMiddleware has already chosen what the browser asks for; what the user chose comes first."""
    if not request.user.is_authenticated:
        return
    if request.user.language in dict(settings.LANGUAGES):
        translation.activate(request.user.language)
        request.LANGUAGE_CODE = translation.get_language()
    else:
        note_browser_language(request.user, request.LANGUAGE_CODE)


def _time_zone_name(request: HttpRequest) -> str:
    chosen = request.user.time_zone if request.user.is_authenticated else ""
    return chosen or request.COOKIES.get(TIME_ZONE_COOKIE, "")
