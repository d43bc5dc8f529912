"""Standing orders of the player who asks."""

from collections.abc import Callable
from functools import partial

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.views.decorators.http import require_POST
from django_htmx.middleware import HtmxDetails

from accounts.models import User
from games.pages.beside import order_parts
from games.pages.frames import timestamp
from games.pages.page import page_of
from games.pages.parts import Parts
from games.queries.table import Table
from games.rules import RuleViolation
from games.services.care import containment
from games.services.refusals import Problem, Refused, sentence, status_of
from games.services.turn import standing_orders
from games.views.answers import (
    find_table,
    number_from,
    player_of,
    players_only,
    table_page,
    viewer_of,
)


@require_POST
@players_only
def give(request: HttpRequest, game_id: str) -> HttpResponse:
    return _do(
        request, game_id, lambda user: standing_orders.give_as_posted(user=user, game_id=game_id, posted=request.POST)
    )


@require_POST
@players_only
def withdraw(request: HttpRequest, game_id: str) -> HttpResponse:
    order = number_from(request, "order")
    return _do(request, game_id, lambda user: standing_orders.withdraw(user=user, game_id=game_id, order_id=order))


def _do(request: HttpRequest, game_id: str, change: Callable[[User], object]) -> HttpResponse:
    find_table(request, game_id, 0)
    try:
        change(player_of(request))
    except (Refused, RuleViolation) as problem:
        return _answer(request, game_id, problem)
    return _answer(request, game_id)


def _answer(request: HttpRequest, game_id: str, problem: Problem | None = None) -> HttpResponse:
    """The fresh orders, and the table if it has changed: one of them may have acted at once."""
    table = find_table(request, game_id)
    if problem is None and not HtmxDetails(request):
        # Whoever has no JavaScript sees what was stored, too.
        return redirect(f"{reverse('games:table', args=[table.id])}?orders=open#orders")
    if not HtmxDetails(request):
        filled = partial(_parts, request, sentence(problem), request.POST)
        return table_page(request, table, problem, orders=containment.draw_or_stop(table, filled))
    text = containment.draw_or_stop(table, partial(_fresh_parts, request, sentence(problem)))
    return HttpResponse(text, status=status_of(problem))


def _fresh_parts(request: HttpRequest, problem: str, table: Table) -> str:
    head = {"problem": {"at": "problem-order", "words": problem}} if problem else {}
    at, viewer = timestamp(), viewer_of(request)
    seat = table.seat_of(viewer)
    page = page_of(table, seat, {"orders": order_parts(table, seat)}, at)
    return page.for_page_at(request.headers.get("X-Shown", ""), viewer, **head)


def _parts(request: HttpRequest, problem: str, filled: QueryDict | None, table: Table) -> Parts:
    return order_parts(table, table.seat_of(viewer_of(request)), problem, filled)
