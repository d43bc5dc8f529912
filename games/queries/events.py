"""What happened at a table, event by event, for programs.

Events are numbered from 1 in each table. Nothing of them is stored: they follow from setup, actions and notices, which
are only ever added to, under the lock of the table. So an event has its number for ever, whichever process tells it.
What it tells of money is told no more where the pages tell it no more.
"""

from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from functools import cached_property
from typing import NamedTuple
from weakref import WeakKeyDictionary

from games.faults import as_game_fault
from games.positions import Position
from games.queries.scenes import scene_of
from games.queries.table import Table, TableNotice
from games.rules import AnyRules
from games.rules.base import Event
from games.rules.plain import Json
from games.tableau import tableau_of
from games.tableau.log import Narration, events_at, told_back
from games.tableau.scene import Scene
from games.tableau.seat_state import FINISHED, SCORING, SETUP
from games.wording.table_notices import notice_sentence

PHASE_CHANGED, NOTICE = "phase_changed", "notice"
BEFORE_THE_GAME = -1


class Tally(NamedTuple):
    """How many events of its rules and phases a game has had up to a position, and the phase that it is in."""

    events: int
    phase: str


_tallies: WeakKeyDictionary[Position, Tally] = WeakKeyDictionary()
"""As long as anybody has the position."""


def tally_of(rules: AnyRules, position: Position) -> Tally:
    """Continued from the latest position that is known."""
    unknown = []
    for earlier in position.back():
        if earlier in _tallies:
            break
        unknown.append(earlier)
    for each in reversed(unknown):
        _tallies[each] = _tally_after(rules, each)
    return _tallies[position]


def _tally_after(rules: AnyRules, position: Position) -> Tally:
    before = _tally_before(position)
    told = list(_with_phases(rules, before.phase, position.events))
    phases = [event["to"] for event in told if event["type"] == PHASE_CHANGED]
    return Tally(before.events + len(told), phases[-1] if phases else before.phase)


def _tally_before(position: Position) -> Tally:
    return Tally(0, SETUP) if position.previous is None else _tallies[position.previous]


def _with_phases(rules: AnyRules, phase: str, events: tuple[Event, ...]) -> Iterator[Event]:
    """These events and, before the one that begins it, each change of phase."""
    is_last = any(event["type"] == "game_ended" for event in events)
    tableau = tableau_of(rules)
    for event in events:
        # What begins together with the end, begins no more.
        begun = "" if is_last else tableau.phase_begun_by(rules, event)
        for following in (SCORING, FINISHED) if event["type"] == "game_ended" else (begun or phase,):
            if following != phase:
                yield {"type": PHASE_CHANGED, "from": phase, "to": following}
                phase = following
        yield event


@dataclass(frozen=True)
class Story:
    """The events of a table, as they may be told now."""

    table: Table

    @cached_property
    def last_number(self) -> int:
        """That of the latest event; 0 if nothing has happened yet, or nothing of it can be shown."""
        table = self.table
        if table.position is None or table.rules is None:
            return 0
        with as_game_fault("counting events"):
            return tally_of(table.rules, table.position).events + len(self._notices)

    def since(self, number: int) -> list[Json]:
        """All after that number, in order."""
        if number >= self.last_number:
            return []
        with as_game_fault("telling events"):
            return list(self._back_to(number))[::-1]

    @cached_property
    def _notices(self) -> list[tuple[int, TableNotice]]:
        """Each with the action after which it was noted, in order."""
        began = self.table.started_at
        noted = [
            (BEFORE_THE_GAME if began is not None and notice.at < began else notice.after, notice)
            for notice in self.table.notices
        ]
        return sorted(noted, key=lambda found: found[0])

    def _back_to(self, number: int) -> Iterator[Json]:
        """The latest event first, as long as its number is higher."""
        latest = self.last_number
        for event in self._back():
            if latest <= number:
                return
            yield {"type": event["type"], "game": self.table.id, "number": latest, **event}
            latest -= 1

    def _back(self) -> Iterator[Json]:
        for number, events in events_back(scene_of(self.table), self.table.started_at):
            yield from self._noted_after(number)
            yield from events
        yield from self._noted_after(BEFORE_THE_GAME)

    def _noted_after(self, number: int) -> Iterator[Json]:
        """What was noted between an action and the next one, the latest first."""
        first, last = (bisect_left(self._notices, after, key=lambda found: found[0]) for after in (number, number + 1))
        for _after, notice in reversed(self._notices[first:last]):
            noted = notice_event(max(number, 0), notice.at, notice.kind, notice.seat)
            yield {**noted, "text": notice_sentence(notice, self.table.seats)}


def events_back(scene: Scene, started_at: datetime | None) -> Iterator[tuple[int, list[Json]]]:
    """What rules and phases tell of each position, the latest first, with how many actions led there."""
    tableau, narration = tableau_of(scene.rules), Narration.of(scene)
    for position, _stage, amounts in told_back(scene):
        told = tuple(events_at(position, narration))
        if not amounts:
            told = tuple(map(tableau.without_amounts, told))
        tally_of(scene.rules, position)
        with_phases = list(_with_phases(scene.rules, _tally_before(position).phase, told))
        facts = _facts_of(position, started_at)
        yield position.number, [{"type": event["type"], **facts, **event} for event in reversed(with_phases)]


def notice_event(action: int, at: datetime | None, kind: str, seat: int | None) -> Json:
    """Something that was noted after so many actions, before it is put into words."""
    return {"type": NOTICE, **_facts(at, action, None), "kind": kind, "seat": seat}


def _facts_of(position: Position, started_at: datetime | None) -> Json:
    move = position.move
    return _facts(started_at, 0, None) if move is None else _facts(move.at, move.number, move.made_by)


def _facts(at: datetime | None, action: int, made_by: str | None) -> Json:
    """When it happened, after how many actions, and who made the last of these."""
    return {"at": None if at is None else at.isoformat(), "action": action, "made_by": made_by}
