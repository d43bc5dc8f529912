"""A new table, as its host wishes it."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods

from accounts.signup.guests import ensure_named_player
from games.forms import NewTableForm
from games.queries.deals import find_deal
from games.rules import GAMES, RuleViolation
from games.services.refusals import Refused, status_of
from games.services.table import rooms
from games.views.answers import viewer_of
from hsweb.http.clients import address_mark


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def new_table(request: HttpRequest) -> HttpResponse:
    sent = request.POST if request.method == "POST" else None
    form = NewTableForm(sent, host=viewer_of(request), wished=_wished(request))
    if form.is_valid():
        try:
            host = ensure_named_player(request, form.cleaned_data.get("display_name", ""))
            game = rooms.open_table(host=host, chosen=form.table_settings(), opened_from=address_mark(request))
        except (Refused, RuleViolation) as problem:
            form.add_error(None, str(problem.message))
            return _new_table(request, form, status_of(problem))
        return redirect("games:table", game_id=game.id)
    return _new_table(request, form, 422 if form.is_bound else 200)


def _wished(request: HttpRequest) -> dict[str, str]:
    """What a link to the form has chosen already."""
    deal, game = find_deal(request.GET.get("deal", "")), request.GET.get("game", "")
    if deal:
        return {"deal": deal.code, "game": deal.slug}
    return {"game": game} if game in {rules.slug for rules in GAMES} else {}


def _new_table(request: HttpRequest, form: NewTableForm, status: int) -> HttpResponse:
    return render(request, "games/new_table.html", {"form": form, "games": GAMES}, status=status)
