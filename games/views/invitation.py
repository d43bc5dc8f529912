"""An invitation to a table or a seat. Looking at it changes nothing: chat programs look at links before people do."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.models import User
from accounts.signup.guests import ensure_named_player
from games.forms import GuestNameForm
from games.models import KeptSeat
from games.queries.rooms import kept_seat_of, table_of_invitation
from games.queries.seats import read_seats
from games.services.refusals import Refused, status_of
from games.services.table import rooms
from games.views.answers import viewer_of


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def invitation(request: HttpRequest, token: str) -> HttpResponse:
    response = _answer(request, token)
    response["Referrer-Policy"] = "same-origin"
    response["X-Robots-Tag"] = "noindex"
    return response


def _answer(request: HttpRequest, token: str) -> HttpResponse:
    game = table_of_invitation(token)
    viewer = viewer_of(request)
    if game is not None and viewer is not None and game.seats.filter(user=viewer).exists():
        return redirect("games:table", game_id=game.id)
    if game is None or request.method != "POST":
        return _page(request, token, GuestNameForm())
    # Whoever sits down on a kept seat is not asked for a name.
    form = GuestNameForm({} if kept_seat_of(token) else request.POST)
    if not form.is_valid():
        return _page(request, token, form, 422)
    try:
        rooms.check_free_seat(game, token)
        rooms.join(
            user=ensure_named_player(request, form.cleaned_data["display_name"]), game_id=game.id, invitation=token
        )
    except Refused as problem:
        form.add_error(None, str(problem.message))
        return _page(request, token, form, status_of(problem))
    return redirect("games:table", game_id=game.id)


def _page(request: HttpRequest, token: str, form: GuestNameForm, status: int = 200) -> HttpResponse:
    """The invitation as it is now: it says by itself whether there is still a seat."""
    game, kept = table_of_invitation(token), kept_seat_of(token)
    if game is None:
        return render(request, "games/invitation_unknown.html", status=404)
    context = {
        "game": game,
        "seats": read_seats(game.id),
        "kept": kept,
        "name": _name_there(viewer_of(request), kept),
        "form": form,
    }
    return render(request, "games/invitation.html", context, status=status)


def _name_there(viewer: User | None, kept: KeptSeat | None) -> str:
    """What whoever looks would be called at the table; nothing if they have yet to say."""
    if kept is not None and (viewer is None or viewer.is_guest):
        return kept.name
    return str(viewer or "")
