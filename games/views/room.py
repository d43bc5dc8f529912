"""The waiting room: who sits down, who stands up, and what its host decides. Also the way to the next game."""

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render, resolve_url
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_http_methods, require_POST
from django_htmx.http import HttpResponseClientRedirect
from django_htmx.middleware import HtmxDetails

from accounts.models import User
from accounts.signup.guests import ensure_player
from games.forms import NewNameForm
from games.models import Game
from games.pages.beside import connection_context
from games.pages.parts import by_id, draw_anew, whole, with_tokens
from games.queries.table import Table
from games.rules import RuleViolation
from games.services.refusals import Refused, sentence, status_of
from games.services.table import chat_webhook, rooms, seats
from games.views.answers import (
    answer,
    change_table,
    find_table,
    form_problem,
    number_from,
    player_of,
    players_only,
)
from hsweb.http.clients import address_mark


@require_POST
def join(request: HttpRequest, game_id: str) -> HttpResponse:
    table, was_known = find_table(request, game_id), request.user.is_authenticated
    try:
        if not was_known:
            rooms.check_free_seat(Game.objects.get(pk=table.id))
        rooms.join(user=ensure_player(request), game_id=table.id)
    except Refused as problem:
        return answer(request, table.id, problem)
    # A new guest has a new session, and with it another token for forms than the page they come from.
    return answer(request, table.id) if was_known else go(request, "games:table", table.id)


@require_POST
@players_only
def leave(request: HttpRequest, game_id: str) -> HttpResponse:
    table = find_table(request, game_id)
    try:
        game = seats.leave(user=player_of(request), game_id=table.id)
    except Refused as problem:
        return answer(request, table.id, problem)
    if game.going_on:
        messages.info(request, _("You have left the game. Come back whenever you like."))
    return go(request, "games:home")


@require_POST
@players_only
def add_bot(request: HttpRequest, game_id: str) -> HttpResponse:
    bot = request.POST.get("bot", "")
    return change_table(request, game_id, lambda user: rooms.add_bot(user=user, game_id=game_id, bot=bot), "bots")


@require_POST
@players_only
def fill(request: HttpRequest, game_id: str) -> HttpResponse:
    bot = request.POST.get("bot", "")
    return change_table(request, game_id, lambda user: rooms.fill(user=user, game_id=game_id, bot=bot), "bots")


@require_POST
@players_only
def remove(request: HttpRequest, game_id: str) -> HttpResponse:
    seat = number_from(request, "seat")
    return change_table(request, game_id, lambda user: rooms.remove(user=user, game_id=game_id, seat_id=seat))


@require_POST
@players_only
def keep_seat(request: HttpRequest, game_id: str) -> HttpResponse:
    name = request.POST.get("name", "")
    return change_table(request, game_id, lambda user: rooms.keep_seat(user=user, game_id=game_id, name=name), "keep")


@require_POST
@players_only
def release_seat(request: HttpRequest, game_id: str) -> HttpResponse:
    pk = number_from(request, "kept")
    return change_table(request, game_id, lambda user: rooms.release_seat(user=user, game_id=game_id, pk=pk))


@require_POST
@players_only
def renew_invitation(request: HttpRequest, game_id: str) -> HttpResponse:
    return change_table(request, game_id, lambda user: rooms.renew_invitation(user=user, game_id=game_id))


@require_POST
@players_only
def rename(request: HttpRequest, game_id: str) -> HttpResponse:
    form = NewNameForm(request.POST)
    if not form.is_valid():
        game = find_table(request, game_id)
        return answer(request, game.id, Refused(str(form.errors["display_name"][0])))
    name = form.cleaned_data["display_name"]
    return change_table(request, game_id, lambda user: rooms.rename(user=user, game_id=game_id, name=name))


@require_POST
@players_only
def invite(request: HttpRequest, game_id: str) -> HttpResponse:
    username = request.POST.get("username", "")
    return change_table(
        request, game_id, lambda user: rooms.invite(user=user, game_id=game_id, username=username), "invite"
    )


@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
@players_only
def connect_chat(request: HttpRequest, game_id: str) -> HttpResponse:
    """The form by itself, for a game that has begun, and what it sends."""
    game, posted = find_table(request, game_id), request.POST
    if request.method != "POST":
        return _chat_page(request, game)
    url, style, kinds = posted.get("url", ""), posted.get("style", ""), posted.getlist("kinds")

    def connect(user: User) -> Game:
        return chat_webhook.connect(user=user, game_id=game_id, url=url, style=style, kinds=kinds)

    if game.status == Game.Status.WAITING:
        return change_table(request, game_id, connect, "chat")
    try:
        connect(player_of(request))
    except Refused as problem:
        return _chat_page(request, game, problem)
    messages.success(request, _("The chat is connected. We have just sent it a test message."))
    return redirect("games:table", game_id=game.id)


def _chat_page(request: HttpRequest, table: Table, problem: Refused | None = None) -> HttpResponse:
    context = {"table": table, "plain": True, **connection_context(table, player_of(request))}
    if "styles" not in context:
        raise PermissionDenied
    if problem is not None:
        context["refused"] = form_problem("chat", sentence(problem), request)
    form = with_tokens(whole(by_id(draw_anew("games/_chat_connection.html", context)), "chat-connection"), request)
    return render(request, "games/connect_chat.html", {"game": table, "form": form}, status=status_of(problem))


@require_POST
@players_only
def disconnect_chat(request: HttpRequest, game_id: str) -> HttpResponse:
    return change_table(request, game_id, lambda user: chat_webhook.disconnect(user=user, game_id=game_id))


@require_POST
@players_only
def start(request: HttpRequest, game_id: str) -> HttpResponse:
    return change_table(request, game_id, lambda user: rooms.start(user=user, game_id=game_id))


@require_POST
@players_only
def close(request: HttpRequest, game_id: str) -> HttpResponse:
    return change_table(request, game_id, lambda user: rooms.close(user=user, game_id=game_id))


@require_POST
@players_only
def rematch(request: HttpRequest, game_id: str) -> HttpResponse:
    game = find_table(request, game_id)
    try:
        again = rooms.rematch(user=player_of(request), game_id=game.id, opened_from=address_mark(request))
    except (Refused, RuleViolation) as problem:
        return answer(request, game.id, problem)
    return go(request, "games:table", again.id)


def go(request: HttpRequest, to: str, *args: str) -> HttpResponse:
    """To another page, whoever asked: the browser or htmx."""
    url = resolve_url(to, *args)
    return HttpResponseClientRedirect(url) if HtmxDetails(request) else redirect(url)
