from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.rulebook import find_rulebook
from games.rules import GAMES


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    return render(request, "games/home.html", {"games": GAMES})


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    rulebook = find_rulebook(slug)
    if rulebook is None:
        raise Http404
    return render(request, "games/rules.html", {"rulebook": rulebook})
