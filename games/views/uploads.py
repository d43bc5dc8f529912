"""Games from files: brought, looked at again and removed by whoever brought them, and not there for anybody else."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from games.faults import Fault
from games.models import Upload
from games.pages import replay
from games.queries import my_games
from games.queries.game_file import LARGEST, Unreadable
from games.services.refusals import Refused, sentence, status_of
from games.services.results import uploads as keeping
from games.views.answers import player_of, viewer_of
from games.views.replay import chosen_number, show


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def uploads(request: HttpRequest) -> HttpResponse:
    """All of them, and a form to bring one more."""
    if request.method != "POST":
        return _page(request)
    file = request.FILES.get("file")
    if file is None:
        return _page(request, Refused(_("Choose a file first.")))
    try:
        upload = keeping.keep_upload(user=player_of(request), content=file.read(LARGEST + 1))
    except Refused as problem:
        return _page(request, problem)
    return redirect("games:upload", upload_id=upload.id)


@never_cache
@require_safe
def whole(request: HttpRequest, upload_id: str) -> HttpResponse:
    return _answer(request, upload_id, chosen_number(request))


@never_cache
@require_safe
def moment(request: HttpRequest, upload_id: str, number: int) -> HttpResponse:
    return _answer(request, upload_id, number)


@require_POST
def delete(request: HttpRequest, upload_id: str) -> HttpResponse:
    upload = _find(request, upload_id)
    keeping.remove_upload(user=player_of(request), upload_id=upload.id)
    messages.success(request, _("The game is removed."))
    return redirect("games:uploads")


def _page(request: HttpRequest, problem: Refused | None = None) -> HttpResponse:
    context = {
        "uploads": my_games.uploads_of(player_of(request)),
        "most": keeping.MOST_KEPT,
        "largest": LARGEST // 1024,
        "problem": sentence(problem),
    }
    return render(request, "games/uploads.html", context, status=status_of(problem))


def _answer(request: HttpRequest, upload_id: str, number: int | None) -> HttpResponse:
    upload = _find(request, upload_id)
    try:
        return show(request, replay.recording_of_upload(upload), number)
    except (Unreadable, Fault):
        messages.error(request, _("This game can no longer be shown: the rules here have changed since."))
        return redirect("games:uploads")


def _find(request: HttpRequest, upload_id: str) -> Upload:
    """For anybody but its owner there is no such game."""
    viewer = viewer_of(request)
    found = my_games.uploads_of(viewer).filter(pk=upload_id).first() if viewer else None
    if found is None:
        raise Http404
    return found
