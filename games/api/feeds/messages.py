"""What a stream says besides the events of games."""

from dataclasses import dataclass

from django.utils import timezone

from accounts.models import User
from games.api.states import state_of
from games.api.tables import table_info
from games.queries.events import Story
from games.queries.table import Table
from games.rules.plain import Json

MOST_EVENTS = 100
"""How many are told at once; the others follow when these were taken."""
NOTHING = -1
"""The version of which was told before there was one."""
SNAPSHOT, TABLE, YOUR_TURN, CHAT, GONE = "snapshot", "table", "your_turn", "chat", "gone"
HEARTBEAT, BYE = "heartbeat", "bye"


class Gone(Exception):
    """There is nothing more to be told here."""


@dataclass(slots=True)
class Told:
    """What somebody was told of a table that is no event."""

    company: tuple[object, ...] = ()
    version: int = NOTHING
    turn: int = NOTHING
    repairs: int = 0
    is_seated: bool = False
    is_over: bool = False

    def is_of_the_past(self, table: Table, number: int) -> bool:
        """Whether an admin has repaired the game since: of the events up to that number, some may be none any more."""
        is_repaired = self.version > NOTHING and table.repairs != self.repairs
        return table.position is not None and (is_repaired or number > Story(table).last_number)

    def note_company(self, table: Table, user: User) -> bool:
        """Take it that somebody knows who sits there and what the table is at; whether that is new."""
        before, self.company = self.company, company_of(table)
        self.repairs, self.is_over, self.is_seated = table.repairs, table.is_over, table.seat_of(user) is not None
        return self.company != before

    def news_of(self, table: Table, user: User, *, had_events: bool) -> list[Json]:
        """Who sits there and what the table is at, unless that is known; and, once, whose decision it is."""
        # A table that is over changes by a rematch, or by a deck that is opened.
        is_other = table.is_over and not had_events and self.version > NOTHING
        is_changed = self.note_company(table, user) or is_other
        is_asked = table.may_act(table.seat_of(user))
        asked_anew = is_asked and table.turn_version != self.turn
        # Whoever was away, or could not play, is asked again.
        self.version, self.turn = table.version, table.turn_version if is_asked else NOTHING
        news = [{"type": TABLE, "game": table.id, "table": table_info(table, user)}] if is_changed else []
        return [*news, *([your_turn(table, user)] if asked_anew else [])]


def snapshot(tables: list[Table], user: User) -> Json:
    """Everything, as it is now."""
    return {"type": SNAPSHOT, "at": timezone.now().isoformat(), "tables": [table_info(one, user) for one in tables]}


def your_turn(table: Table, user: User) -> Json:
    """With all that is needed to decide."""
    return {"type": YOUR_TURN, "game": table.id, "state": state_of(table, user)}


def table_gone(game_id: str) -> Json:
    """There is no more to be told of a table: somebody was asked to leave, or is not invited any more."""
    return {"type": GONE, "game": game_id}


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
