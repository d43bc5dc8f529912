"""The list of public tables, drawn once in a while for everybody who looks at it."""

from django.core.cache import caches
from django.template.loader import render_to_string
from django.utils.translation import get_language

from games.queries.rooms import public_tables

SECONDS_A_LOBBY_IS_GOOD = 4


def lobby_html() -> str:
    return render_to_string("games/lobby/_tables.html", {"tables": public_tables()})


def shared_lobby_html(mark: str) -> str:
    """The lobby after the change with that mark."""
    html = known_lobby_html(mark)
    if not html:
        html = lobby_html()
        caches["rendered"].set(_cache_key(mark), html, SECONDS_A_LOBBY_IS_GOOD)
    return html


def known_lobby_html(mark: str) -> str:
    """The same if it was drawn lately, else nothing."""
    html: str = caches["rendered"].get(_cache_key(mark), "")
    return html


def _cache_key(mark: str) -> str:
    return f"lobby.{get_language()}.{mark}"
