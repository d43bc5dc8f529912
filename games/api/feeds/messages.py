"""What a stream says besides the events of games."""

from dataclasses import dataclass

from django.utils import timezone

from accounts.models import User
from games.api.states import state_of
from games.api.tables import table_info
from games.queries.table import Table
from games.rules.plain import Json

SNAPSHOT, TABLE, YOUR_TURN, HEARTBEAT, BYE = "snapshot", "table", "your_turn", "heartbeat", "bye"


class Gone(Exception):
    """There is nothing more to be told here."""


@dataclass(slots=True)
class Told:
    """What somebody was told of a table that is no event."""

    version: int = -1
    company: tuple[object, ...] = ()
    turn: int = -1

    def news_of(self, table: Table, user: User, *, is_known: bool, had_events: bool) -> list[Json]:
        """Who sits there and what the table is at, unless that `is_known`; and, once, whose decision it is."""
        company = _company_of(table)
        # A table that is over changes by a rematch, or by a deck that is opened.
        is_changed = company != self.company or (table.is_over and not had_events)
        is_asked = table.may_act(table.seat_of(user)) and table.turn_version != self.turn
        self.version, self.company, self.turn = table.version, company, table.turn_version
        news = [{"type": TABLE, "game": table.id, "table": table_info(table, user)}] if is_changed else []
        return [*([] if is_known else news), *([your_turn(table, user)] if is_asked else [])]


def snapshot(tables: list[Table], user: User) -> Json:
    """Everything, as it is now."""
    return {"type": SNAPSHOT, "at": timezone.now().isoformat(), "tables": [table_info(one, user) for one in tables]}


def your_turn(table: Table, user: User) -> Json:
    """With all that is needed to decide."""
    return {"type": YOUR_TURN, "game": table.id, "state": state_of(table, user)}


def heartbeat() -> Json:
    """The line is alive."""
    return {"type": HEARTBEAT, "at": timezone.now().isoformat()}


def bye(reason: str) -> Json:
    """The line ends here."""
    return {"type": BYE, "reason": reason}


def _company_of(table: Table) -> tuple[object, ...]:
    """Who sits where, and whether they wait, play or are done."""
    seats = tuple((seat.pk, seat.user_id, seat.name, seat.former, seat.bot) for seat in table.seats)
    return table.status, table.host_id, table.size, seats, table.kept, table.invitation
