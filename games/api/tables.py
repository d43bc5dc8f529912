"""Tables as programs are told of them."""

from collections.abc import Iterable, Iterator
from datetime import datetime

from django.conf import settings
from django.db.models import prefetch_related_objects
from django.urls import reverse

from accounts.models import User
from games.models import Game
from games.pages.beside import invitation_url
from games.queries.events import Story
from games.queries.my_games import waits_for
from games.queries.presence import absent_from
from games.queries.results import rematch_of
from games.queries.seats import table_seats
from games.queries.table import Table, TableKeptSeat, TableSeat
from games.rules.plain import Json
from games.services.care import containment
from games.tableau.game_words import value_of
from games.wording.games import game_called, options_of_slug


def summaries(games: Iterable[Game], viewer: User) -> Iterator[Json]:
    """As `TableSummary`, of rows that were read with their seats."""
    games = list(games)
    prefetch_related_objects([game for game in games if game.status == Game.Status.WAITING], "kept_seats")
    for game in games:
        seats = table_seats(game.seats.all())
        yield _summary(game, seats, viewer, may_act=waits_for(game, viewer))


def table_info(table: Table, viewer: User) -> Json:
    """As `TableInfo`. A game that cannot be told of is stopped, and told of as one that stands still."""
    return containment.draw_or_stop(table, lambda shown: _table_info(shown, viewer))


def _table_info(table: Table, viewer: User) -> Json:
    own, absent = table.seat_of(viewer), absent_from(table)
    rematch = rematch_of(table, viewer.pk) if own and table.status == Game.Status.FINISHED else None
    votes = absent and {"seat": absent.seat.number, "votes": len(absent.votes), "needed": absent.needed}
    return {
        **_summary(table, table.seats, viewer, may_act=table.may_act(own)),
        "version": table.version,
        "number": Story(table).last_number,
        "action_count": table.action_count,
        "turn": table.turn,
        "watchable": table.watchable,
        "options": {option.name: value_of(option, table.options) for option in options_of_slug(table.slug)},
        "bank_seconds": table.bank_seconds,
        "on_timeout": table.on_timeout,
        "bot_pace": table.bot_pace,
        "hurry": table.hurry,
        "kept": [_kept(seat, is_host=table.host_id == viewer.pk) for seat in table.kept],
        "invitation": invitation_url(table.invitation) if own and table.status == Game.Status.WAITING else None,
        "absent": votes,
        "rematch": rematch.table if rematch else None,
        "seal": table.commitment,
        "started_at": written(table.started_at),
        "ended_at": written(table.ended_at),
    }


def written(moment: datetime | None) -> str | None:
    return None if moment is None else moment.isoformat()


def _summary(table: Table | Game, seats: tuple[TableSeat, ...], viewer: User, *, may_act: bool) -> Json:
    own = next((seat for seat in seats if seat.user_id == viewer.pk), None)
    return {
        "id": table.id,
        "game": table.slug,
        "name": game_called(table.slug),
        "status": table.status,
        "public": table.public,
        "size": table.size,
        "free": _free(table, seats),
        "seats": [_seat_info(seat, table, viewer) for seat in seats],
        "your_seat": None if own is None else own.number,
        "your_turn": may_act,
        "turn_seconds": table.turn_seconds,
        "rated": table.rated,
        "deadline": written(table.deadline) if table.status == Game.Status.RUNNING else None,
        "url": f"{settings.SITE_URL}{reverse('games:table', args=[table.id])}",
    }


def _free(table: Table | Game, seats: tuple[TableSeat, ...]) -> int:
    """How many more can sit down."""
    if table.status != Game.Status.WAITING:
        return 0
    kept = table.kept if isinstance(table, Table) else table.kept_seats.all()
    return max(0, table.size - len(seats) - len(kept))


def _kept(seat: TableKeptSeat, *, is_host: bool) -> Json:
    return {"name": seat.name, "invitation": invitation_url(seat.invitation) if is_host else None}


def _seat_info(seat: TableSeat, table: Table | Game, viewer: User) -> Json:
    return {
        "seat": seat.number,
        "name": seat.shown_name,
        "username": seat.username or None,
        "is_guest": seat.is_guest,
        "bot": seat.bot_playing or None,
        "substituted": seat.substituted,
        "is_you": seat.user_id == viewer.pk,
        "is_host": seat.user_id is not None and seat.user_id == table.host_id,
        "bank_left": seat.bank_left,
    }
