"""What tells tables from what they were before, for many of them at once."""

from collections.abc import Iterable
from typing import Any, NamedTuple

from django.db.models import F, Prefetch
from django.utils import timezone

from games.models import Game, Seat
from games.queries.presence import is_gone


class Mark(NamedTuple):
    """What tells a table from what it was before: its version, and whether everybody waits for somebody who is gone."""

    version: int
    gone: bool


def marks_of(tables: Iterable[str]) -> dict[str, Mark]:
    acting: Any = Prefetch("seats", Seat.objects.filter(number=F("game__turn")))
    games = Game.objects.filter(pk__in=tables).defer("setup").prefetch_related(acting)
    now = timezone.now()
    return {game.id: Mark(game.version, any(is_gone(game, seat, now) for seat in game.seats.all())) for game in games}
