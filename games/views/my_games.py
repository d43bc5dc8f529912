"""My own games, and straight to the one that waits."""

import re

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.queries import my_games
from games.views.answers import viewer_of

TABLE = re.compile(r"/tables/([a-z0-9]{10})/")


@never_cache
@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    viewer = viewer_of(request)
    context = {"groups": my_games.my_games(viewer) if viewer else None}
    return render(request, "games/my_games.html", context)


@never_cache
@require_safe
def next_game(request: HttpRequest) -> HttpResponse:
    """Straight to the next game that waits; to the list, if none does."""
    viewer = viewer_of(request)
    game = my_games.next_waiting(viewer, _came_from(request)) if viewer else None
    return redirect("games:mine") if game is None else redirect("games:table", game_id=game.id)


def _came_from(request: HttpRequest) -> str:
    """The table whose page led here, if it was one."""
    found = TABLE.search(request.headers.get("Referer", "")[:500])
    return found[1] if found else ""
