"""Deadlines are stretched by quiet hours, weekends and vacations, across time zones and summer time."""

from datetime import UTC, date, datetime, time, timedelta
from typing import Any
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from accounts.rest.calendar import MOST_QUIET, Rest, quiet_length

PARIS, NEW_YORK, KIRITIMATI = ZoneInfo("Europe/Paris"), ZoneInfo("America/New_York"), ZoneInfo("Pacific/Kiritimati")
HOUR = timedelta(hours=1)
NIGHT: Any = {"quiet_from": time(22), "quiet_until": time(8)}


def at(text, zone=UTC):
    return datetime.fromisoformat(text).replace(tzinfo=zone)


@pytest.mark.parametrize(
    ("rest", "start", "hours", "end"),
    [
        (Rest(), at("2026-03-02 12:00"), 24, at("2026-03-03 12:00")),
        # A night is skipped, also one that has begun.
        (Rest(PARIS, **NIGHT), at("2026-03-02 20:00", PARIS), 3, at("2026-03-03 09:00", PARIS)),
        (Rest(PARIS, **NIGHT), at("2026-03-02 23:30", PARIS), 1, at("2026-03-03 09:00", PARIS)),
        (Rest(PARIS, **NIGHT), at("2026-03-03 07:59", PARIS), 1, at("2026-03-03 09:00", PARIS)),
        # What ends just when the night begins is not put off.
        (Rest(PARIS, **NIGHT), at("2026-03-02 20:00", PARIS), 2, at("2026-03-02 22:00", PARIS)),
        # Quiet hours within a day.
        (Rest(UTC, time(9), time(17)), at("2026-03-02 08:00"), 2, at("2026-03-02 18:00")),
        # From Friday evening to Monday.
        (Rest(PARIS, weekends=True), at("2026-03-06 20:00", PARIS), 6, at("2026-03-09 02:00", PARIS)),
        (Rest(PARIS, **NIGHT, weekends=True), at("2026-03-06 20:00", PARIS), 3, at("2026-03-09 09:00", PARIS)),
        # A vacation is whole days where one lives.
        (
            Rest(NEW_YORK, vacations=((date(2026, 7, 1), date(2026, 7, 14)),)),
            at("2026-06-30 23:00", NEW_YORK),
            24,
            at("2026-07-15 23:00", NEW_YORK),
        ),
        # In spring the night is an hour shorter, in autumn an hour longer; what counts stays the same.
        (Rest(PARIS, **NIGHT), at("2026-03-28 21:00", PARIS), 2, at("2026-03-29 09:00", PARIS)),
        (Rest(PARIS, **NIGHT), at("2026-10-24 21:00", PARIS), 2, at("2026-10-25 09:00", PARIS)),
        # Without rest, a day is 24 hours whatever the clocks do.
        (Rest(PARIS), at("2026-03-28 12:00", PARIS), 24, at("2026-03-29 13:00", PARIS)),
        # Where the date is already tomorrow's.
        (Rest(KIRITIMATI, weekends=True), at("2026-03-06 09:00"), 2, at("2026-03-08 11:00")),
    ],
)
def test_deadlines(rest, start, hours, end):
    deadline = rest.end_of(start, hours * HOUR)
    assert deadline == end
    assert rest.counted(start, deadline) == hours * HOUR


zones = st.sampled_from([UTC, PARIS, NEW_YORK, KIRITIMATI, ZoneInfo("Australia/Lord_Howe"), ZoneInfo("Asia/Kathmandu")])
moments = st.datetimes(datetime(2026, 1, 1), datetime(2027, 1, 1), timezones=st.just(UTC))
clocks = st.times().map(lambda moment: moment.replace(second=0, microsecond=0))


@st.composite
def rests(draw):
    quiet_from, hours = draw(clocks), draw(st.integers(1, 12))
    until = (datetime.combine(date(2026, 1, 1), quiet_from) + hours * HOUR).time()
    first = draw(st.dates(date(2026, 1, 1), date(2026, 12, 1)))
    vacation = ((first, first + timedelta(days=draw(st.integers(0, 30)))),)
    quiet = draw(st.booleans())
    return Rest(
        draw(zones),
        quiet_from if quiet else None,
        until if quiet else None,
        weekends=draw(st.booleans()),
        vacations=vacation if draw(st.booleans()) else (),
    )


@given(rests(), moments, st.integers(1, 14 * 24 * 60))
def test_exactly_the_allowed_time_counts(rest, start, minutes):
    allowed = timedelta(minutes=minutes)
    end = rest.end_of(start, allowed)
    assert end >= start + allowed
    assert rest.counted(start, end) == allowed
    # Not a moment later than it must be.
    assert rest.counted(start, end - timedelta(microseconds=1)) == allowed - timedelta(microseconds=1)


@given(rests(), moments, st.integers(1, 10_000), st.integers(1, 10_000))
def test_time_can_be_spent_in_parts(rest, start, first, second):
    parts = [timedelta(minutes=minutes) for minutes in (first, second)]
    assert rest.end_of(rest.end_of(start, parts[0]), parts[1]) == rest.end_of(start, sum(parts, timedelta(0)))


def test_who_rests():
    rest = Rest(PARIS, **NIGHT)
    assert rest.is_resting(at("2026-03-02 23:00", PARIS))
    assert rest.is_resting(at("2026-03-02 22:00", PARIS))
    assert not rest.is_resting(at("2026-03-02 08:00", PARIS))
    assert not Rest().is_resting(at("2026-03-02 23:00"))


@pytest.mark.parametrize(
    ("quiet_from", "quiet_until", "length"),
    [(time(22), time(8), 10), (time(9), time(17), 8), (time(0), time(12), 12), (time(8), time(8), 24)],
)
def test_length_of_quiet_hours(quiet_from, quiet_until, length):
    assert quiet_length(quiet_from, quiet_until) == length * HOUR
    assert (length * HOUR > MOST_QUIET) == (length > 12)
