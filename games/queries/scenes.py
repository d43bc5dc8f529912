"""A table as its game is told and drawn from, in the language in force."""

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _

from games import words
from games.faults import told_apart
from games.models import Notice
from games.queries.table import Table, TableNotice, TableSeat
from games.tableau.log import beginning_of_stage
from games.tableau.scene import Former, Person, Scene
from games.tableau.scene import Notice as NoticeInWords


def scene_of(table: Table) -> Scene:
    """A started game with everything its table is drawn from, or `Fault`."""
    assert table.position is not None
    with told_apart("laying the table"):
        return Scene(
            rules=table.rules,
            position=table.position,
            people=tuple(map(person_at, table.seats)),
            version=table.version,
            notices=tuple(NoticeInWords(notice.after, words.notice(notice, table.seats)) for notice in table.notices),
            former=tuple(former_players(table.notices)),
            deadline=table.deadline,
            turn_seconds=table.turn_seconds,
            open_purses=table.open_purses,
            commitment=table.commitment,
        )


def person_at(seat: TableSeat) -> Person:
    return Person(seat.number, seat.shown_name, seat.played_by_bot, seat.substituted, seat.username)


def former_players(notices: Iterable[TableNotice]) -> Iterator[Former]:
    """Who sat where before their seat was handed over, in order."""
    for notice in notices:
        if notice.kind == Notice.Kind.HANDED_OVER and notice.seat is not None:
            yield Former(notice.seat, notice.after, str(notice.person or notice.name or _("Former player")))


def moments_of(table: Table) -> range:
    """After how many actions a started game may be looked at again.

    With closed purses nobody is reminded of what was paid, until all secrets are open.
    """
    sealed = not table.open_purses and not table.secrets_open
    return range(beginning_of_stage(scene_of(table)) if sealed else 0, table.action_count + 1)
