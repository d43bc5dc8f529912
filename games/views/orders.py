"""Standing orders of the player who asks."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST
from django_htmx.middleware import HtmxDetails

from accounts.models import User
from games import pages
from games.rules import RuleViolation
from games.selectors import rules_of
from games.services import orders
from games.services.refusals import Refused
from games.tableau import tableau_of
from games.views.answers import (
    Problem,
    find_table,
    number_from,
    player_of,
    players_only,
    sentence,
    status_of,
    table_page,
    viewer_of,
)


@require_POST
@players_only
def give(request: HttpRequest, game_id: str) -> HttpResponse:
    tableau = tableau_of(rules_of(find_table(request, game_id)))
    wish = tableau.read_wish(request.POST)
    stage = number_from(request, "stage")
    return _do(request, game_id, lambda user: orders.give(user=user, game_id=game_id, stage=stage, **wish))


@require_POST
@players_only
def withdraw(request: HttpRequest, game_id: str) -> HttpResponse:
    order = number_from(request, "order")
    return _do(request, game_id, lambda user: orders.withdraw(user=user, game_id=game_id, order_id=order))


def _do(request: HttpRequest, game_id: str, change: Callable[[User], object]) -> HttpResponse:
    before = find_table(request, game_id)
    try:
        change(player_of(request))
    except (Refused, RuleViolation) as problem:
        return _answer(request, game_id, before.version, problem)
    return _answer(request, game_id, before.version)


def _answer(request: HttpRequest, game_id: str, version: int, problem: Problem | None = None) -> HttpResponse:
    """The fresh orders; the whole table only if it has changed, as a bid may be in the making."""
    game = find_table(request, game_id)
    if problem is None and not HtmxDetails(request):
        # Whoever has no JavaScript sees what was stored, too.
        return redirect(f"{reverse('games:table', args=[game.id])}?orders=open#orders")
    filled = request.POST if problem is not None else None
    html = pages.orders_html(game, viewer_of(request), request, sentence(problem), filled)
    if not HtmxDetails(request):
        return table_page(request, game, problem, orders=html)
    if game.version != version:
        html += pages.table_html(game, viewer_of(request), request)
    return HttpResponse(html, status=status_of(problem))
