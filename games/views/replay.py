"""Looking at a game again, move by move, and taking it along."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.timezone import now
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe
from django_htmx.http import replace_url
from django_htmx.middleware import HtmxDetails

from games.faults import Fault
from games.models import Game
from games.pages import replay
from games.queries.access import may_download
from games.services.care import containment
from games.views.answers import find_table, viewer_of

WITH_MOMENTS = (Game.Status.RUNNING, Game.Status.PAUSED, Game.Status.FINISHED, Game.Status.ABORTED)


@never_cache
@require_safe
def whole(request: HttpRequest, game_id: str) -> HttpResponse:
    """From the last moment, or from the one that a slider or a list has chosen."""
    return _answer(request, game_id, chosen_number(request))


@never_cache
@require_safe
def moment(request: HttpRequest, game_id: str, number: int) -> HttpResponse:
    return _answer(request, game_id, number)


@never_cache
@require_safe
def download(request: HttpRequest, game_id: str) -> HttpResponse:
    """The whole game as a file, once its secrets are open."""
    table = find_table(request, game_id)
    if not may_download(table, viewer_of(request)):
        raise Http404
    text = containment.file_or_stop(table)
    if text is None:
        return redirect("games:table", game_id=table.id)
    day = (table.ended_at or now()).strftime("%Y-%m-%d")
    answer = HttpResponse(text, content_type="application/json")
    answer["Content-Disposition"] = f'attachment; filename="{table.slug}-{day}-{table.id}.json"'
    return answer


def chosen_number(request: HttpRequest) -> int | None:
    number = request.GET.get("number", "")
    is_number = number.isascii() and number.isdigit() and len(number) < 6
    return int(number) if is_number else None


def _answer(request: HttpRequest, game_id: str, number: int | None) -> HttpResponse:
    table = find_table(request, game_id)
    if table.status not in WITH_MOMENTS or table.position is None:
        return redirect("games:table", game_id=table.id)
    try:
        return show(request, replay.recording_of_table(table, viewer_of(request)), number)
    except Fault as fault:
        containment.stop_game(game_id=table.id, fault=fault)
        return redirect("games:table", game_id=table.id)


def show(request: HttpRequest, recording: replay.Recording, number: int | None) -> HttpResponse:
    """A moment of a recording: the whole page, or for htmx what changes in it."""
    found = replay.moment_of(recording, number, request.GET.get("seat"))
    if found is None:
        raise Http404
    parts = replay.parts_of(found, request)
    if HtmxDetails(request):
        # A slider sends numbers, and the address bar shows what can be sent to somebody.
        return replace_url(HttpResponse(replay.frame_of(parts)), replay.address_of(found, request))
    context = {"recording": recording, "moment": found, "parts": replay.whole_parts(parts)}
    return render(request, "games/replay.html", context)
