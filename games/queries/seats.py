"""Who sits at a table, as everybody there calls them: nobody can be mistaken for somebody who sat down before them."""

from collections.abc import Iterable
from functools import lru_cache

from django.db.models import Prefetch

from accounts.names.validation import distinct_names
from accounts.people.avatars import TONES, own_tone
from games.models import Seat
from games.queries.table import TableSeat

SEATS = Seat.objects.select_related("user").order_by("number")
WITH_SEATS = Prefetch("seats", SEATS)


def read_seats(game_id: str) -> tuple[TableSeat, ...]:
    """Those of one table, in order."""
    return table_seats(SEATS.filter(game=game_id))


def table_seats(rows: Iterable[Seat]) -> tuple[TableSeat, ...]:
    """The same from rows of one table, each with its user."""
    by_arrival = sorted(rows, key=lambda row: (row.joined_at, row.pk))
    names = _names_at_one_table(tuple(row.own_name for row in by_arrival))
    badges = distinct_badges([own_tone(row.user_id, row.name) for row in by_arrival])
    seats = [_table_seat(row, *name, badge) for row, name, badge in zip(by_arrival, names, badges, strict=True)]
    return tuple(sorted(seats, key=lambda seat: seat.number))


def distinct_badges(wanted: Iterable[int]) -> list[int]:
    """For each, in order of arrival, the badge they would have, or the next that nobody before them has."""
    taken: list[int] = []
    for own in wanted:
        choices = [(own + step) % TONES for step in range(TONES)]
        taken.append(next((badge for badge in choices if badge not in taken), own))
    return taken


@lru_cache(maxsize=1024)
def _names_at_one_table(names: tuple[str, ...]) -> list[tuple[str, int]]:
    """Each name as it is told from the earlier ones; those who have none are counted."""
    distinct = iter(distinct_names([name for name in names if name]))
    return [(next(distinct), 0) if name else ("", names[: place + 1].count("")) for place, name in enumerate(names)]


def _table_seat(row: Seat, name: str, former: int, badge: int) -> TableSeat:
    here = row.user if row.user is not None and row.user.is_active else None
    return TableSeat(
        pk=row.pk,
        number=row.number,
        user_id=row.user_id,
        name=name,
        former=former,
        bot=row.bot,
        is_bots_own=bool(row.name),
        username=here.username if here else "",
        is_guest=here is not None and here.is_guest,
        bank_left=row.bank_left,
        badge=badge,
    )


def name_beside(seats: Iterable[TableSeat], name: str) -> str:
    """What somebody who does not sit there is called, where nobody may be taken for one who does."""
    here = tuple(seat.name for seat in seats if seat.name)
    return _names_at_one_table((*here, name))[-1][0]
