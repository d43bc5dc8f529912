"""Light or dark, and the language, for everybody: on the account, and in cookies for those who are not logged in."""

from allauth.account.utils import get_next_redirect_url
from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from accounts.context_processors import THEME_COOKIE, chosen_theme
from accounts.forms import AppearanceForm
from accounts.services.accounts import update_preferences

A_YEAR = 365 * 24 * 60 * 60


@require_http_methods(["GET", "HEAD", "POST"])
def preferences(request: HttpRequest) -> HttpResponse:
    posted = request.POST if request.method == "POST" else None
    form = AppearanceForm(posted, initial={"theme": chosen_theme(request), "language": request.LANGUAGE_CODE})
    if form.is_valid():
        chosen = {name: form.cleaned_data[name] for name in form.cleaned_data if name in request.POST}
        return _save(request, chosen)
    return render(request, "accounts/preferences.html", {"form": form}, status=422 if form.is_bound else 200)


def _save(request: HttpRequest, chosen: dict[str, str]) -> HttpResponse:
    answer = redirect(get_next_redirect_url(request) or "/")
    if request.user.is_authenticated:
        update_preferences(user=request.user, **chosen)
    keep_in_cookies(answer, chosen)
    return answer


def keep_in_cookies(answer: HttpResponse, chosen: dict[str, str]) -> None:
    """Whoever logs out goes on as they are used to."""
    for name, cookie in (("theme", THEME_COOKIE), ("language", settings.LANGUAGE_COOKIE_NAME)):
        if name in chosen:
            _set_cookie(answer, cookie, chosen[name])


def _set_cookie(answer: HttpResponse, name: str, value: str) -> None:
    if value:
        answer.set_cookie(name, value, max_age=A_YEAR, secure=settings.HTTPS, httponly=True, samesite="Lax")
    else:
        answer.delete_cookie(name, samesite="Lax")
