"""All that happened in a game as its file tells it: as programs were told it, once everything is open.

Neither words nor numbers are in it. Words may be put differently one day, and are in somebody's language; numbers also
count what admins did, which does not travel.
"""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from operator import itemgetter
from typing import NamedTuple

from games.queries.events import events_back, notice_event
from games.rules.plain import Json
from games.tableau import Scene


class Noted(NamedTuple):
    """Something that happened between the people at a table. Version 1 does not tell at which seat, and when."""

    after: int
    kind: str
    name: str
    seat: int | None = None
    at: datetime | None = None


def events_of(scene: Scene, noted: Sequence[Noted], started_at: datetime | None) -> list[Json]:
    """In order: what was noted after an action follows on all that came of the action."""
    told_back = events_back(replace(scene, everything=True), started_at)
    happened = [event for _number, events in told_back for event in events]
    beside = [notice_event(one.after, one.at, one.kind, one.seat) for one in noted]
    return sorted([*reversed(happened), *beside], key=itemgetter("action"))
