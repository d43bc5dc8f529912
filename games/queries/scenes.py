"""A table as its game is told and drawn from, in the language in force."""

from collections.abc import Iterable, Iterator

from django.utils.translation import gettext as _

from games.faults import as_game_fault
from games.models import Notice
from games.queries.table import Table, TableNotice, TableSeat
from games.tableau import tableau_of
from games.tableau.log import stage_start_number
from games.tableau.scene import Former, Person, Scene
from games.tableau.scene import Notice as NoticeInWords
from games.wording.table_notices import notice_sentence


def scene_of(table: Table) -> Scene:
    """A started game with everything its table is drawn from, or `Fault`."""
    assert table.position is not None
    with as_game_fault("laying the table"):
        assert table.rules is not None
        return Scene(
            rules=table.rules,
            position=table.position,
            people=tuple(map(person_at, table.seats)),
            version=table.version,
            notices=tuple(
                NoticeInWords(notice.after, notice_sentence(notice, table.seats)) for notice in table.notices
            ),
            former=tuple(former_players(table.notices)),
            deadline=table.deadline,
            turn_seconds=table.turn_seconds,
            hides_past=tableau_of(table.rules).hides_past(table.options),
            commitment=table.commitment,
        )


def person_at(seat: TableSeat) -> Person:
    return Person(seat.number, seat.shown_name, seat.bot_playing, seat.substituted, seat.username, seat.badge)


def former_players(notices: Iterable[TableNotice]) -> Iterator[Former]:
    """Who sat where before their seat was handed over, in order."""
    for notice in notices:
        if notice.kind == Notice.Kind.HANDED_OVER and notice.seat is not None:
            yield Former(notice.seat, notice.after, str(notice.person or notice.name or _("Former player")))


def moments_of(table: Table) -> range:
    """After how many actions a started game may be looked at again.

    Where the past is hidden, nobody is reminded of it until all secrets are open.
    """
    tableau = tableau_of(table.rules)
    first, end = 0, table.action_count + 1
    if not table.secrets_open and tableau.hides_past(table.options):
        scene = scene_of(table)
        # Where the sums of a stage are told no more, be it still the same, it cannot be looked at again.
        first = table.action_count if tableau.running_stage(scene) is None else stage_start_number(scene)
    return range(first, end)
