"""When somebody's time does not count: quiet hours, weekends and vacations, in their own time zone.

A deadline of hours or days is stretched by all of these. They are kept as clock times and dates, because that is what
people mean: quiet hours from ten to eight stay so when summer time begins, although that night is an hour shorter.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from itertools import islice

MOST_QUIET = timedelta(hours=12)
SATURDAY = 5
DAY = timedelta(days=1)


@dataclass(frozen=True, slots=True)
class Rest:
    """The resting times of one person. Vacations are pairs of a first and a last day, both included."""

    zone: tzinfo = UTC
    quiet_from: time | None = None
    quiet_until: time | None = None
    weekends: bool = False
    vacations: tuple[tuple[date, date], ...] = ()

    def end_of(self, start: datetime, counted: timedelta) -> datetime:
        """The moment at which so much time that counts has passed since the start."""
        moment, left = start.astimezone(UTC), counted
        for begins, ends in self._spells(moment):
            if begins - moment >= left:
                break
            left -= max(begins - moment, timedelta(0))
            moment = max(moment, ends)
        return moment + left

    def counted(self, start: datetime, end: datetime) -> timedelta:
        """How much of the time between two moments counts."""
        moment, end, passed = start.astimezone(UTC), end.astimezone(UTC), timedelta(0)
        for begins, ends in self._spells(moment):
            if begins >= end:
                break
            passed += max(begins - moment, timedelta(0))
            moment = max(moment, ends)
        return passed + max(end - moment, timedelta(0))

    def end_of_quiet(self, moment: datetime) -> datetime | None:
        """When the quiet hours end that this moment lies in, if it does."""
        hours = Rest(self.zone, self.quiet_from, self.quiet_until)
        # Of quiet hours that recur for ever, three can be near.
        near = islice(hours._spells(moment), 3)
        return next((ends for begins, ends in near if begins <= moment < ends), None)

    def is_resting(self, moment: datetime) -> bool:
        return self.end_of(moment, timedelta(microseconds=1)) - moment > timedelta(microseconds=1)

    def _spells(self, since: datetime) -> Iterator[tuple[datetime, datetime]]:
        """Resting times in order, which may overlap, from the first that may hold a moment; for ever, if they recur."""
        day, away = since.astimezone(self.zone).date() - DAY, self._days_away()
        last_vacation = max(away, default=date.min)
        while self.quiet_from or self.weekends or day <= last_vacation:
            if day in away or (self.weekends and day.weekday() >= SATURDAY):
                yield self._at(day, time.min), self._at(day + DAY, time.min)
            if self.quiet_from and self.quiet_until:
                over_midnight = self.quiet_until <= self.quiet_from
                yield self._at(day, self.quiet_from), self._at(day + DAY if over_midnight else day, self.quiet_until)
            day += DAY

    def _days_away(self) -> set[date]:
        return {first + place * DAY for first, last in self.vacations for place in range((last - first).days + 1)}

    def _at(self, day: date, moment: time) -> datetime:
        """What the clock on the wall shows then, as everybody's time."""
        return datetime.combine(day, moment, self.zone).astimezone(UTC)


def quiet_length(quiet_from: time, quiet_until: time) -> timedelta:
    """How long quiet hours are, from the one to the other, on an ordinary day."""
    begin, end = (timedelta(hours=at.hour, minutes=at.minute) for at in (quiet_from, quiet_until))
    return end - begin if end > begin else end - begin + DAY
