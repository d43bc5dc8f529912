"""All tables of one person, for a program that plays at many of them."""

from collections.abc import Iterable, Iterator, Mapping
from heapq import merge
from math import inf

from django.utils import timezone

from accounts.models import User
from games.api.feeds.cursor import Cursor, Place
from games.api.feeds.messages import Told, snapshot
from games.models import Alert
from games.pages.beside import invitation_url
from games.queries.events import Story
from games.queries.followed import KEPT_AFTER_THE_END, followed_tables, is_worth_telling, notices_for
from games.queries.table import Table
from games.rules.plain import Json
from games.services.care import containment

WORDS = {Alert.Kind.INVITATION: "invited", Alert.Kind.MENTION: "mentioned", Alert.Kind.REMINDER: "reminder"}


class PersonFeed:
    """The cursor says how much was told of each table that goes on, or ended not long ago."""

    def __init__(self, user: User, cursor: Cursor | None = None) -> None:
        self.user = user
        self._is_new = cursor is None
        self._has_begun = False
        self._since = timezone.now() if cursor is None else cursor.since
        self._places: dict[str, Place] = {} if cursor is None else dict(cursor.places)
        self._told: dict[str, Told] = {}

    @property
    def cursor(self) -> str:
        return str(Cursor(self._since, self._places))

    @property
    def tables(self) -> Mapping[str, int]:
        """Each with the version that was told last."""
        return {game_id: told.version for game_id, told in self._told.items()}

    def is_behind(self, versions: Mapping[str, int], notices: Iterable[tuple[str, int]]) -> bool:
        """Whether there are other tables, other versions of them, or something for this person alone."""
        told = {game_id: told.version for game_id, told in self._told.items()}
        if versions.keys() != told.keys() or any(version > told[game_id] for game_id, version in versions.items()):
            return True
        return any(pk > self._place(game_id).notice for game_id, pk in notices if game_id in told)

    def read(self, announced: Mapping[str, int], *, everything: bool) -> list[Json]:
        """What is new at the tables that were announced, or with `everything` what nobody has announced, too."""
        now, versions = timezone.now(), announced
        if everything:
            versions = followed_tables(self.user, self._since - KEPT_AFTER_THE_END)
        tables = list(self._changed(versions))
        notices = notices_for(self.user, versions) if everything else []
        if self._is_new:
            self._places = dict(self._latest_places(tables, notices))
        told = list(self._tell(tables, notices))
        if everything:
            self._forget_all_but(versions)
            self._since = now
        self._is_new, self._has_begun = False, True
        return told

    def _changed(self, versions: Mapping[str, int]) -> Iterator[Table]:
        """Those of which something was not told yet."""
        for game_id, version in versions.items():
            if game_id not in self._told or version > self._told[game_id].version:
                table = containment.find_table_or_stop(game_id, version, inf)
                if table is not None:
                    yield table

    def _latest_places(self, tables: list[Table], notices: list[Alert]) -> Iterator[tuple[str, Place]]:
        """For whoever begins to listen: nothing of what was before. Of what cannot be shown now, all is told later."""
        latest = {notice.game_id: notice.pk for notice in notices}
        for table in tables:
            if table.position is not None or not table.going_on:
                yield table.id, Place(Story(table).last_number, latest.get(table.id, 0))

    def _tell(self, tables: list[Table], notices: list[Alert]) -> Iterator[Json]:
        if not self._has_begun:
            # Its cursor is that of whoever has not heard the events yet which they missed.
            yield {**snapshot(tables, self.user), "cursor": self.cursor}
        had_events = set()
        for event in merge(*map(self._events_of, tables), key=lambda event: event["at"] or ""):
            game_id = event["game"]
            had_events.add(game_id)
            self._places[game_id] = self._place(game_id)._replace(number=event["number"])
            yield {**event, "cursor": self.cursor}
        for notice in notices:
            yield from self._notice(notice)
        for table in tables:
            told = self._told.setdefault(table.id, Told())
            known, had = not self._has_begun, table.id in had_events
            for one in told.news_of(table, self.user, is_known=known, had_events=had):
                yield {**one, "cursor": self.cursor}

    def _events_of(self, table: Table) -> list[Json]:
        number = self._place(table.id).number
        return containment.draw_or_stop(table, lambda shown: Story(shown).since(number))

    def _notice(self, notice: Alert) -> Iterator[Json]:
        """What is for this person alone. What is not worth telling any more is done with, too."""
        place = self._place(notice.game_id)
        if notice.pk <= place.notice:
            return
        self._places[notice.game_id] = place._replace(notice=notice.pk)
        if is_worth_telling(notice, self.user):
            facts = {"game": notice.game_id, "at": notice.at.isoformat(), "by": str(notice.by or "") or None}
            if notice.kind == Alert.Kind.INVITATION:
                facts["invitation"] = invitation_url(notice.game.invitation)
            yield {"type": WORDS[Alert.Kind(notice.kind)], **facts, "cursor": self.cursor}

    def _place(self, game_id: str) -> Place:
        return self._places.get(game_id, Place())

    def _forget_all_but(self, followed: Mapping[str, int]) -> None:
        for known in (self._places, self._told):
            for game_id in known.keys() - followed.keys():
                del known[game_id]
