from typing import Any

from django.conf import settings
from django.http import HttpRequest

from accounts.models import Theme

THEME_COOKIE = "theme"


def appearance(request: HttpRequest) -> dict[str, Any]:
    """How the page looks, and what the switches in its footer offer."""
    return {
        "theme": chosen_theme(request),
        "themes": Theme.choices,
        "languages": settings.LANGUAGES if len(settings.LANGUAGES) > 1 else [],
    }


def chosen_theme(request: HttpRequest) -> str:
    if request.user.is_authenticated:
        return request.user.theme
    theme = request.COOKIES.get(THEME_COOKIE, Theme.AUTO)
    return theme if theme in Theme.values else Theme.AUTO
