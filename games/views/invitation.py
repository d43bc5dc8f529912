"""An invitation to a table. Looking at it changes nothing: chat programs look at links before people do."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.guests import ensure_player
from accounts.models import User
from accounts.services import update_preferences
from games import selectors
from games.forms import GuestNameForm
from games.models import Game
from games.rules import find_rules
from games.services import tables
from games.services.refusals import Refused
from games.views.answers import status_of, viewer_of


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    response = _answer(request, token)
    response["Referrer-Policy"] = "same-origin"
    response["X-Robots-Tag"] = "noindex"
    return response


def _answer(request: HttpRequest, token: str) -> HttpResponse:
    game = selectors.table_of_invitation(token)
    if game is None:
        return render(request, "games/invitation_unknown.html", status=404)
    if selectors.seat_of(game, viewer_of(request)):
        return redirect("games:table", game_id=game.id)
    form = GuestNameForm(request.POST if request.method == "POST" else None)
    if not form.is_bound:
        return _page(request, game, form)
    if not form.is_valid():
        return _page(request, game, form, status=422)
    if not selectors.has_room(game):
        return _page(request, game, form, status=409)
    try:
        tables.join(user=_newcomer(request, form.cleaned_data["display_name"]), game_id=game.id, invitation=token)
    except Refused as problem:
        return _page(request, game, form, str(problem.message), status_of(problem))
    return redirect("games:table", game_id=game.id)


def _newcomer(request: HttpRequest, name: str) -> User:
    """Whoever joins; a new guest gets the name they wish."""
    if request.user.is_authenticated or not name:
        return ensure_player(request)
    guest = ensure_player(request)
    update_preferences(user=guest, display_name=name)
    return guest


def _page(request: HttpRequest, game: Game, form: GuestNameForm, problem: str = "", status: int = 200) -> HttpResponse:
    context = {
        "game": game,
        "rules": find_rules(game.slug, game.rules_version),
        "seats": selectors.seats_of(game),
        "form": form,
        "problem": problem,
    }
    return render(request, "games/invitation.html", context, status=status)
