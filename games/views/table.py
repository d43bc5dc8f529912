"""A table: looking at it, playing, talking, and staying or leaving."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games import pages, selectors
from games.models import Game
from games.services import chat, play, seats
from games.services.containing import WHY_NOT
from games.services.refusals import Refused, Stale
from games.tableau import tableau_of
from games.views.answers import (
    ANY_VERSION,
    answer,
    do,
    find_table,
    number_from,
    player_of,
    players_only,
    table_page,
    talk,
)


@require_safe
def table(request: HttpRequest, game_id: str) -> HttpResponse:
    return table_page(request, find_table(request, game_id))


@require_safe
@never_cache
def log(request: HttpRequest, game_id: str) -> HttpResponse:
    """The whole story of a game, from its first card."""
    game = find_table(request, game_id)
    return render(request, "games/log.html", {"game": game, "lines": pages.log_of(game)})


@require_POST
@players_only
def act(request: HttpRequest, game_id: str) -> HttpResponse:
    game = find_table(request, game_id, ANY_VERSION)
    if game.status == Game.Status.ERRORED:
        # What is remembered may have been repaired since then.
        game = find_table(request, game_id)
    if game.status == Game.Status.ERRORED:
        return answer(request, game_id, Stale(WHY_NOT[Game.Status.ERRORED], "errored"))
    version, key = number_from(request, "version"), request.POST.get("key", "")
    action = tableau_of(selectors.rules_of(game)).read_action(request.POST)
    return do(
        request,
        game_id,
        lambda user: play.act(user=user, game_id=game_id, version=version, key=key, action=action),
    )


@require_POST
@players_only
def come_back(request: HttpRequest, game_id: str) -> HttpResponse:
    return do(request, game_id, lambda user: seats.come_back(user=user, game_id=game_id))


@require_POST
@players_only
def vote(request: HttpRequest, game_id: str) -> HttpResponse:
    seat = number_from(request, "seat")
    return do(request, game_id, lambda user: seats.vote_to_replace(user=user, game_id=game_id, seat_number=seat))


@require_POST
@players_only
def say(request: HttpRequest, game_id: str) -> HttpResponse:
    game = find_table(request, game_id)
    text, key = request.POST.get("text", ""), request.POST.get("key", "")
    try:
        chat.say(user=player_of(request), game_id=game.id, text=text, key=key)
    except Refused as problem:
        return talk(request, game, problem, text)
    return talk(request, game)


@require_POST
@players_only
def mute(request: HttpRequest, game_id: str) -> HttpResponse:
    game = find_table(request, game_id)
    muted = request.POST.get("muted") != "0"
    try:
        chat.mute(listener=player_of(request), game_id=game.id, seat_number=number_from(request, "seat"), muted=muted)
    except Refused as problem:
        return talk(request, game, problem)
    return talk(request, game)
