"""The rules as players read them."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.pages.rulebook import find_rulebook
from games.rules import find_rules
from games.tableau import tableau_of


@require_safe
def rules(request: HttpRequest, slug: str) -> HttpResponse:
    rulebook = find_rulebook(slug)
    if rulebook is None:
        raise Http404
    tableau = tableau_of(find_rules(slug))
    facts = {"slug": slug, "rulebook": rulebook, "all_cards": tableau.all_cards, "cards": tableau.printed_cards()}
    return render(request, "games/rules.html", facts)
