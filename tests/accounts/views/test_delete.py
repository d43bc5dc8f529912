from contextlib import suppress
from datetime import time, timedelta

import pytest
import time_machine
from allauth.account.models import EmailAddress
from django.core.exceptions import ValidationError
from django.utils import timezone
from pytest_django.asserts import assertContains, assertRedirects

from accounts import hooks
from accounts.languages import note_browser_language
from accounts.models import User
from accounts.notifications.browsers import remember_browser
from accounts.people.locks import lock_if_active
from accounts.rest.planning import plan_vacation, set_rest
from accounts.services.accounts import delete_account, finish_leaving
from tests.accounts.conftest import BROWSER

ADDRESS = "/accounts/delete/"


@pytest.fixture
def sure_of_alice(as_alice, password):
    """Alice has just given her password once more."""
    as_alice.post("/accounts/reauthenticate/", {"password": password})
    return as_alice


def test_asks_for_the_password_first(as_alice, alice, password):
    response = as_alice.get(ADDRESS)
    assertRedirects(response, f"/accounts/reauthenticate/?next={ADDRESS.replace('/', '%2F')}")
    assertRedirects(as_alice.post(response.url, {"password": password, "next": ADDRESS}), ADDRESS)


def test_leaves_everything_with_a_wrong_password(as_alice, alice):
    as_alice.post("/accounts/reauthenticate/", {"password": "wrong", "next": ADDRESS})
    assert as_alice.post(ADDRESS, {"sure": "on"}).url.startswith("/accounts/reauthenticate/")
    assert User.objects.get().username == "alice"


def test_takes_out_the_person_and_keeps_the_row(sure_of_alice, alice):
    EmailAddress.objects.create(user=alice, email=alice.email, primary=True)
    response = sure_of_alice.post(ADDRESS, {"sure": "on"}, follow=True)
    assertContains(response, "Your account is deleted.")
    assertContains(response, "Log in")
    gone = User.objects.get()
    assert gone.pk == alice.pk
    assert gone.username.startswith("deleted-")
    assert str(gone) == gone.display_name == "Former player"
    assert (gone.email, gone.first_name, gone.last_name, gone.is_active) == ("", "", "", False)
    assert gone.deleted_at
    assert not gone.has_usable_password()
    assert not EmailAddress.objects.exists()


def test_ends_every_session(sure_of_alice, alice):
    elsewhere = type(sure_of_alice)()
    elsewhere.force_login(alice)
    sure_of_alice.post(ADDRESS, {"sure": "on"})
    assert elsewhere.get("/accounts/settings/").status_code == 302


def test_wants_a_tick(sure_of_alice):
    assertContains(sure_of_alice.post(ADDRESS), "Tick the box", status_code=422)
    assert User.objects.get().username == "alice"


def test_needs_no_password_of_guests(as_guest):
    assertContains(as_guest.get(ADDRESS), "Delete my account")
    assertRedirects(as_guest.post(ADDRESS, {"sure": "on"}), "/")
    assert not User.objects.get().is_guest


def test_happens_once(sure_of_alice):
    sure_of_alice.post(ADDRESS, {"sure": "on"})
    before = User.objects.get().username
    assert sure_of_alice.post(ADDRESS, {"sure": "on"}).status_code == 302
    assert User.objects.get().username == before


def test_is_not_for_strangers(client, db):
    assert client.post(ADDRESS, {"sure": "on"}).url.startswith("/accounts/login/")


def test_takes_no_other_method(as_alice):
    assert as_alice.put(ADDRESS).status_code == 405


def test_other_apps_say_farewell_to_somebody_who_is_gone_already(alice):
    told = []
    hooks.on_delete.append(lambda user: told.append((user.pk, str(user), lock_if_active(user))))
    delete_account(user=alice)
    delete_account(user=alice)
    assert told == [(alice.pk, "Former player", False)]


def test_an_app_that_fails_is_asked_again_until_all_is_done(alice):
    told = []
    hooks.on_delete += (lambda user: told.append("first"), lambda user: 1 / 0)
    delete_account(user=alice)
    assert User.objects.get(pk=alice.pk).deleted_at
    for days in (1, 2):
        with time_machine.travel(timezone.now() + timedelta(days=days)):
            finish_leaving()
    assert told == ["first"] * 3
    hooks.on_delete[1] = lambda user: told.append("second")
    for days in (3, 4):
        with time_machine.travel(timezone.now() + timedelta(days=days)):
            finish_leaving()
    assert told == ["first"] * 3 + ["first", "second"]


def test_takes_away_every_right(dana):
    delete_account(user=dana)
    dana.refresh_from_db()
    assert not dana.is_staff
    assert not dana.is_superuser


@pytest.mark.parametrize("what", ["rest", "vacation", "browser", "language"])
def test_what_a_request_was_about_to_store_is_not_stored_any_more(alice, what):
    """The request had begun before the account was deleted."""
    remembered = User.objects.get(pk=alice.pk)
    delete_account(user=alice)
    day = timezone.now().date() + timedelta(days=3)
    store = {
        "rest": lambda: set_rest(user=remembered, quiet_from=time(22), quiet_until=time(7), weekends=True),
        "vacation": lambda: plan_vacation(user=remembered, first_day=day, last_day=day),
        "browser": lambda: remember_browser(user=remembered, browser="", **BROWSER),
        "language": lambda: note_browser_language(remembered, "fr"),
    }
    with suppress(ValidationError):
        store[what]()
    alice.refresh_from_db()
    assert (alice.quiet_from, alice.rests_on_weekends, alice.browser_language) == (None, False, "")
    assert not alice.vacations.exists()
    assert not alice.push_subscriptions.exists()
