"""The landing page with the list of public tables, and a game against bots at once."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_POST, require_safe

from accounts.signup.guests import ensure_player
from games.forms import MIXED
from games.pages.lobby import lobby_html
from games.rules import GAMES, RuleViolation, find_rules
from games.services.refusals import Refused, status_of
from games.services.table import rooms
from games.views.picture import picture
from hsweb.http.clients import address_mark

BOTS_NOW = MIXED[:3]


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    return _home(request)


def _home(request: HttpRequest, problem: str = "", status: int = 200) -> HttpResponse:
    context = {"games": GAMES, "picture": picture(), "public_tables": lobby_html(), "problem": problem}
    return render(request, "games/home.html", context, status=status)


@require_POST
def play_now(request: HttpRequest) -> HttpResponse:
    """A table against bots that begins at once."""
    slug = request.POST.get("game", GAMES[0].slug)
    try:
        find_rules(slug)
        player = ensure_player(request)
        chosen = rooms.TableSettings(slug, size=len(BOTS_NOW) + 1, bots=BOTS_NOW)
        game = rooms.open_table(host=player, chosen=chosen, opened_from=address_mark(request))
        rooms.start(user=player, game_id=game.id)
    except (Refused, RuleViolation) as problem:
        return _home(request, str(problem.message), status_of(problem))
    return redirect("games:table", game_id=game.id)
