"""How often those who sit at a table have won since they began to play again and again."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import groupby

from accounts.models import Audience
from games.models import Game, Seat
from games.queries.table import Table

MOST_GAMES = 50
"""So far back a series is counted."""
AT_ONCE = 10
"""Games before others that are looked for in one question."""

_BEFORE = ["__".join(["rematch_of"] * steps) for steps in range(1, AT_ONCE + 1)]


@dataclass(frozen=True, slots=True)
class Series:
    """The finished games up to this one that at least two of its people played, each the rematch of another."""

    games: int
    wins: tuple[tuple[str, int], ...]
    """By name, those who sit here and played at least two of them; who has won most comes first. Bots are nobody."""


def series_of(table: Table) -> Series | None:
    """Nothing before the end of a game, and where no two people have played twice."""
    if table.status != Game.Status.FINISHED or len(table.people) < 2:
        return None
    before = _games_before(table.id)
    if not before:
        return None
    return _series(table, _finished([table.id, *before]))


def _games_before(game_id: str) -> list[str]:
    """Those of which it is the rematch of a rematch, latest first."""
    found = [game_id]
    while len(found) <= MOST_GAMES:
        row = Game.objects.filter(pk=found[-1]).values_list(*_BEFORE).first() or ()
        earlier = [known for known in row if known is not None]
        found += earlier
        if len(earlier) < AT_ONCE:
            break
    return found[1:MOST_GAMES]


def _finished(game_ids: list[str]) -> Iterable[Seat]:
    people = Seat.objects.filter(game__in=game_ids, game__status=Game.Status.FINISHED, user__isnull=False)
    return people.select_related("user").order_by("game_id")


def _series(table: Table, rows: Iterable[Seat]) -> Series | None:
    names = {seat.user_id: seat.shown_name for seat in table.people}
    games = [list(seats) for _game, seats in groupby(rows, key=lambda row: row.game_id)]
    common = [seats for seats in games if sum(seat.user_id in names for seat in seats) > 1]
    sat = [seat for seats in common for seat in seats if _is_told(seat)]
    played, won = Counter(seat.user_id for seat in sat), Counter(seat.user_id for seat in sat if _has_won(seat))
    known = [(name, won[person]) for person, name in names.items() if played[person] > 1]
    if len(known) < 2:
        return None
    return Series(len(common), tuple(sorted(known, key=lambda one: -one[1])))


def _is_told(seat: Seat) -> bool:
    """Everybody is shown the same table, so it tells what everybody may know."""
    return seat.user is not None and seat.user.results_for == Audience.EVERYBODY


def _has_won(seat: Seat) -> bool:
    """What a bot played out for somebody is nobody's merit."""
    return seat.won and not seat.bot_playing
