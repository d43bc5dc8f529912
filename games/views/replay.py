"""Looking at a game again, move by move."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_htmx.http import replace_url
from django_htmx.middleware import HtmxDetails

from games import replay, words
from games.faults import Fault
from games.models import Game
from games.services import containing
from games.views.answers import find_table, viewer_of

WITH_MOMENTS = (Game.Status.RUNNING, Game.Status.PAUSED, Game.Status.FINISHED, Game.Status.ABORTED)


@never_cache
@require_safe
def whole(request: HttpRequest, game_id: str) -> HttpResponse:
    """From the last moment, or from the one that a slider or a list has chosen."""
    number = request.GET.get("number", "")
    is_number = number.isascii() and number.isdigit() and len(number) < 6
    return _answer(request, game_id, int(number) if is_number else None)


@never_cache
@require_safe
def moment(request: HttpRequest, game_id: str, number: int) -> HttpResponse:
    return _answer(request, game_id, number)


def _answer(request: HttpRequest, game_id: str, number: int | None) -> HttpResponse:
    game = find_table(request, game_id)
    if game.status not in WITH_MOMENTS:
        return redirect("games:table", game_id=game.id)
    try:
        found = replay.moment_of(game, viewer_of(request), number, request.GET.get("seat"))
        if found is None:
            raise Http404
        parts = replay.parts_of(found, request)
    except Fault as fault:
        containing.stop(game_id=game.id, fault=fault)
        return redirect("games:table", game_id=game.id)
    if HtmxDetails(request):
        # A slider sends numbers, and the address bar shows what can be sent to somebody.
        return replace_url(HttpResponse("".join(parts.values())), replay.address_of(found, request))
    context = {"game": game, "name": words.name_of(game), "moment": found, **parts}
    return render(request, "games/replay.html", context)
