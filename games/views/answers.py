"""How every form of a table is answered: with the fresh table, and with a sentence if something was refused."""

from collections.abc import Callable
from functools import partial, wraps
from typing import Protocol

from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django_htmx.http import HttpResponseClientRefresh
from django_htmx.middleware import HtmxDetails

from accounts.models import User
from accounts.notifications.kinds import kinds_with_sound
from games.models import Game
from games.pages import beside
from games.pages.beside import FormProblem
from games.pages.frames import Head, frame, timestamp
from games.pages.page import ROOTS, away_html, page_of, problem_in, whole_page, with_problem
from games.pages.parts import Parts, whole, with_tokens
from games.queries.presence import actions_seen_before
from games.queries.table import Table
from games.rules import RuleViolation
from games.services.care import containment
from games.services.rate_limits import consume_rate
from games.services.refusals import Problem, Refused, TooFast, sentence, status_of
from games.tableau.posted_fields import number_in
from games.wording.games import game_called

KEPT = ("username", "name", "url", "style")
"""What stays in a form of a waiting room if it is refused."""


def find_table(request: HttpRequest, game_id: str, version: int | None = None) -> Table:
    """The table, if whoever asks may see it: as it is now, or as it was known to be since that version."""
    table = containment.find_visible_table(viewer_of(request), game_id, version)
    if table is None:
        raise Http404
    return table


def viewer_of(request: HttpRequest) -> User | None:
    return request.user if request.user.is_authenticated else None


def player_of(request: HttpRequest) -> User:
    """Who sends a form, in a view for `players_only`."""
    assert isinstance(request.user, User)
    return request.user


class TableView(Protocol):
    """How Django calls a view whose address names a table."""

    def __call__(self, request: HttpRequest, game_id: str) -> HttpResponse: ...


def players_only(view: TableView) -> TableView:
    """Whoever is not logged in (any more) is asked to; a page that has not noticed yet loads itself anew."""

    @wraps(view)
    def guarded(request: HttpRequest, game_id: str) -> HttpResponse:
        if request.user.is_authenticated:
            try:
                consume_rate(player_of(request))
            except TooFast as problem:
                return answer(request, game_id, problem)
            return view(request, game_id)
        find_table(request, game_id)
        if HtmxDetails(request):
            return HttpResponseClientRefresh()
        return redirect_to_login(reverse("games:table", args=[game_id]))

    return guarded


def answer(
    request: HttpRequest,
    game_id: str,
    problem: Problem | None = None,
    version: int | None = None,
    place: str = "",
) -> HttpResponse:
    """After a form: its parts for htmx; the whole page, or a redirect to it, for a plain form.

    `version` is that to which the form has led, if it is known; `place` the form beside which a problem is told.
    """
    table = find_table(request, game_id, version)
    if problem is None and not HtmxDetails(request):
        return redirect("games:table", game_id=table.id)
    if not HtmxDetails(request):
        return table_page(request, table, problem, place=place)
    text = containment.draw_or_stop(table, partial(_fresh_parts, request, sentence(problem), place))
    return HttpResponse(text, status=status_of(problem))


def _fresh_parts(request: HttpRequest, problem: str, place: str, table: Table) -> str:
    """What an open page is told of its table: what changed since it was last shown, if that is known, or all of it."""
    at, viewer = timestamp(), viewer_of(request)
    seat = table.seat_of(viewer)
    shown = {
        "company": beside.company_parts(table, seat),
        "ratings": beside.rating_parts(table),
        "series": beside.series_parts(table),
        "room": beside.room_parts(table, viewer, seat) if table.is_room else {},
    }
    page = page_of(table, seat, shown, at)
    head: Head = {"problem": problem_in(page, problem, place)} if problem else {}
    return page.for_page_at(request.headers.get("X-Shown", ""), viewer, **head)


def form_problem(form: str, words: str, request: HttpRequest) -> str:
    """A problem, and what was sent, for one of the forms of a waiting room; for the table, if it is about none."""
    sent = {name: request.POST[name] for name in KEPT if name in request.POST}
    return FormProblem(words, form, sent) if words and form else words


def change_table(request: HttpRequest, game_id: str, change: Callable[[User], object], place: str = "") -> HttpResponse:
    """Let this player change the table as a form asks for, and answer the form.

    `change` calls the service itself, so that what it is given is checked against its signature. Who may not see the
    table is told no more of what was refused than that there is none.
    """
    try:
        changed = change(player_of(request))
    except Game.DoesNotExist:
        raise Http404 from None
    except (Refused, RuleViolation) as problem:
        return answer(request, game_id, problem, place=place)
    return answer(request, game_id, version=changed.version if isinstance(changed, Game) else None)


def number_from(request: HttpRequest, name: str) -> int:
    """A whole number from a form; -1, which fits nothing, for anything else."""
    return number_in(request.POST, name)


def table_page(
    request: HttpRequest, table: Table, problem: Problem | None = None, *, place: str = "", **drawn: Parts
) -> HttpResponse:
    """The whole page. Of what is beside the table some may be drawn, in which a problem is told already."""
    told = "" if drawn else form_problem(place, sentence(problem), request)
    response = containment.draw_or_stop(table, partial(_whole_page, request, told, drawn, status_of(problem)))
    add_never_cache_headers(response)
    return response


def _whole_page(request: HttpRequest, problem: str, drawn: dict[str, Parts], status: int, table: Table) -> HttpResponse:
    viewer = viewer_of(request)
    seat = table.seat_of(viewer)
    if request.GET.get("orders") == "open":
        drawn = {"orders": beside.order_parts(table, seat, opened=True), **drawn}
    page = with_problem(whole_page(table, viewer, drawn), viewer, problem)
    missed = actions_seen_before(table, seat) if seat is not None else None
    parts = page.parts
    context = {
        "here": reverse("games:table", args=[table.id]),
        "game": table,
        "name": game_called(table.slug),
        "seat": seat,
        "parts": {name.replace("-", "_"): with_tokens(whole(parts, name), request) for name in ROOTS},
        "away": away_html(table, missed) if missed is not None else "",
        "version": page.version,
        "now": round(timezone.now().timestamp() * 1000),
        "sounds": " ".join(kinds_with_sound(viewer)) if viewer and seat else "",
    }
    return render(request, "games/table.html", context, status=status)


def answer_chat(request: HttpRequest, table: Table, problem: Problem | None = None, text: str = "") -> HttpResponse:
    """After a form of the chat: the fresh chat. What was refused stays in the field."""
    viewer = viewer_of(request)
    told = sentence(problem)
    if HtmxDetails(request):
        # The page has kept what was written, and is told only why it was refused.
        at, parts = timestamp(), beside.chat_parts(table, viewer, table.seat_of(viewer))
        head = {"problem": {"at": "problem-chat", "words": told}} if problem else {"said": True}
        return HttpResponse(frame(beside=whole(parts, "chat"), at=at, **head), status=status_of(problem))
    if problem is not None:
        parts = beside.chat_parts(table, viewer, table.seat_of(viewer), told, text)
        return table_page(request, table, problem, chat=parts)
    return redirect(f"{reverse('games:table', args=[table.id])}#chat")
