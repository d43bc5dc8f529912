"""A table as HTML. The same partials serve the page, the answer to a form and the push.

The public parts are rendered once for each version and language and sent to everybody, so they hold nothing personal.
"""

import secrets
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from functools import lru_cache
from threading import RLock
from typing import Any, TypeVar
from urllib.parse import urlsplit

from django.conf import settings
from django.core.cache import caches
from django.http import HttpRequest, QueryDict
from django.template.context_processors import csrf
from django.template.loader import render_to_string
from django.urls import get_script_prefix, reverse
from django.utils import timezone
from django.utils.translation import get_language

from accounts.models import User
from games import friends, selectors, words
from games.bots import bot_names
from games.faults import Fault, told_apart
from games.models import Game, Notice, Order, Seat, Webhook
from games.services import containing, webhooks
from games.services import seats as seating
from games.tableau import LogLine, Scene, draw_log, draw_orders, draw_private, draw_public, story_since, tableau_of

SECONDS_A_LOBBY_IS_GOOD = 4
SHOWN_LINES = 40
"""Lines of the log beside a table; the whole story has a page of its own."""

BEFORE_THE_START = (Game.Status.WAITING, Game.Status.CLOSED)
WITHOUT_TABLE = (*BEFORE_THE_START, Game.Status.ERRORED)
"""There is no game that could be drawn."""

STANDINGS = (Notice.Kind.PAUSED, Notice.Kind.ABORTED, Notice.Kind.ERRORED)

_KEY = secrets.token_urlsafe(12)
"""Stands in what is drawn once where each form has a key of its own."""

T = TypeVar("T")


class FormProblem(str):
    """A problem that belongs to one form of a waiting room, with what was sent there."""

    form: str
    sent: Mapping[str, str]

    def __new__(cls, words: str, form: str, sent: Mapping[str, str]) -> "FormProblem":
        problem = super().__new__(cls, words)
        problem.form, problem.sent = form, sent
        return problem


def table_html(game: Game, viewer: User | None, request: HttpRequest | None = None, problem: str = "") -> str:
    """Every part of a table, each of which finds its own place in the page."""
    parts = (public_html(game), log_html(game), private_html(game, viewer, request, problem))
    return "".join((*parts, company_html(game, viewer, request, problem), fine_print_html(game, viewer, request)))


def public_html(game: Game) -> str:
    return _once(game, "public", _render_public)


def log_html(game: Game) -> str:
    return _once(game, "log", _render_log)


def private_html(game: Game, viewer: User | None, request: HttpRequest | None = None, problem: str = "") -> str:
    """What this viewer alone is shown and may do: drawn once for the answer to their move and for their sockets."""
    if request is not None or problem:
        return _contained(game, lambda: _render_private(game, viewer, request, problem, new_key()))
    name = f"private.{viewer.pk if viewer else ''}"
    html = _kept(game, name, lambda: _render_private(game, viewer, None, "", _KEY))
    return html.replace(_KEY, new_key())


def _render_private(game: Game, viewer: User | None, request: HttpRequest | None, problem: str, key: str) -> str:
    seat = selectors.seat_of(game, viewer)
    if game.status in BEFORE_THE_START:
        return render_to_string("games/room/private.html", _room_context(game, viewer, seat, problem), request)
    mine = _drawn(game, lambda scene: draw_private(scene, seat.number), None) if seat else None
    context = {
        "mine": mine,
        "act_url": _act_url(game.id, get_script_prefix()),
        "stands_still": game.status not in (Game.Status.RUNNING, Game.Status.FINISHED),
        "remind_ms": int(game.remind_at.timestamp() * 1000) if game.remind_at and game.act_at is None else None,
        "version": game.version,
        "key": key,
        "problem": problem,
    }
    return render_to_string("games/table/private.html", context | token_of(request))


def decision_of(game: Game, seat: Seat | None) -> Hashable:
    """What the private part of a seat depends on; while it is the same, a push leaves that part alone."""
    if not _has_table(game):
        return game.version
    if seat is None:
        return None
    return _contained(
        game, lambda: _drawn(game, lambda scene: tableau_of(scene.rules).depends_on(scene, seat.number), None)
    )


def orders_depend_on(game: Game, seat: Seat) -> Hashable:
    """What the form for a seat's orders depends on; while it is the same, a push leaves that form alone."""

    def draw(scene: Scene) -> Hashable:
        return tableau_of(scene.rules).orders_depend_on(scene, seat.number)

    return _contained(game, lambda: _drawn(game, draw, None))


def orders_html(
    game: Game,
    viewer: User | None,
    request: HttpRequest | None = None,
    problem: str = "",
    filled: QueryDict | None = None,
    given: Sequence[Order] | None = None,
) -> str:
    """The viewer's standing orders, which may be known already, and a form to give one.

    `filled` is what was sent and not accepted.
    """
    seat, panel = selectors.seat_of(game, viewer), None
    if seat is not None and game.status == Game.Status.RUNNING and not seat.played_by_bot:
        given = selectors.orders_of(seat) if given is None else given
        panel = _contained(game, lambda: _order_panel(game, seat, given, filled))
    context = {
        "panel": panel,
        "opened": request is not None and request.GET.get("orders") == "open",
        "stamp": stamp_of(given or ()),
        "give_url": reverse("games:give_order", args=[game.id]),
        "withdraw_url": reverse("games:withdraw_order", args=[game.id]),
        "by_correspondence": game.by_correspondence,
        "problem": problem,
    }
    return render_to_string("games/table/orders.html", context, request)


def _order_panel(game: Game, seat: Seat, given: Sequence[Order], filled: QueryDict | None) -> Any:
    def draw(scene: Scene) -> Any:
        meant = [(order.pk, order.meant(scene.rules)) for order in given]
        return draw_orders(scene, seat.number, meant, filled or QueryDict())

    return _drawn(game, draw, None)


def stamp_of(given: Iterable[Order]) -> str:
    """What tells these orders from others that the same seat had before."""
    return " ".join(f"{order.pk}.{order.changed_at.timestamp()}" for order in given)


def company_html(game: Game, viewer: User | None, request: HttpRequest | None = None, problem: str = "") -> str:
    """Who is away, whose seat a bot plays, who wants a rematch, and what the viewer can do about it.

    A refusal is told here if there is no form beside which it could be told.
    """
    company = company_of(game, viewer)
    # While a game stands still it is said here anyway.
    told_elsewhere = game.status != Game.Status.FINISHED and (game.status != Game.Status.RUNNING or company["own"])
    context = {**company, "problem": "" if told_elsewhere else problem}
    return render_to_string("games/company.html", context | token_of(request))


def fine_print_html(game: Game, viewer: User | None, request: HttpRequest | None = None) -> str:
    """The whole story, the seal of the deck, and the way out."""
    own = selectors.seat_of(game, viewer)
    context = {
        "game": game,
        "may_download": selectors.may_download(game, viewer),
        "may_leave": game.going_on and own is not None and not own.played_by_bot,
        "may_take": own is not None,
        "may_connect": own is not None and game.host_id == own.user_id and game.going_on and _has_company(game),
    }
    return render_to_string("games/fine_print.html", context | token_of(request))


def company_of(game: Game, viewer: User | None) -> dict[str, Any]:
    seats, now = selectors.seats_of(game), timezone.now()
    own = next((seat for seat in seats if viewer is not None and seat.user_id == viewer.pk), None)
    # Whoever looks is not away, be it that nobody has noted that yet.
    gone = next((seat for seat in seats if seat is not own and seating.is_gone(game, seat, now)), None)
    votes = list(gone.votes_against.values_list("voter_id", flat=True)) if gone else []
    return {
        "game": game,
        "own": own,
        "gone": gone,
        "votes": len(votes),
        "votes_needed": seating.votes_needed(game, gone) if gone else 0,
        "may_vote": bool(gone and own and own.pk != gone.pk and own.pk not in votes and not own.played_by_bot),
        "is_left": all(seat.played_by_bot for seat in seats),
        "standing": standing_of(game, seats),
        "until": game.deadline if game.by_correspondence and game.status == Game.Status.RUNNING else None,
        "acting": next((seat for seat in seats if seat.number == game.turn), None) if game.by_correspondence else None,
        "rematch": game.rematch if game.rematch and game.rematch.status != Game.Status.CLOSED else None,
    }


def standing_of(game: Game, seats: list[Seat]) -> str:
    """Why a game stands still or came to nothing, if it was not its players' doing."""
    if game.status in (Game.Status.RUNNING, Game.Status.FINISHED, Game.Status.WAITING):
        return ""
    last = next((notice for notice in reversed(selectors.notices_of(game)) if notice.kind in STANDINGS), None)
    return words.notice(last, seats) if last else ""


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
    missed = 0 <= since < game.action_count
    nothing: list[LogLine] = []
    lines = _contained(game, lambda: _drawn(game, lambda scene: story_since(scene, since), nothing)) if missed else []
    # What closed purses keep to themselves cannot be looked at again.
    first = max(since, selectors.moments_of(game)[0]) if lines else 0
    steps = reverse("games:moment", args=[game.id, first])
    return render_to_string("games/away.html", {"lines": lines, "since": since, "steps_url": steps})


def was_away(game: Game, seat: Seat) -> bool:
    """Whether somebody returns to a game that went on without them."""
    long_ago = timezone.now() - seating.AWAY_AFTER
    return seat.seen_actions < game.action_count and (seat.seen_at is None or seat.seen_at < long_ago)


def lobby_html() -> str:
    return render_to_string("games/lobby/tables.html", {"tables": selectors.public_tables()})


def shared_lobby_html(mark: str) -> str:
    """The lobby after the change with that mark, drawn once in a while for everybody who looks at it."""
    html = known_lobby_html(mark)
    if not html:
        html = lobby_html()
        caches["rendered"].set(_name_of_lobby(mark), html, SECONDS_A_LOBBY_IS_GOOD)
    return html


def known_lobby_html(mark: str) -> str:
    """The same if it was drawn lately, else nothing."""
    html: str = caches["rendered"].get(_name_of_lobby(mark), "")
    return html


def _name_of_lobby(mark: str) -> str:
    return f"lobby.{get_language()}.{mark}"


def waiting_html(count: int) -> str:
    """How many games wait for whoever looks, for the head of the page."""
    return render_to_string("games/waiting.html", {"count": count})


def watchers_html(count: int) -> str:
    """How many people look on, for everybody at the table."""
    return render_to_string("games/watchers.html", {"count": count})


def new_key() -> str:
    """What makes one form different from the next."""
    return secrets.token_urlsafe(12)


def invitation_url(game: Game) -> str:
    return f"{settings.SITE_URL}{reverse('games:invitation', args=[game.invitation])}"


def _render_public(game: Game) -> str:
    if game.status in BEFORE_THE_START:
        return render_to_string("games/room/public.html", _room_facts(game))
    html = _drawn(game, table_of_scene, "")
    return html or render_to_string("games/table/errored.html", {"game": game, "seats": selectors.seats_of(game)})


def table_of_scene(scene: Scene) -> str:
    """The public part of a table."""
    return render_to_string("games/table/public.html", {"table": draw_public(scene)})


def _render_log(game: Game) -> str:
    lines: list[LogLine] = _drawn(game, lambda scene: draw_log(scene, SHOWN_LINES), [])
    return render_to_string("games/table/log.html", {"lines": lines})


def log_of(game: Game, last: int | None = None) -> list[LogLine]:
    """The story of a game, or the last lines of it."""
    return _contained(game, lambda: _drawn(game, lambda scene: draw_log(scene, last), []))


def _drawn(game: Game, draw: Callable[[Scene], T], otherwise: T) -> T:
    """What is drawn of a game, or `Fault`."""
    if not _has_table(game):
        return otherwise
    scene = selectors.scene_of(game)
    with told_apart("drawing the table"):
        return draw(scene)


def _has_table(game: Game) -> bool:
    return game.status not in WITHOUT_TABLE and "_cannot_be_drawn" not in vars(game)


def _contained(game: Game, draw: Callable[[], T]) -> T:
    """What is drawn. A game that cannot be drawn is stopped, and drawn as one that is; one that has ended stays so.

    Stopping tells all sockets, so nobody may hold what a socket could wait for.
    """
    try:
        return draw()
    except Fault as fault:
        containing.stop(game_id=game.id, fault=fault)
        selectors.read_again(game)
        vars(game)["_cannot_be_drawn"] = True
        return draw()


def _once(game: Game, part: str, render: Callable[[Game], str]) -> str:
    """A part that is the same for everybody, in this process."""

    def found_or_drawn() -> str:
        if game.is_over:
            # Nobody waits for it, and those who played may hide their results or delete their account.
            return render(game)
        name = f"{part}.{get_language()}.{game.id}.{game.version}"
        html: str | None = caches["rendered"].get(name)
        if html is None:
            html = render(game)
            caches["rendered"].set(name, html)
        return html

    return _kept(game, part, found_or_drawn)


def _kept(game: Game, part: str, draw: Callable[[], str]) -> str:
    """A part of a table at hand. Whoever moved and those who are shown the move come at once: the first one draws.

    Sockets wait here on the event loop, so whoever draws must need nothing of that loop.
    """

    def first_one_draws() -> str:
        name = f"{part}.{get_language()}.{game.version}"
        kept: dict[str, str] = vars(game).setdefault("_rendered", {})
        if name not in kept:
            with vars(game).setdefault("_drawing", RLock()):
                if name not in kept:
                    kept[name] = draw()
        return kept[name]

    return _contained(game, first_one_draws)


def token_of(request: HttpRequest | None) -> dict[str, Any]:
    """All that forms need to know of a request. What is pushed has none: the page adds it."""
    return csrf(request) if request is not None else {}


@lru_cache(maxsize=1024)
def _act_url(game_id: str, prefix: str) -> str:
    """`prefix` is the one in force."""
    return reverse("games:act", args=[game_id])


def _room_facts(game: Game) -> dict[str, Any]:
    rules = selectors.rules_of(game)
    return {"game": game, "seats": selectors.seats_of(game), "rules": rules}


def _is_shown(form: str, game: Game, seat: Seat | None) -> bool:
    """Whether that form of a waiting room is there, so that something can be told beside it."""
    needs_host = form in ("bots", "chat")
    if form == "bots" and len(selectors.seats_of(game)) >= game.size:
        return False
    return game.status == Game.Status.WAITING and seat is not None and (game.host_id == seat.user_id or not needs_host)


def _room_context(game: Game, viewer: User | None, seat: Seat | None, problem: str) -> dict[str, Any]:
    refused = problem if isinstance(problem, FormProblem) and _is_shown(problem.form, game, seat) else None
    return {
        **_room_facts(game),
        "viewer": viewer,
        "my_seat": seat,
        "is_host": seat is not None and game.host_id == seat.user_id,
        "invitation_url": invitation_url(game) if seat else "",
        "bot_kinds": bot_names(game.slug),
        "invited": selectors.invited_to(game) if seat else [],
        "friends": friends.to_invite(game, viewer) if seat and viewer and not viewer.is_guest else [],
        **chat_context(game, viewer),
        "problem": "" if refused else problem,
        "refused": refused,
    }


def _has_company(game: Game) -> bool:
    """Whether there is more than one person at the table."""
    return len([seat for seat in selectors.seats_of(game) if seat.user_id]) > 1


def chat_context(game: Game, viewer: User | None) -> dict[str, Any]:
    """For the form by which the host of a table lets a group chat know what happens there."""
    if viewer is None or game.host_id != viewer.pk:
        return {}
    webhook = selectors.webhook_of(game, viewer)
    kinds = webhook.kinds if webhook else webhooks.KINDS
    return {
        "webhook": webhook,
        "webhook_host": urlsplit(webhook.url).hostname if webhook else "",
        "styles": Webhook.Style.choices,
        "chat_kinds": [(kind, words.CHAT_KINDS[kind], kind in kinds) for kind in webhooks.KINDS],
    }
