"""How every form of a table is answered: with the fresh table, and with a sentence if something was refused."""

from collections.abc import Callable
from functools import wraps
from typing import Protocol

from django.conf import settings
from django.contrib.auth.views import redirect_to_login
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils import timezone
from django.utils.cache import add_never_cache_headers
from django.utils.translation import gettext as _
from django_htmx.http import HttpResponseClientRefresh
from django_htmx.middleware import HtmxDetails

from accounts.models import User
from accounts.reach import sounds_for
from games import pages, selectors, words
from games.models import Game
from games.pages import FormProblem
from games.rules import RuleViolation
from games.services.containing import examined
from games.services.refusals import NotAllowed, Refused, Stale, TooFast
from games.tableau.refusals import sentence_of
from hsweb.limits import A_MINUTE, Limit

Problem = Refused | RuleViolation

ANY_VERSION = 0
"""Whoever may see a table could see it before: to find out, any version will do."""

FORMS = Limit("forms", lambda: settings.ACTIONS_PER_MINUTE, A_MINUTE)

KEPT = ("username", "url", "style")
"""What stays in a form of a waiting room if it is refused."""

STATUSES: tuple[tuple[type[Exception], int], ...] = ((NotAllowed, 403), (Stale, 409), (TooFast, 429))


def find_table(request: HttpRequest, game_id: str, version: int | None = None) -> Game:
    """The table, if whoever asks may see it: as it is now, or as it was known to be since that version."""
    viewer = viewer_of(request)
    known = None if version is None else selectors.latest_tables.get(game_id, version)
    if known is not None and selectors.may_see(known, viewer):
        return examined(known)
    game = selectors.read_table(game_id)
    if game is None or not selectors.may_see(game, viewer):
        raise Http404
    return examined(game)


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
            if not FORMS.allows(request.user.pk):
                return answer(request, game_id, TooFast(_("That is a lot at once. Wait a minute, then go on.")))
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
    beside: str = "",
) -> HttpResponse:
    """After a form: its parts for htmx; the whole page, or a redirect to it, for a plain form.

    `version` is that to which the form has led, if it is known; `beside` the form beside which a problem is told.
    """
    game = find_table(request, game_id, version)
    if problem is None and not HtmxDetails(request):
        return redirect("games:table", game_id=game.id)
    if HtmxDetails(request):
        # No token is needed: the page adds its own to whatever htmx sends.
        html = pages.table_html(game, viewer_of(request), problem=told_beside(beside, sentence(problem), request))
        response = HttpResponse(html, status=status_of(problem))
    else:
        response = table_page(request, game, problem, beside=beside)
    return response


def told_beside(form: str, words: str, request: HttpRequest) -> str:
    """A problem, and what was sent, for one of the forms of a waiting room; for the table, if it is about none."""
    sent = {name: request.POST[name] for name in KEPT if name in request.POST}
    return FormProblem(words, form, sent) if words and form else words


def do(request: HttpRequest, game_id: str, change: Callable[[User], object], beside: str = "") -> HttpResponse:
    """Let this player change the table as a form asks for, and answer the form.

    `change` calls the service itself, so that what it is given is checked against its signature.
    """
    find_table(request, game_id, ANY_VERSION)
    try:
        changed = change(player_of(request))
    except (Refused, RuleViolation) as problem:
        return answer(request, game_id, problem, beside=beside)
    return answer(request, game_id, version=changed.version if isinstance(changed, Game) else None)


def number_from(request: HttpRequest, name: str) -> int:
    """A whole number from a form; -1, which fits nothing, for anything else."""
    text = request.POST.get(name, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else -1


def table_page(
    request: HttpRequest,
    game: Game,
    problem: Problem | None = None,
    *,
    orders: str | None = None,
    chat: str | None = None,
    beside: str = "",
) -> HttpResponse:
    """The whole page. `orders` and `chat` are parts of it in which a problem is told already."""
    told = "" if orders is not None or chat is not None else told_beside(beside, sentence(problem), request)
    viewer = viewer_of(request)
    seat = selectors.seat_of(game, viewer)
    context = {
        "here": reverse("games:table", args=[game.id]),
        "game": game,
        "name": words.name_of(game),
        "seat": seat,
        "public": pages.public_html(game),
        "log": pages.log_html(game),
        "private": pages.private_html(game, viewer, request, told),
        "company": pages.company_html(game, viewer, request, told),
        "orders": pages.orders_html(game, viewer, request) if orders is None else orders,
        "fine_print": pages.fine_print_html(game, viewer, request),
        "chat": pages.chat_html(game, viewer, request) if chat is None else chat,
        "away": pages.away_html(game, seat.seen_actions) if seat and pages.was_away(game, seat) else "",
        "watchers": pages.watchers_html(watchers_at(game)),
        "now": round(timezone.now().timestamp() * 1000),
        "sounds": " ".join(sounds_for(viewer)) if viewer and seat else "",
    }
    response = render(request, "games/table.html", context, status=status_of(problem))
    add_never_cache_headers(response)
    return response


def watchers_at(game: Game) -> int:
    """How many people look on, where anybody may."""
    may_have = game.going_on and game.open_to_all
    return selectors.count_spectators([game.id]).get(game.id, 0) if may_have else 0


def talk(request: HttpRequest, game: Game, problem: Problem | None = None, text: str = "") -> HttpResponse:
    """After a form of the chat: the fresh chat. What was refused stays in the field."""
    if HtmxDetails(request):
        html = pages.chat_html(game, viewer_of(request), request, sentence(problem), text)
        return HttpResponse(html, status=status_of(problem))
    if problem is not None:
        return table_page(
            request, game, problem, chat=pages.chat_html(game, viewer_of(request), request, sentence(problem), text)
        )
    return redirect(f"{reverse('games:table', args=[game.id])}#chat")


def status_of(problem: Problem | None) -> int:
    if problem is None:
        return 200
    return next((status for kind, status in STATUSES if isinstance(problem, kind)), 422)


def sentence(problem: Problem | None) -> str:
    if isinstance(problem, RuleViolation):
        return sentence_of(problem)
    return "" if problem is None else str(problem.message)
