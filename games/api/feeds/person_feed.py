"""All tables of one person, for a program that plays at many of them."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from math import inf

from django.utils import timezone

from accounts.models import User
from games.api.feeds.cursor import Cursor, Place
from games.api.feeds.messages import MOST_EVENTS, NOTHING, Told, snapshot, table_gone
from games.models import Alert, Game
from games.pages.beside import invitation_url
from games.queries.events import Story
from games.queries.followed import (
    KEPT_AFTER_THE_END,
    Followed,
    followed_tables,
    is_worth_telling,
    notice_ids,
    notices_in_order,
)
from games.queries.table import Table
from games.rules.plain import Json
from games.services.care import containment

WORDS = {Alert.Kind.INVITATION: "invited", Alert.Kind.MENTION: "mentioned", Alert.Kind.REMINDER: "reminder"}
MOST_OVER = 50
"""Tables that are over of which a cursor knows: of those that ended before them, all was told."""


class PersonFeed:
    """The cursor says how much was told of each table that goes on, or ended not long ago."""

    def __init__(self, user: User, cursor: Cursor | None = None, *, with_snapshot: bool = True) -> None:
        self.user = user
        self.has_more = False
        self.tables: Mapping[str, int] = {}
        """Never changed, but replaced: others look at it while something is read."""
        self._with_snapshot = with_snapshot
        self._is_new = cursor is None
        self._has_begun = False
        self._since = timezone.now() if cursor is None else cursor.since
        self._places: dict[str, Place] = {} if cursor is None else dict(cursor.places)
        self._told: dict[str, Told] = {}

    @property
    def cursor(self) -> str:
        return str(Cursor(self._since, self._places))

    def is_behind(self, followed: Mapping[str, Followed], notices: Iterable[tuple[str, int]]) -> bool:
        """Whether there are other tables, other versions of them, or something for this person alone."""
        known, horizon = self.tables, self._since - KEPT_AFTER_THE_END
        wanted = (game_id for game_id, one in followed.items() if one.goes_on_after(horizon))
        if known.keys() - followed.keys() or any(followed[one].version > known.get(one, NOTHING) for one in wanted):
            return True
        return any(pk > self._place(game_id).notice for game_id, pk in notices if game_id in known)

    def tells_chat(self, game_id: str) -> bool:
        """What is said among those who sit there is nothing to whoever is invited."""
        return game_id in self._told and self._told[game_id].is_seated

    def read(self, announced: Mapping[str, int], *, everything: bool) -> list[Json]:
        """What is new at the tables that were announced, or with `everything` what nobody has announced, too."""
        if everything:
            told = self._read_everything()
        else:
            versions = {game_id: version for game_id, version in announced.items() if game_id in self._told}
            told = list(self._tell(self._load(versions)))
        self.tables = {game_id: one.version for game_id, one in self._told.items()}
        return told

    def _read_everything(self) -> list[Json]:
        now = timezone.now()
        followed = followed_tables(self.user, self._since - KEPT_AFTER_THE_END)
        notices = {game_id: ids for game_id, ids in notice_ids(self.user).items() if game_id in followed}
        begun = [] if self._has_begun else self._begin(followed, notices, now - KEPT_AFTER_THE_END)
        versions = {game_id: one.version for game_id, one in followed.items()}
        told = list(self._tell(self._load(versions, invited=True)))
        personal = [message for notice in self._new_notices(notices) for message in self._notice(notice)]
        gone = [game_id for game_id, one in self._told.items() if game_id not in followed and not one.is_over]
        self._forget_all_but(followed)
        if not self.has_more:
            self._since = max(self._since, now)
        return [*begun, *told, *personal, *({**table_gone(one), "cursor": self.cursor} for one in gone)]

    def _begin(
        self, followed: Mapping[str, Followed], notices: Mapping[str, list[int]], horizon: datetime
    ) -> list[Json]:
        """Everything as it is. Its cursor is that of whoever has not heard the events yet which they missed."""
        self._has_begun = True
        versions = {game_id: one.version for game_id, one in followed.items() if one.goes_on_after(horizon)}
        tables = list(self._load(versions, invited=True))
        for table in tables:
            # Who begins to listen hears nothing of what is over.
            is_told = self._is_new and table.is_over
            self._told[table.id] = Told(version=table.version if is_told else NOTHING)
            self._told[table.id].note_company(table, self.user)
        if self._is_new:
            self._places = dict(_latest_places(tables, notices))
        return [{**snapshot(tables, self.user), "cursor": self.cursor}] if self._with_snapshot else []

    def _load(self, versions: Mapping[str, int], *, invited: bool = False) -> Iterator[Table]:
        """Those of which something was not told yet, if they are this person's; with `invited`, or may be yet."""
        for game_id, version in versions.items():
            if game_id in self._told and version <= self._told[game_id].version:
                continue
            table = containment.find_table_or_stop(game_id, version, inf)
            if table is None:
                continue
            if table.seat_of(self.user) is not None or (invited and table.status == Game.Status.WAITING):
                yield table

    def _tell(self, tables: Iterable[Table]) -> Iterator[Json]:
        """Events of each table in turn, and what else is new there; not more at once than so many events."""
        self.has_more, room = False, MOST_EVENTS
        for table in tables:
            yield from self._begin_anew_if_repaired(table)
            events = self._events_of(table)
            for event in events[:room]:
                self._places[table.id] = self._place(table.id)._replace(number=event["number"])
                yield {**event, "cursor": self.cursor}
            if len(events) > room:
                self.has_more = True
                return
            room -= len(events)
            for news in self._news_of(table, had_events=bool(events)):
                yield {**news, "cursor": self.cursor}

    def _events_of(self, table: Table) -> list[Json]:
        number = self._place(table.id).number
        return containment.draw_or_stop(table, lambda shown: Story(shown).since(number))

    def _begin_anew_if_repaired(self, table: Table) -> Iterator[Json]:
        """How it is now; what follows is told event by event again."""
        told, place = self._told.get(table.id, Told()), self._place(table.id)
        if containment.draw_or_stop(table, lambda shown: told.is_of_the_past(shown, place.number)):
            self._places[table.id] = place._replace(number=min(place.number, Story(table).last_number))
            yield {**snapshot([table], self.user), "cursor": self.cursor}

    def _news_of(self, table: Table, *, had_events: bool) -> list[Json]:
        if table.id not in self._told:
            self._told[table.id] = Told()
            if table.is_over and not had_events:
                self._told[table.id].note_company(table, self.user)
        told = self._told[table.id]
        return containment.draw_or_stop(table, lambda one: told.news_of(one, self.user, had_events=had_events))

    def _new_notices(self, notices: Mapping[str, list[int]]) -> list[Alert]:
        """Those of which was not told yet, in the order in which they were written at each table."""
        new = [pk for game_id, ids in notices.items() for pk in ids if pk > self._place(game_id).notice]
        return notices_in_order(new)

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

    def _forget_all_but(self, followed: Mapping[str, Followed]) -> None:
        """Of tables that are over, the latest are kept: they come in the order in which they ended."""
        done = {game_id for game_id, told in self._told.items() if told.version > NOTHING}
        forgotten = [game_id for game_id, one in followed.items() if one.ended_at and game_id in done][:-MOST_OVER]
        if forgotten and (ended_at := followed[forgotten[-1]].ended_at):
            self._since = max(self._since, ended_at + KEPT_AFTER_THE_END)
        for known in (self._places, self._told):
            for game_id in known.keys() - (followed.keys() - set(forgotten)):
                del known[game_id]


def _latest_places(tables: Iterable[Table], notices: Mapping[str, list[int]]) -> Iterator[tuple[str, Place]]:
    """For whoever begins to listen. Of what cannot be shown now, all is told later."""
    for table in tables:
        last = containment.draw_or_stop(table, lambda shown: Story(shown).last_number)
        yield table.id, Place(last, max(notices.get(table.id, [0])))
