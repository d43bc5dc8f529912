"""Saying when one rests: quiet hours, weekends, vacations within a yearly allowance."""

from datetime import date, time

import pytest
import time_machine
from django.core.exceptions import ValidationError
from pytest_django.asserts import assertContains, assertRedirects

from accounts.models import Vacation
from accounts.rest.planning import cancel_vacation, days_taken, plan_vacation, rest_of

ADDRESS = "/accounts/rest/"


@pytest.fixture(autouse=True)
def in_march():
    with time_machine.travel("2026-03-02 12:00+00:00", tick=False) as now:
        yield now


def test_saves_quiet_hours_and_weekends_with_the_browsers_time_zone(as_alice, alice):
    as_alice.cookies["time_zone"] = "Europe/Paris"
    form = {"quiet_from": "22:00", "quiet_until": "08:00", "weekends": "on"}
    assertRedirects(as_alice.post(ADDRESS, form), ADDRESS)
    alice.refresh_from_db()
    assert (alice.quiet_from, alice.quiet_until, alice.rests_on_weekends) == (time(22), time(8), True)
    assert alice.time_zone == "Europe/Paris"
    assertContains(as_alice.get(ADDRESS), 'value="22:00"')


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"quiet_from": "20:00", "quiet_until": "09:00"}, "at most 12 hours"),
        ({"quiet_from": "20:00"}, "need a beginning and an end"),
        ({"quiet_from": "20:00", "quiet_until": "20:00"}, "at most 12 hours"),
        ({"quiet_from": "late", "quiet_until": "08:00"}, "valid time"),
    ],
)
def test_refuses_in_words(as_alice, alice, form, sentence):
    answer = as_alice.post(ADDRESS, form)
    assertContains(answer, sentence, status_code=422)
    alice.refresh_from_db()
    assert alice.quiet_from is None


def test_plans_a_vacation_and_takes_it_back(as_alice, alice):
    form = {"first_day": "2026-07-01", "last_day": "2026-07-14"}
    assertRedirects(as_alice.post(ADDRESS + "vacation/", form), ADDRESS)
    assertContains(as_alice.get(ADDRESS), "You have 16 days left in 2026.")
    vacation = alice.vacations.get()
    assertRedirects(as_alice.post(ADDRESS + "vacation/cancel/", {"vacation": vacation.pk}), ADDRESS)
    assert not alice.vacations.exists()


@pytest.mark.parametrize(
    ("first_day", "last_day", "sentence"),
    [
        ("2026-07-14", "2026-07-01", "has to end after it begins"),
        ("2026-02-27", "2026-03-05", "in the past"),
        ("2028-03-01", "2028-03-02", "two years ahead"),
        ("9999-12-02", "9999-12-03", "two years ahead"),
        ("2026-07-01", "2026-07-31", "at most 30 days"),
        ("2026-05-05", "2026-05-06", "already"),
        ("2026-08-01", "2026-08-21", "20 days of vacation left in 2026"),
        ("soon", "2026-08-21", "valid date"),
        ("2026-12-31", "99999-01-01", "valid date"),
    ],
)
def test_refuses_vacations_in_words(as_alice, alice, first_day, last_day, sentence):
    plan_vacation(user=alice, first_day=date(2026, 5, 1), last_day=date(2026, 5, 10))
    answer = as_alice.post(ADDRESS + "vacation/", {"first_day": first_day, "last_day": last_day})
    assertContains(answer, sentence, status_code=422)
    assert Vacation.objects.count() == 1


def test_allowance_is_counted_by_year(alice):
    plan_vacation(user=alice, first_day=date(2026, 12, 20), last_day=date(2027, 1, 10))
    assert (days_taken(alice, 2026), days_taken(alice, 2027)) == (12, 10)
    plan_vacation(user=alice, first_day=date(2027, 2, 1), last_day=date(2027, 2, 20))
    with pytest.raises(ValidationError):
        plan_vacation(user=alice, first_day=date(2027, 3, 1), last_day=date(2027, 3, 1))


def test_days_that_are_over_stay_taken(alice, in_march):
    plan_vacation(user=alice, first_day=date(2026, 3, 2), last_day=date(2026, 3, 20))
    in_march.move_to("2026-03-06 12:00+00:00")
    cancel_vacation(user=alice, vacation_id=alice.vacations.get().pk)
    assert days_taken(alice, 2026) == 4
    assert rest_of(alice).vacations == ((date(2026, 3, 2), date(2026, 3, 5)),)


def test_nobody_cancels_the_vacation_of_another(as_alice, bob):
    vacation = plan_vacation(user=bob, first_day=date(2026, 5, 1), last_day=date(2026, 5, 10))
    as_alice.post(ADDRESS + "vacation/cancel/", {"vacation": vacation.pk})
    as_alice.post(ADDRESS + "vacation/cancel/", {"vacation": "x"})
    assert Vacation.objects.filter(pk=vacation.pk).exists()
