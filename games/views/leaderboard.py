"""Who is how strong at which game."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from games.queries.leaderboard import leaderboard_of
from games.rules import GAMES, RuleViolation, find_rules
from games.views.answers import viewer_of


@require_safe
def first(request: HttpRequest) -> HttpResponse:
    return redirect("games:leaderboard", slug=GAMES[0].slug)


@never_cache
@require_safe
def leaderboard(request: HttpRequest, slug: str) -> HttpResponse:
    try:
        rules = find_rules(slug)
    except RuleViolation:
        raise Http404 from None
    board = leaderboard_of(rules.slug, viewer_of(request), request.GET.get("page", 1))
    return render(request, "games/leaderboard.html", {"games": GAMES, "rules": rules, "board": board})
