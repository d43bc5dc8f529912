"""The rules as players read them."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.rulebook import find_rulebook


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    rulebook = find_rulebook(slug)
    if rulebook is None:
        raise Http404
    return render(request, "games/rules.html", {"rulebook": rulebook})
