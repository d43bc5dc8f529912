"""Reading a table whole, once, for all who look at it."""

from collections.abc import Iterator
from dataclasses import replace
from time import monotonic
from types import MappingProxyType

from django.db.models import F, Prefetch, QuerySet

from accounts.models import User
from games.faults import Fault
from games.models import Deal, Game, KeptSeat, Notice, Seat
from games.positions import Position
from games.queries.positions import position_of, rules_of
from games.queries.seats import SEATS, WITH_SEATS, table_seats
from games.queries.table import Table, TableDeal, TableKeptSeat, TableNotice, TablePerson
from games.queries.table_cache import table_cache

ROWS = Game.objects.select_related("deal")
NOTICES = Notice.objects.select_related("by", "person", "successor")

MOST_TRIES = 5
"""How often a table is read that keeps changing meanwhile."""


def find_table(game_id: str, version: int = 0, seconds: float = 0.0) -> Table | None:
    """A table in this version or a later one, read at most so many seconds ago; or `Fault` if it cannot be shown."""
    return table_cache.table(game_id, version, seconds) or read_table(game_id)


def read_table(game_id: str, *, bare: bool = False) -> Table | None:
    """A table as it is now. A `bare` one is without its game, which may be what cannot be shown of it."""
    for _try in range(MOST_TRIES):
        began = monotonic()
        game = ROWS.filter(pk=game_id).first()
        if game is None:
            return None
        notices = list(NOTICES.filter(game=game))
        # Once a game has begun, no seat is kept.
        kept = list(game.kept_seats.all()) if game.is_unstarted else []
        seats, version = _read_last(game)
        table = table_of(game, seats, kept, notices, bare=bare)
        if version == table.version:
            break
    if version == table.version and not bare:
        table_cache.keep_table(table, began)
    return table


def _read_last(game: Game) -> tuple[list[Seat], int]:
    """Who sits there, and at which version of the table: if it is that of the row, nothing has changed in between."""
    rows = SEATS.annotate(version=F("game__version")).filter(game=game)
    seats, versions = list[Seat](rows), {row.version for row in rows}
    return seats, versions.pop() if versions else Game.objects.values_list("version", flat=True).get(pk=game.pk)


def read_tables(games: QuerySet[Game]) -> Iterator[tuple[Game, Table]]:
    """Several tables as they are now, each beside its row; those that cannot be shown without their games."""
    for game in games.select_related("deal").prefetch_related(WITH_SEATS, "kept_seats", Prefetch("notices", NOTICES)):
        rows = list(game.seats.all()), list(game.kept_seats.all()), list(game.notices.all())
        try:
            yield game, table_of(game, *rows)
        except Fault:
            yield game, table_of(game, *rows, bare=True)


def table_of(
    game: Game, seats: list[Seat], kept: list[KeptSeat], notices: list[Notice], *, bare: bool = False
) -> Table:
    """The same from rows that were just read, all at the same version."""
    shows_game = not bare and game.status != Game.Status.ERRORED
    rules = rules_of(game) if shows_game else None
    # One that goes on without having been dealt cannot be shown.
    has_begun = game.is_dealt or game.going_on or game.is_over
    return Table(
        id=game.id,
        slug=game.slug,
        status=game.status,
        host_id=game.host_id,
        size=game.size,
        public=game.public,
        watchable=game.watchable,
        rated=game.rated,
        deal=_deal_of(game.deal),
        options=MappingProxyType(game.options if isinstance(game.options, dict) else {}),
        turn_seconds=game.turn_seconds,
        bank_seconds=game.bank_seconds,
        on_timeout=game.on_timeout,
        bot_pace=game.bot_pace,
        hurry=game.hurry,
        invitation=game.invitation,
        version=game.version,
        turn_version=game.turn_version,
        commitment=game.commitment,
        is_dealt=game.is_dealt,
        action_count=game.action_count,
        turn=game.turn,
        turn_began_at=game.turn_began_at,
        deadline=game.deadline,
        started_at=game.started_at,
        ended_at=game.ended_at,
        repairs=game.repairs,
        seats=table_seats(seats),
        kept=tuple(TableKeptSeat(seat.pk, seat.name, seat.invitation) for seat in kept),
        notices=tuple(map(_notice_of, notices)),
        rules=rules,
        position=position_of(game, rules) if rules is not None and has_begun else None,
    )


def table_after(known: Table, game: Game, seats: list[Seat], position: Position) -> Table:
    """A table that is known, after a move that was just stored: what a move can change, it has changed here."""
    banks = {seat.pk: seat.bank_left for seat in seats}
    is_same = all(banks[seat.pk] == seat.bank_left for seat in known.seats)
    return replace(
        known,
        version=game.version,
        turn_version=game.turn_version,
        action_count=game.action_count,
        turn=game.turn,
        turn_began_at=game.turn_began_at,
        deadline=game.deadline,
        seats=known.seats if is_same else tuple(replace(seat, bank_left=banks[seat.pk]) for seat in known.seats),
        position=position,
    )


def _deal_of(deal: Deal | None) -> TableDeal | None:
    return None if deal is None else TableDeal(deal.pk, deal.code, deal.owner_id, deal.known, deal.opened_at)


def _notice_of(notice: Notice) -> TableNotice:
    return TableNotice(
        after=notice.after,
        kind=notice.kind,
        seat=notice.seat,
        person=_person(notice.person),
        name=notice.name,
        successor=_person(notice.successor),
        by=_person(notice.by),
        reason=notice.reason,
        at=notice.at,
    )


def _person(user: User | None) -> TablePerson | None:
    return None if user is None else TablePerson(user.pk, user.own_name)
