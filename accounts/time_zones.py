"""Time zones by their IANA names."""

from functools import cache
from zoneinfo import ZoneInfo, available_timezones

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

AREAS = {"Africa", "America", "Antarctica", "Asia", "Atlantic", "Australia", "Europe", "Indian", "Pacific"}


@cache
def known_names() -> frozenset[str]:
    return frozenset(available_timezones())


@cache
def listed_names() -> tuple[str, ...]:
    """The names worth offering: places, and UTC. Others are old spellings of the same."""
    return ("UTC", *sorted(name for name in known_names() if name.partition("/")[0] in AREAS))


def find_zone(name: str) -> ZoneInfo | None:
    return ZoneInfo(name) if name in known_names() else None


def validate_time_zone(name: str) -> None:
    if name not in known_names():
        raise ValidationError(_("There is no such time zone."), code="unknown_time_zone")
