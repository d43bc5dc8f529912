"""Deals: the same deck at several tables, and what each of them made of it."""

from functools import wraps
from typing import Protocol

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from accounts.signup.guests import ensure_player
from games.bots.processes import EXPERTS
from games.forms import MIXED, BotTableForm, NewDealForm
from games.models import Deal
from games.pages.deals import compare
from games.queries.deals import deals_of, find_deal
from games.rules import find_rules
from games.services.refusals import Refused, TooFast, status_of
from games.services.table import bot_tables
from games.services.table import deals as service
from games.views.answers import find_table, number_from, player_of, players_only, viewer_of
from hsweb.http.clients import address_mark

QUICK = tuple(kind for kind in MIXED if kind not in EXPERTS)


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def deals(request: HttpRequest) -> HttpResponse:
    """Those of whoever looks, and a form to make one."""
    form = NewDealForm(request.POST if request.method == "POST" else None)
    if form.is_valid():
        chosen = form.cleaned_data
        try:
            made = service.create(owner=ensure_player(request), slug=chosen["game"], tables=chosen["tables"])
        except Refused as problem:
            form.add_error(None, str(problem.message))
            return _deals(request, form, status_of(problem))
        return redirect("games:deal", code=made.code)
    return _deals(request, form, 422 if form.is_bound else 200)


def _deals(request: HttpRequest, form: NewDealForm, status: int) -> HttpResponse:
    viewer = viewer_of(request)
    context = {"form": form, "deals": deals_of(viewer) if viewer else []}
    return render(request, "games/deals.html", context, status=status)


@never_cache
@require_safe
def deal(request: HttpRequest, code: str) -> HttpResponse:
    return _deal(request, code)


def _deal(
    request: HttpRequest, code: str, form: BotTableForm | None = None, problem: Refused | None = None
) -> HttpResponse:
    found, viewer = _find(code), viewer_of(request)
    comparison = compare(found, viewer)
    going_on = found.opened_at is None and found.closed_at is None
    context = {
        "deal": found,
        "rules": find_rules(found.slug),
        "comparison": comparison,
        "places_left": max(0, found.tables - len(comparison.tables)) if going_on else 0,
        "plays": any(table.is_mine for table in comparison.tables),
        "may_close": found.closed_at is None
        and len(comparison.tables) < found.tables
        and service.may_close(found, viewer),
        "bot_form": form or BotTableForm(slug=found.slug),
        "owns": viewer is not None and found.owner_id == viewer.pk,
        "problem": str(problem.message) if problem else "",
    }
    status = status_of(problem) if problem else 422 if form is not None else 200
    return render(request, "games/deal.html", context, status=status)


def _find(code: str) -> Deal:
    found = find_deal(code)
    if found is None:
        raise Http404
    return found


class DealView(Protocol):
    """How Django calls a view whose address names a deal."""

    def __call__(self, request: HttpRequest, code: str) -> HttpResponse: ...


def of_a_deal(view: DealView) -> DealView:
    """A form of somebody who is logged in, about a deal that exists."""

    @wraps(view)
    def guarded(request: HttpRequest, code: str) -> HttpResponse:
        _find(code)
        if not request.user.is_authenticated:
            return redirect_to_login(request.path)
        try:
            return view(request, code)
        except TooFast as problem:
            # Whoever asks for too much is not given a long answer.
            context = {"problem": problem, "title": _("One moment, please"), "back": reverse("games:deal", args=[code])}
            return render(request, "games/deal_refused.html", context, status=status_of(problem))
        except Refused as problem:
            return _deal(request, code, problem=problem)

    return guarded


@require_POST
@of_a_deal
def close(request: HttpRequest, code: str) -> HttpResponse:
    service.close(user=player_of(request), code=code)
    return redirect("games:deal", code=code)


@require_POST
@of_a_deal
def let_bots_play(request: HttpRequest, code: str) -> HttpResponse:
    form = BotTableForm(request.POST, slug=_find(code).slug)
    if not form.is_valid():
        return _deal(request, code, form)
    bots = tuple(QUICK[number % len(QUICK)] for number in range(form.cleaned_data["seats"]))
    seen, mark = number_from(request, "seen"), address_mark(request)
    bot_tables.let_bots_play(user=player_of(request), code=code, bots=bots, seen=seen, opened_from=mark)
    messages.success(request, _("The bots have played it: that is table %(number)d.") % {"number": seen + 1})
    return redirect(f"{reverse('games:deal', args=[code])}#table-{seen + 1}")


@require_POST
@players_only
def take(request: HttpRequest, game_id: str) -> HttpResponse:
    """The deck of a game that is over, for another table."""
    game = find_table(request, game_id)
    try:
        taken = service.take(user=player_of(request), game_id=game.id)
    except Refused as problem:
        return render(request, "games/deal_refused.html", {"problem": problem, "game": game}, status=status_of(problem))
    return redirect("games:deal", code=taken.code)
