"""People: my own games, and what anybody may know about a player."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games import selectors
from games.views.answers import viewer_of


@never_cache
@require_safe
def mine(request: HttpRequest) -> HttpResponse:
    viewer = viewer_of(request)
    context = {"groups": selectors.my_games(viewer) if viewer else None}
    return render(request, "games/my_games.html", context)


@require_safe
def player(request: HttpRequest, username: str) -> HttpResponse:
    person = selectors.find_person(username)
    if person is None:
        raise Http404
    context = {
        "person": person,
        "records": selectors.records_of(person),
        "results": selectors.results_of(person, viewer_of(request)),
    }
    return render(request, "games/player.html", context)
