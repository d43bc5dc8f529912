"""The landing page and the list of public tables."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from games.rules import GAMES


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    return render(request, "games/home.html", {"games": GAMES})
