"""How much somebody has heard of all their tables, as a text that they send back and need not understand."""

import re
from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from django.utils import timezone
from django.utils.translation import gettext as _

from games.services.refusals import Refused

LONGEST = 7_500
"""Of a cursor: many a proxy takes no line of more than 8 kB."""
LARGEST_NUMBER = 10**9
"""Of an event."""
LONGEST_WAIT = 60
"""Seconds of a long poll."""
MOST_DAYS = 30
"""After so long one begins anew."""
BEGINNING = datetime(1970, 1, 1, tzinfo=UTC)
WRITTEN = re.compile(r"1~(\d{1,16})((?:~[a-z0-9]{1,40}\.\d{1,9}\.\d{1,18})*+)")


class Place(NamedTuple):
    """What was told last of one table: the number of an event, and the id of a notice that is for this person alone.

    Both are written under the lock of the table: nothing with a lower number comes later, whichever process wrote it.
    """

    number: int = 0
    notice: int = 0


class Cursor(NamedTuple):
    since: datetime
    """When it was written: tables that ended before were told of."""
    places: Mapping[str, Place]

    def __str__(self) -> str:
        told = (f"{game_id}.{place.number}.{place.notice}" for game_id, place in self.places.items())
        return "~".join(("1", str((self.since - BEGINNING) // timedelta(microseconds=1)), *told))


class BadCursor(Refused):
    code, status = "bad_cursor", 400


def read_cursor(text: str) -> Cursor:
    """The cursor that was written like that, or `BadCursor`."""
    found = WRITTEN.fullmatch(text) if len(text) <= LONGEST else None
    if found is None:
        raise BadCursor(_("This is no cursor that was given out here. Begin without one."))
    since = BEGINNING + timedelta(microseconds=int(found[1]))
    if since < timezone.now() - timedelta(days=MOST_DAYS):
        raise BadCursor(_("This cursor is more than %(days)d days old. Begin without one.") % {"days": MOST_DAYS})
    parts = (part.split(".") for part in found[2].split("~")[1:])
    places = {game_id: Place(int(number), int(notice)) for game_id, number, notice in parts}
    return Cursor(since, places)
