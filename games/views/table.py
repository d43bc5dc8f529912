"""A table: looking at it, playing, talking, and staying or leaving."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_POST, require_safe

from games.pages.story import story_html
from games.services.care import containment
from games.services.refusals import Refused
from games.services.table import chat, seats
from games.services.turn import play
from games.views.answers import answer_chat, change_table, find_table, number_from, player_of, players_only, table_page


@require_safe
def table(request: HttpRequest, game_id: str) -> HttpResponse:
    return table_page(request, find_table(request, game_id))


@require_safe
@never_cache
def log(request: HttpRequest, game_id: str) -> HttpResponse:
    """The whole story of a game, from its first card."""
    found = find_table(request, game_id)
    return render(request, "games/log.html", {"game": found, "story": containment.draw_or_stop(found, story_html)})


@require_POST
@players_only
def act(request: HttpRequest, game_id: str) -> HttpResponse:
    return change_table(
        request, game_id, lambda user: play.act_as_posted(user=user, game_id=game_id, posted=request.POST)
    )


@require_POST
@players_only
def come_back(request: HttpRequest, game_id: str) -> HttpResponse:
    return change_table(request, game_id, lambda user: seats.come_back(user=user, game_id=game_id))


@require_POST
@players_only
def vote(request: HttpRequest, game_id: str) -> HttpResponse:
    seat = number_from(request, "seat")
    return change_table(
        request, game_id, lambda user: seats.vote_to_replace(user=user, game_id=game_id, seat_number=seat)
    )


@require_POST
@players_only
def say(request: HttpRequest, game_id: str) -> HttpResponse:
    found = find_table(request, game_id)
    text, key = request.POST.get("text", ""), request.POST.get("key", "")
    try:
        chat.say(user=player_of(request), game_id=found.id, text=text, key=key)
    except Refused as problem:
        return answer_chat(request, found, problem, text)
    return answer_chat(request, found)


@require_POST
@players_only
def mute(request: HttpRequest, game_id: str) -> HttpResponse:
    found = find_table(request, game_id)
    muted = request.POST.get("muted") != "0"
    try:
        chat.mute(listener=player_of(request), game_id=found.id, seat_number=number_from(request, "seat"), muted=muted)
    except Refused as problem:
        return answer_chat(request, found, problem)
    return answer_chat(request, found)
