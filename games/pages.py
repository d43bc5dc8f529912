"""A table as HTML. The same partials serve the page, the answer to a form and the push.

The public parts are rendered once for each version and language and sent to everybody, so they hold nothing personal.
"""

import secrets
from collections.abc import Callable
from typing import Any

from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest
from django.template.loader import render_to_string
from django.urls import reverse
from django.utils import timezone
from django.utils.translation import get_language

from accounts.models import User
from games import selectors
from games.bots import bot_names
from games.models import Game, Seat
from games.rules import find_rules
from games.services import seats as seating
from games.tableau import draw_log, draw_private, draw_public, story_since

SHOWN_LINES = 40
"""Lines of the log beside a table; the whole story has a page of its own."""

BEFORE_THE_START = (Game.Status.WAITING, Game.Status.CLOSED)


def table_html(game: Game, viewer: User | None, request: HttpRequest | None = None, problem: str = "") -> str:
    """Every part of a table, each of which finds its own place in the page."""
    parts = (public_html(game), log_html(game), private_html(game, viewer, request, problem))
    return "".join((*parts, company_html(game, viewer, request, problem), fine_print_html(game, viewer, request)))


def public_html(game: Game) -> str:
    return _once(game, "public", _render_public)


def log_html(game: Game) -> str:
    return _once(game, "log", _render_log)


def private_html(game: Game, viewer: User | None, request: HttpRequest | None = None, problem: str = "") -> str:
    """What this viewer alone is shown and may do."""
    seat = selectors.seat_of(game, viewer)
    if game.status in BEFORE_THE_START:
        return render_to_string("games/room/private.html", _room_context(game, viewer, seat, problem), request)
    mine = draw_private(selectors.scene_of(game), seat.number) if seat else None
    context = {
        "mine": mine,
        "act_url": reverse("games:act", args=[game.id]),
        "version": game.version,
        "key": new_key(),
        "problem": problem,
    }
    return render_to_string("games/table/private.html", context, request)


def company_html(game: Game, viewer: User | None, request: HttpRequest | None = None, problem: str = "") -> str:
    """Who is away, whose seat a bot plays, who wants a rematch, and what the viewer can do about it.

    A refusal is told here if there is no form beside which it could be told.
    """
    company = company_of(game, viewer)
    told_elsewhere = game.status in BEFORE_THE_START or (company["own"] and game.status == Game.Status.RUNNING)
    return render_to_string("games/company.html", {**company, "problem": "" if told_elsewhere else problem}, request)


def fine_print_html(game: Game, viewer: User | None, request: HttpRequest | None = None) -> str:
    """The whole story, the seal of the deck, and the way out."""
    return render_to_string("games/fine_print.html", {"game": game, "own": selectors.seat_of(game, viewer)}, request)


def company_of(game: Game, viewer: User | None) -> dict[str, Any]:
    seats, now = selectors.seats_of(game), timezone.now()
    own = next((seat for seat in seats if viewer is not None and seat.user_id == viewer.pk), None)
    gone = next((seat for seat in seats if seating.is_gone(game, seat, now)), None)
    votes = list(gone.votes_against.values_list("voter_id", flat=True)) if gone else []
    return {
        "game": game,
        "own": own,
        "gone": gone,
        "votes": len(votes),
        "votes_needed": seating.votes_needed(game, gone) if gone else 0,
        "may_vote": bool(gone and own and own.pk != gone.pk and own.pk not in votes and not own.played_by_bot),
        "rematch": game.rematch if game.rematch and game.rematch.status != Game.Status.CLOSED else None,
    }


def chat_html(
    game: Game, viewer: User | None, request: HttpRequest | None = None, problem: str = "", text: str = ""
) -> str:
    """The chat with its form; `text` is what was written but not accepted."""
    context = {
        "game": game,
        "lines": selectors.chat_of(game, viewer),
        "own": selectors.seat_of(game, viewer),
        "others": selectors.fellow_players(game, viewer),
        "key": new_key(),
        "problem": problem,
        "text": text,
    }
    return render_to_string("games/chat.html", context, request)


def chat_lines_html(game: Game, viewer: User | None) -> str:
    """Only what was said, for the push: the form may hold a half-written sentence."""
    return render_to_string("games/chat_lines.html", {"lines": selectors.chat_of(game, viewer)})


def away_html(game: Game, since: int) -> str:
    """What happened after that many actions, in words."""
    started = game.status not in BEFORE_THE_START and 0 <= since < game.action_count
    lines = story_since(selectors.scene_of(game), since) if started else []
    return render_to_string("games/away.html", {"lines": lines})


def was_away(game: Game, seat: Seat) -> bool:
    """Whether somebody returns to a game that went on without them."""
    long_ago = timezone.now() - seating.AWAY_AFTER
    return seat.seen_actions < game.action_count and (seat.seen_at is None or seat.seen_at < long_ago)


def lobby_html() -> str:
    return render_to_string("games/lobby/tables.html", {"tables": selectors.public_tables()})


def new_key() -> str:
    """What makes one form different from the next."""
    return secrets.token_urlsafe(12)


def invitation_url(game: Game) -> str:
    return f"{settings.SITE_URL}{reverse('games:invitation', args=[game.invitation])}"


def _render_public(game: Game) -> str:
    if game.status in BEFORE_THE_START:
        return render_to_string("games/room/public.html", _room_facts(game))
    return render_to_string("games/table/public.html", {"table": draw_public(selectors.scene_of(game))})


def _render_log(game: Game) -> str:
    lines = [] if game.status in BEFORE_THE_START else draw_log(selectors.scene_of(game), last=SHOWN_LINES)
    return render_to_string("games/table/log.html", {"lines": lines})


def _once(game: Game, part: str, render: Callable[[Game], str]) -> str:
    name = f"{part}.{get_language()}.{game.id}.{game.version}"
    html: str | None = caches["rendered"].get(name)
    if html is None:
        html = render(game)
        caches["rendered"].set(name, html)
    return html


def _room_facts(game: Game) -> dict[str, Any]:
    rules = find_rules(game.slug, game.rules_version)
    return {"game": game, "seats": selectors.seats_of(game), "rules": rules}


def _room_context(game: Game, viewer: User | None, seat: Seat | None, problem: str) -> dict[str, Any]:
    return {
        **_room_facts(game),
        "viewer": viewer,
        "my_seat": seat,
        "is_host": seat is not None and game.host_id == seat.user_id,
        "invitation_url": invitation_url(game) if seat else "",
        "bot_kinds": bot_names(game.slug),
        "problem": problem,
    }
