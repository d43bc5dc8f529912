"""One table, as somebody who may see it follows it."""

from collections.abc import Mapping
from math import inf

from accounts.models import User
from games.api.feeds.messages import Gone, Told, snapshot
from games.api.states import state_of
from games.queries.access import may_see
from games.queries.events import Story
from games.queries.table import Table
from games.rules.plain import Json
from games.services.care import containment


class TableFeed:
    """The cursor is the number of the event that was told last."""

    def __init__(self, user: User, game_id: str, after: int | None = None) -> None:
        self.user, self.game_id = user, game_id
        self._number = after
        self._told = Told()
        self.table: Table | None = None
        """As it was told last."""

    @property
    def cursor(self) -> str:
        return str(self._number or 0)

    @property
    def tables(self) -> Mapping[str, int]:
        """Each with the version that was told last."""
        return {self.game_id: self._told.version}

    def is_behind(self, versions: Mapping[str, int], notices: object) -> bool:
        """A table that does not exist any more is one, too, of which something has to be told."""
        return self.game_id not in versions or versions[self.game_id] > self._told.version

    def read(self, announced: Mapping[str, int], *, everything: bool) -> list[Json]:
        """What is new since this version was announced, or with `everything` what nobody has announced, too."""
        version = announced.get(self.game_id, 0)
        table = containment.find_table_or_stop(self.game_id, version, 0.0 if everything else inf)
        if table is None or not may_see(table, self.user):
            raise Gone
        return containment.draw_or_stop(table, self._messages)

    def _messages(self, table: Table) -> list[Json]:
        self.table = table
        story, told, is_first = Story(table), [], self._told.version < 0
        if self._number is None:
            self._number = story.last_number
        if is_first:
            # Its cursor is that of whoever has not heard the events yet which they missed.
            facts = {**snapshot([table], self.user), "game": table.id, "number": story.last_number}
            told.append({**facts, "state": state_of(table, self.user), "cursor": self.cursor})
        events = story.since(self._number)
        for event in events:
            self._number = event["number"]
            told.append({**event, "cursor": self.cursor})
        news = self._told.news_of(table, self.user, is_known=is_first, had_events=bool(events))
        return [*told, *({**one, "cursor": self.cursor} for one in news)]
