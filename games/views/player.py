"""What anybody may know about a player."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from accounts.people.audience import may_see_results
from accounts.people.friends import relation_between
from accounts.people.search import find_person
from games.queries import player_record
from games.views.answers import viewer_of


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
