"""What a stream says besides the events of games."""

from dataclasses import dataclass

from django.utils import timezone

from accounts.models import User
from games.api.states import state_of
from games.api.tables import table_info
from games.queries.table import Table
from games.rules.plain import Json

MOST_EVENTS = 100
"""How many are told at once; the others follow when these were taken."""
NOTHING = -1
"""The version of which was told before there was one."""
SNAPSHOT, TABLE, YOUR_TURN, HEARTBEAT, BYE = "snapshot", "table", "your_turn", "heartbeat", "bye"


class Gone(Exception):
    """There is nothing more to be told here."""


@dataclass(slots=True)
class Told:
    """What somebody was told of a table that is no event."""

    company: tuple[object, ...] = ()
    version: int = NOTHING
    turn: int = NOTHING

    def news_of(self, table: Table, user: User, *, had_events: bool) -> list[Json]:
        """Who sits there and what the table is at, unless that is known; and, once, whose decision it is."""
        company = company_of(table)
        # A table that is over changes by a rematch, or by a deck that is opened.
        is_changed = company != self.company or (table.is_over and not had_events and self.version > NOTHING)
        is_asked = table.may_act(table.seat_of(user))
        asked_anew = is_asked and table.turn_version != self.turn
        # Whoever was away, or could not play, is asked again.
        self.company, self.version = company, table.version
        self.turn = table.turn_version if is_asked else NOTHING
        news = [{"type": TABLE, "game": table.id, "table": table_info(table, user)}] if is_changed else []
        return [*news, *([your_turn(table, user)] if asked_anew else [])]


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


def company_of(table: Table) -> tuple[object, ...]:
    """Who sits where, and whether they wait, play or are done."""
    seats = tuple((seat.pk, seat.user_id, seat.name, seat.former, seat.bot) for seat in table.seats)
    return table.status, table.host_id, table.size, seats, table.kept, table.invitation
