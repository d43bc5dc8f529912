from django.conf import settings
from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from accounts.models import Theme
from accounts.people import friends

THEME_COOKIE = "theme"


def appearance(request: HttpRequest) -> dict[str, object]:
    """How the page looks, and what the switches in its footer offer."""
    return {
        "theme": chosen_theme(request),
        "themes": Theme.choices,
        "languages": settings.LANGUAGES,
    }


def friend_requests(request: HttpRequest) -> dict[str, object]:
    """How many would like to be friends with whoever asks; counted where a page shows it."""
    return {"friend_requests": SimpleLazyObject(lambda: _count_requests(request))}


def _count_requests(request: HttpRequest) -> int:
    user = request.user
    return friends.requests_to(user).count() if user.is_authenticated and not user.is_guest else 0


def chosen_theme(request: HttpRequest) -> str:
    if request.user.is_authenticated:
        return request.user.theme
    theme = request.COOKIES.get(THEME_COOKIE, Theme.AUTO)
    return theme if theme in Theme.values else Theme.AUTO
