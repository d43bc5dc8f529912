"""One table, as somebody who may see it follows it."""

from collections.abc import Mapping
from math import inf

from accounts.models import User
from games.api.feeds.messages import MOST_EVENTS, Gone, Told, snapshot
from games.api.states import state_of
from games.queries.access import may_see
from games.queries.events import Story
from games.queries.followed import Followed
from games.queries.table import Table
from games.rules.plain import Json
from games.services.care import containment


class TableFeed:
    """The cursor is the number of the event that was told last."""

    def __init__(self, user: User, game_id: str, after: int | None = None, *, with_snapshot: bool = True) -> None:
        self.user, self.game_id = user, game_id
        self.has_more = False
        self.table: Table | None = None
        """As it was told last."""
        self._with_snapshot = with_snapshot
        self._number = after
        self._told = Told()

    @property
    def cursor(self) -> str:
        return str(self._number or 0)

    @property
    def tables(self) -> Mapping[str, int]:
        return {self.game_id: self._told.version}

    def is_behind(self, followed: Mapping[str, Followed], notices: object) -> bool:
        """A table that does not exist any more is one, too, of which something has to be told."""
        return self.game_id not in followed or followed[self.game_id].version > self._told.version

    def tells_chat(self, game_id: str) -> bool:
        return True

    def read(self, announced: Mapping[str, int], *, everything: bool) -> list[Json]:
        """What is new since this version was announced, or with `everything` what nobody has announced, too."""
        version = announced.get(self.game_id, 0)
        table = containment.find_table_or_stop(self.game_id, version, 0.0 if everything else inf)
        if table is None or not may_see(table, self.user):
            raise Gone
        return containment.draw_or_stop(table, self._messages)

    def _messages(self, table: Table) -> list[Json]:
        story = Story(table)
        number = story.last_number if self._number is None else self._number
        is_repaired = self._told.is_of_the_past(table, number)
        number = min(number, story.last_number) if is_repaired else number
        begun = self._begin(table, number) if is_repaired or self.table is None else []
        events = story.since(number)
        has_more = len(events) > MOST_EVENTS
        news = [] if has_more else self._told.news_of(table, self.user, had_events=bool(events))
        # From here on nothing fails: what could not be told is read again from where it was.
        self._number, self.table, self.has_more = number, table, has_more
        told = [self._after(event) for event in events[:MOST_EVENTS]]
        return [*begun, *told, *({**one, "cursor": self.cursor} for one in news)]

    def _begin(self, table: Table, number: int) -> list[Json]:
        """Everything as it is. Its cursor is that of whoever has not heard the events yet which they missed."""
        self._told.note_company(table, self.user)
        if self.table is None and not self._with_snapshot:
            return []
        facts = {"game": table.id, "number": Story(table).last_number, "state": state_of(table, self.user)}
        return [{**snapshot([table], self.user), **facts, "cursor": str(number)}]

    def _after(self, event: Json) -> Json:
        self._number = event["number"]
        return {**event, "cursor": self.cursor}
