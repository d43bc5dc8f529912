"""Who is there, who is gone, and how many look on."""

from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import NamedTuple, Protocol

from django.db.models import Count
from django.utils import timezone

from games.models import Game, Seat, Spectator, Vote
from games.queries.table import Table, TableSeat

AWAY_AFTER = timedelta(seconds=60)
"""How long somebody has to be out of sight before the others may vote."""

SPECTATES_FOR = timedelta(seconds=45)
"""How long after the last sign of it somebody is taken to be looking on."""


class Turn(Protocol):
    """What tells of a table whose turn it is, and how long that lasts."""

    @property
    def status(self) -> str: ...
    @property
    def turn(self) -> int | None: ...
    @property
    def turn_seconds(self) -> int | None: ...
    @property
    def on_timeout(self) -> str: ...
    @property
    def deadline(self) -> datetime | None: ...
    @property
    def turn_began_at(self) -> datetime | None: ...


class Absent(NamedTuple):
    """Somebody for whom everybody waits, though they are gone."""

    seat: TableSeat
    votes: frozenset[int]
    """The seats that want a bot to play on, by key."""
    needed: int


def is_gone(table: Turn, seat: Seat, now: datetime) -> bool:
    """Whether everybody waits for somebody whose time is up or, without a clock, who was not seen for a while."""
    return table.turn == seat.number and _is_waited_for(table, seat.bot_playing, seat.seen_at, now)


def may_be_gone(table: Table) -> bool:
    """Whether it could be that everybody waits for somebody who is gone: to find out, somebody has to look."""
    acting = table.acting
    return acting is not None and _is_waited_for(table, acting.bot_playing, None, timezone.now())


def _is_waited_for(table: Turn, bot: str, seen_at: datetime | None, now: datetime) -> bool:
    if table.status != Game.Status.RUNNING or bot:
        return False
    if table.turn_seconds:
        return table.on_timeout == Game.OnTimeout.VOTE and table.deadline is not None and table.deadline <= now
    since = max(filter(None, (table.turn_began_at, seen_at)), default=None)
    return since is not None and now - since >= AWAY_AFTER


def votes_needed(seats: Iterable[Seat | TableSeat], absent: int) -> int:
    """More than half of the other people who are still playing; `absent` is the key of the seat they vote about."""
    others = [seat for seat in seats if seat.pk != absent and not seat.bot_playing]
    return len(others) // 2 + 1


def absent_from(table: Table) -> Absent | None:
    """Whoever is gone while everybody waits for them, and what the others think of it."""
    if not may_be_gone(table):
        return None
    acting = table.acting
    assert acting is not None
    row = Seat.objects.filter(pk=acting.pk).first()
    if row is None or not is_gone(table, row, timezone.now()):
        return None
    votes = frozenset(Vote.objects.filter(absent=acting.pk).values_list("voter_id", flat=True))
    return Absent(acting, votes, votes_needed(table.seats, acting.pk))


def count_spectators(game_ids: Iterable[str]) -> dict[str, int]:
    """How many people look on at these tables; those without any are left out."""
    now_there = Spectator.objects.filter(game__in=game_ids, seen_at__gte=timezone.now() - SPECTATES_FOR)
    return dict(now_there.values("game").annotate(count=Count("pk")).values_list("game", "count"))


def spectators_at(table: Table, counted: int | None = None) -> int:
    """The same at one table, where anybody may look on; they may have been counted already."""
    if not (table.going_on and table.open_to_all):
        return 0
    return count_spectators([table.id]).get(table.id, 0) if counted is None else counted


def actions_seen_before(table: Table, seat: TableSeat) -> int | None:
    """How many actions somebody has seen who returns to a game that went on without them; nothing for anybody else."""
    if not table.action_count:
        return None
    seen = Seat.objects.filter(pk=seat.pk).values_list("seen_at", "seen_actions").first()
    if seen is None:
        return None
    seen_at, seen_actions = seen
    long_ago = timezone.now() - AWAY_AFTER
    is_back = seen_actions < table.action_count and (seen_at is None or seen_at < long_ago)
    return seen_actions if is_back else None
