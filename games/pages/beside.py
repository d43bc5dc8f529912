"""What is shown beside a table and is no part of it: who is away, what somebody ordered, what was said, who looks on.

None of it is counted by the version of the table. Each of these is read when it may have changed.
"""

import secrets
from collections.abc import Hashable, Iterator, Mapping, Sequence
from urllib.parse import urlsplit

from django.conf import settings
from django.http import QueryDict
from django.urls import reverse

from accounts.models import User
from games.bots import bot_names
from games.faults import as_game_fault
from games.models import Game, Notice, Order, Webhook
from games.pages.drawing import Drawing
from games.pages.parts import Parts, by_id, draw, draw_all, draw_anew
from games.pages.ratings import ratings_told
from games.queries import friends
from games.queries.chat import chat_of, fellow_players
from games.queries.presence import Absent, absent_from, may_be_gone
from games.queries.results import rematch_of
from games.queries.rooms import invited_to, webhook_of
from games.queries.scenes import scene_of
from games.queries.series import series_of
from games.queries.standing_orders import orders_of, stamp_of
from games.queries.table import Table, TableSeat
from games.tableau import Fragment, tableau_of
from games.tableau.fragments import fragment
from games.tableau.order_panel import GivenOrder
from games.wording.series import series_words
from games.wording.table_notices import notice_sentence
from games.wording.tables import CHAT_KINDS

STOPPING_NOTICES = (Notice.Kind.PAUSED, Notice.Kind.ABORTED, Notice.Kind.ERRORED)


class FormProblem(str):
    """A problem that belongs to one form of a waiting room, with what was sent there."""

    form: str
    sent: Mapping[str, str]

    def __new__(cls, words: str, form: str, sent: Mapping[str, str]) -> "FormProblem":
        problem = super().__new__(cls, words)
        problem.form, problem.sent = form, sent
        return problem


def company_parts(table: Table, own: TableSeat | None, problem: str = "") -> Parts:
    """Who is away, whose seat a bot plays, who wants a rematch, and what the viewer can do about it."""
    gone = absent_from(table)
    if gone is not None and own is not None and gone.seat.pk == own.pk:
        # Whoever looks is not away, be it that nobody has noted that yet.
        gone = None
    is_over = table.status == Game.Status.FINISHED
    by_correspondence = table.by_correspondence and table.status == Game.Status.RUNNING
    context = {
        "table": table,
        "own": own,
        "problem": problem,
        "gone": gone,
        "votes": len(gone.votes) if gone else 0,
        "may_vote": may_vote(gone, own),
        "is_left": all(seat.bot_playing for seat in table.seats),
        "standing": why_stopped(table),
        "until": table.deadline if by_correspondence else None,
        "acting": table.acting,
        "rematch": rematch_of(table, own.user_id) if is_over and own else None,
    }
    return by_id(draw_anew("games/_company.html", context))


def company_key(table: Table, own: TableSeat | None) -> Hashable:
    """What that depends on while the game goes on; nothing if somebody has to look who is there."""
    if table.status != Game.Status.RUNNING or may_be_gone(table):
        return None
    until = (table.deadline, table.acting) if table.by_correspondence else None
    return until, own and own.bot, all(seat.bot_playing for seat in table.seats)


def may_vote(gone: Absent | None, own: TableSeat | None) -> bool:
    """Whether somebody can still ask for a bot on the seat of whoever is gone."""
    return gone is not None and own is not None and own.pk not in gone.votes and not own.bot_playing


def why_stopped(table: Table) -> str:
    """Why a game stands still or came to nothing, if it was not its players' doing."""
    if table.status in (Game.Status.RUNNING, Game.Status.FINISHED, Game.Status.WAITING):
        return ""
    last = next((notice for notice in reversed(table.notices) if notice.kind in STOPPING_NOTICES), None)
    return notice_sentence(last, table.seats) if last else ""


def rating_parts(table: Table) -> Parts:
    """What a finished game did to the ratings of those who played it."""
    told = enumerate(ratings_told(table))
    return by_id(*(draw("games/table/_rating.html", seat=seat, words=sentence) for seat, sentence in told))


def series_parts(table: Table) -> Parts:
    """How the games of these people stand with this one, where they play again and again."""
    series = series_of(table)
    return by_id(draw("games/table/_series.html", words=series_words(series.wins))) if series else {}


def order_parts(
    table: Table,
    own: TableSeat | None,
    problem: str = "",
    filled: QueryDict | None = None,
    given: Sequence[Order] | None = None,
    *,
    opened: bool = False,
) -> Parts:
    """The viewer's standing orders, which may be known already, and a form to give one.

    `filled` is what was sent and not accepted; `opened` is for pages whose scripts open nothing.
    """
    panel = None
    if own is not None and table.status == Game.Status.RUNNING and table.position and not own.bot_playing:
        given = orders_of(own.pk) if given is None else given
        scene = scene_of(table)
        with as_game_fault("drawing standing orders"):
            meant = [(order.pk, order.meant(scene.rules)) for order in given]
            panel = tableau_of(scene.rules).order_form.draw(scene, own.number, meant, filled or QueryDict())
    if panel is None:
        return draw_all((fragment("games/table/_orders.html", is_there=False),))
    stamp, form = _short(given or ()), f"order-form-{panel.stage}-{_short(given or ())}"
    fragments = (
        fragment("games/table/_orders.html", "orders-fold", is_there=True),
        fragment("games/table/_orders_fold.html", "orders-given", form, opened=bool(problem) or opened),
        fragment("games/table/_orders_count.html", count=len(panel.given)),
        *_given(table, panel.given),
        fragment(
            "games/table/_order_form.html",
            *panel.parts,
            stage=panel.stage,
            stamp=stamp,
            give_url=reverse("games:give_order", args=[table.id]),
            by_correspondence=table.by_correspondence,
        ),
        fragment("games/table/_order_problem.html", words=problem),
        *tableau_of(table.rules).order_form.fragments(panel),
    )
    # What strangers have written into a form is not kept.
    return draw_all(fragments, keep=not filled)


def _given(table: Table, given: Sequence[GivenOrder]) -> Iterator[Fragment]:
    yield fragment("games/table/_orders_given.html", *(f"order-{order.id}" for order in given), are_there=bool(given))
    withdraw_url = reverse("games:withdraw_order", args=[table.id])
    for order in given:
        yield fragment("games/table/_order.html", id=order.id, words=order.words, withdraw_url=withdraw_url)


def orders_key(drawing: Drawing, own: TableSeat | None) -> Hashable:
    """What the form for orders is drawn from, beside the orders that were given."""
    table, scene = drawing.table, drawing.scene
    if own is None or scene is None or table.status != Game.Status.RUNNING:
        return None
    with as_game_fault("looking what orders are drawn from"):
        return own.bot, tableau_of(scene.rules).order_form.key(scene, own.number)


def _short(given: Sequence[Order]) -> str:
    """What tells these orders from others, as it can stand in an id."""
    return stamp_of(given).replace(" ", "-").replace(".", "-")


def chat_parts(
    table: Table, viewer: User | None, own: TableSeat | None, problem: str = "", text: str = "", key: str = ""
) -> Parts:
    """The chat with its form; `text` is what was written but not accepted."""
    context = {
        "table": table.id,
        "lines": chat_of(table.id, table.seats, viewer),
        "own": own,
        "others": fellow_players(table.id, table.seats, viewer) if own else (),
        "key": key or new_key(),
        "problem": problem,
        "text": text,
    }
    return by_id(draw_anew("games/_chat.html", context))


def watcher_parts(count: int) -> Parts:
    """How many people look on, for everybody at the table."""
    return by_id(draw("games/_watchers.html", count=count))


def room_parts(table: Table, viewer: User | None, own: TableSeat | None, problem: str = "") -> Parts:
    """What somebody can do in a waiting room."""
    refused = problem if isinstance(problem, FormProblem) and _is_shown(problem.form, table, own) else None
    least = table.rules.min_players if table.rules is not None else 0
    is_account = viewer is not None and not viewer.is_guest
    is_host = own is not None and table.host_id == own.user_id
    context = {
        "table": table,
        "viewer": viewer,
        "own": own,
        "is_host": is_host,
        "missing": max(0, least - len(table.seats)),
        "invitation_url": invitation_url(table.invitation) if own else "",
        "kept": [(seat, invitation_url(seat.invitation)) for seat in table.kept] if is_host else [],
        "bot_kinds": bot_names(table.slug),
        "invited": invited_to(table.id) if own else [],
        "friends": friends.to_invite(table.id, viewer) if own and viewer and is_account else [],
        **connection_context(table, viewer),
        "problem": "" if refused else problem,
        "refused": refused,
    }
    return by_id(draw_anew("games/room/_private.html", context))


def _is_shown(form: str, table: Table, own: TableSeat | None) -> bool:
    """Whether that form of a waiting room is there, so that something can be told beside it."""
    needs_host = form in ("bots", "keep", "chat")
    if form in ("bots", "keep") and not table.free:
        return False
    is_room = table.status == Game.Status.WAITING
    return is_room and own is not None and (table.host_id == own.user_id or not needs_host)


def connection_context(table: Table, viewer: User | None) -> dict[str, object]:
    """For the form by which the host of a table lets a group chat know what happens there."""
    if viewer is None or table.host_id != viewer.pk:
        return {}
    webhook = webhook_of(table.id)
    kinds = webhook.kinds if webhook else list(CHAT_KINDS)
    return {
        "webhook": webhook,
        "webhook_host": urlsplit(webhook.url).hostname if webhook else "",
        "styles": Webhook.Style.choices,
        "chat_kinds": [(kind, label, kind in kinds) for kind, label in CHAT_KINDS.items()],
    }


def invitation_url(token: str) -> str:
    return f"{settings.SITE_URL}{reverse('games:invitation', args=[token])}"


def new_key() -> str:
    """What makes one form different from the next."""
    return secrets.token_urlsafe(12)
