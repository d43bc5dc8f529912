"""People: my own games, and what anybody may know about a player."""

import re

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.people.audience import may_see_results
from accounts.people.friends import relation_between
from accounts.people.search import find_person
from games.queries import my_games, player_record
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


@never_cache
@require_safe
def player(request: HttpRequest, username: str) -> HttpResponse:
    person = find_person(username)
    if person is None:
        raise Http404
    viewer = viewer_of(request)
    shown = may_see_results(person, viewer)
    context = {
        "person": person,
        "shown": shown,
        "standing": relation_between(viewer, person) if viewer and viewer != person else None,
        "ratings": player_record.progress_of(person) if shown else [],
        "records": player_record.records_of(person) if shown else [],
        "results": player_record.results_of(person, viewer) if shown else [],
    }
    return render(request, "games/player.html", context)
