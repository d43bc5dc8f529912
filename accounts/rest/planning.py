"""Planning one's rest. What is changed counts from the next turn on: deadlines that run already stay."""

from datetime import UTC, date, datetime, time, timedelta

from django.core.exceptions import ValidationError
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User, Vacation
from accounts.rest.calendar import MOST_QUIET, Rest, quiet_length
from accounts.time_zones import find_zone

VACATION_DAYS_A_YEAR = 30
"""Days of vacation in a year."""
HORIZON = timedelta(days=2 * 365)


def rest_of(user: User) -> Rest:
    """When this person's time does not count."""
    return Rest(
        zone=find_zone(user.time_zone) or UTC,
        quiet_from=user.quiet_from,
        quiet_until=user.quiet_until,
        weekends=user.rests_on_weekends,
        vacations=tuple((trip.first_day, trip.last_day) for trip in user.vacations.all()),
    )


def check_quiet_hours(quiet_from: time | None, quiet_until: time | None) -> None:
    if (quiet_from is None) != (quiet_until is None):
        raise ValidationError(_("Quiet hours need a beginning and an end."))
    if quiet_from is not None and quiet_until is not None and quiet_length(quiet_from, quiet_until) > MOST_QUIET:
        raise ValidationError(_("Quiet hours last at most 12 hours a day."))


def set_rest(*, user: User, quiet_from: time | None, quiet_until: time | None, weekends: bool) -> None:
    check_quiet_hours(quiet_from, quiet_until)
    user.quiet_from, user.quiet_until, user.rests_on_weekends = quiet_from, quiet_until, weekends
    facts = {"quiet_from": quiet_from, "quiet_until": quiet_until, "rests_on_weekends": weekends}
    User.objects.filter(pk=user.pk, deleted_at=None).update(**facts)


@transaction.atomic
def plan_vacation(*, user: User, first_day: date, last_day: date) -> Vacation:
    """Take days off, within what a year allows."""
    if User.objects.select_for_update().get(pk=user.pk).deleted_at is not None:
        raise ValidationError(_("This account is deleted. Nobody can come back to it."))
    if last_day < first_day:
        raise ValidationError(_("A vacation has to end after it begins."))
    if first_day < today_of(user):
        raise ValidationError(_("A vacation cannot begin in the past."))
    if last_day > today_of(user) + HORIZON:
        raise ValidationError(_("Plan vacations at most two years ahead."))
    if (last_day - first_day).days >= VACATION_DAYS_A_YEAR:
        raise ValidationError(_("A vacation has at most %(most)d days."), params={"most": VACATION_DAYS_A_YEAR})
    if user.vacations.filter(first_day__lte=last_day, last_day__gte=first_day).exists():
        raise ValidationError(_("You have a vacation on some of these days already."))
    for year in {first_day.year, last_day.year}:
        left = VACATION_DAYS_A_YEAR - days_taken(user, year)
        if days_in(first_day, last_day, year) > left:
            raise ValidationError(
                _("You have %(left)d days of vacation left in %(year)d."), params={"left": max(left, 0), "year": year}
            )
    return Vacation.objects.create(user=user, first_day=first_day, last_day=last_day)


@transaction.atomic
def cancel_vacation(*, user: User, vacation_id: int) -> None:
    """Take back the days that are not over yet; those that are count as taken. Twice is once."""
    vacation = user.vacations.select_for_update().filter(pk=vacation_id).first()
    yesterday = today_of(user) - timedelta(days=1)
    if vacation is None or vacation.last_day <= yesterday:
        return
    if vacation.first_day > yesterday:
        vacation.delete()
    else:
        vacation.last_day = yesterday
        vacation.save(update_fields=["last_day"])


def days_taken(user: User, year: int) -> int:
    trips = user.vacations.filter(first_day__year__lte=year, last_day__year__gte=year)
    return sum(days_in(trip.first_day, trip.last_day, year) for trip in trips)


def days_in(first_day: date, last_day: date, year: int) -> int:
    """How many of these days lie in that year."""
    first, last = max(first_day, date(year, 1, 1)), min(last_day, date(year, 12, 31))
    return max((last - first).days + 1, 0)


def today_of(user: User) -> date:
    moment: datetime = timezone.now()
    return moment.astimezone(find_zone(user.time_zone) or UTC).date()
