"""Bans and mutes, by the services."""

from datetime import timedelta
from threading import Event, Thread

import pytest
import time_machine
from django.core.exceptions import PermissionDenied
from django.db import connection, transaction
from django.utils import timezone
from pytest_django.asserts import assertContains

from accounts import hooks
from accounts.models import User
from accounts.people.locks import lock_if_active
from accounts.services.accounts import (
    TRY_AGAIN_AFTER,
    ban,
    delete_account,
    finish_leaving,
    lift_ban,
    set_muted,
    update_preferences,
)
from tests.support.factories import UserFactory


@pytest.fixture
def warden(db):
    """Looks after the site, but is no administrator."""
    return UserFactory(username="warden", is_staff=True)


def test_ban_ends_every_session(client, alice, dana):
    client.force_login(alice)
    assert client.get("/accounts/settings/").status_code == 200
    ban(user=alice, by=dana)
    assert client.get("/accounts/settings/").status_code == 302


def test_sessions_from_before_a_ban_stay_ended(client, alice, dana):
    elsewhere = type(client)()
    for device in (client, elsewhere):
        device.force_login(alice)
    ban(user=alice, by=dana)
    lift_ban(user=alice, by=dana)
    for device in (client, elsewhere):
        assert device.get("/accounts/settings/").status_code == 302
    client.force_login(alice)
    assert client.get("/accounts/settings/").status_code == 200


def test_banned_person_is_told_in_words(client, alice, dana, password):
    ban(user=alice, by=dana)
    response = client.post("/accounts/login/", {"login": "alice", "password": password}, follow=True)
    assertContains(response, "This account is closed")
    assert "_auth_user_id" not in client.session


def test_other_apps_react_to_a_ban_that_stands_and_know_by_whom(alice, dana):
    told = []
    hooks.on_ban.append(lambda user, by: told.append((user.username, by, lock_if_active(user))))
    ban(user=alice, by=dana)
    assert told == [("alice", dana, False)]
    assert not alice.is_active
    assert alice.is_banned


def test_ban_stands_even_if_an_app_fails_and_the_app_is_asked_again(alice, dana):
    hooks.on_ban.append(lambda user, by: 1 / 0)
    ban(user=alice, by=dana)
    assert alice.is_banned
    told = []
    hooks.on_ban[:] = [lambda user, by: told.append((user, by))]
    finish_leaving()
    assert told == [], "it may be under way elsewhere"
    with time_machine.travel(timezone.now() + TRY_AGAIN_AFTER + timedelta(seconds=1)):
        for _ in range(2):
            finish_leaving()
    assert told == [(alice, None)]


def test_still_welcome_until_banned_or_deleted(alice, bob, dana):
    seen_before = User.objects.get(pk=alice.pk)
    assert lock_if_active(alice)
    ban(user=alice, by=dana)
    assert not lock_if_active(seen_before)
    delete_account(user=bob)
    assert not lock_if_active(bob)
    assert not lock_if_active(User(pk=0))


@pytest.mark.django_db(transaction=True)
def test_whoever_is_taking_a_seat_while_being_banned_is_found_by_the_reaction(alice, dana):
    """A mute stands for the seat: it is stored before the ban goes through, so the reaction sees it."""
    seated, found = Event(), []
    hooks.on_ban.append(lambda user, by: found.append(User.objects.get(pk=user.pk).is_muted))

    def ban_alice():
        try:
            seated.wait(20)
            ban(user=User.objects.get(pk=alice.pk), by=dana)
        finally:
            connection.close()

    banning = Thread(target=ban_alice)
    banning.start()
    with transaction.atomic():
        assert lock_if_active(alice)
        seated.set()
        banning.join(0.3)
        assert banning.is_alive()
        User.objects.filter(pk=alice.pk).update(is_muted=True)
    banning.join(20)
    assert found == [True]


def test_nobody_bans_themselves(dana):
    with pytest.raises(PermissionDenied):
        ban(user=dana, by=dana)
    dana.refresh_from_db()
    assert dana.is_active


@pytest.mark.parametrize("act", [ban, lift_ban, lambda user, by: set_muted(user=user, muted=True, by=by)])
def test_only_an_administrator_has_power_over_those_who_look_after_the_site(warden, dana, alice, act):
    for other in (dana, UserFactory(is_staff=True)):
        with pytest.raises(PermissionDenied):
            act(user=other, by=warden)
    with pytest.raises(PermissionDenied):
        act(user=warden, by=alice)
    act(user=alice, by=warden)
    act(user=warden, by=dana)


def test_deleted_account_stays_deleted(alice, dana):
    seen_before = User.objects.get(pk=alice.pk)
    delete_account(user=alice)
    update_preferences(user=seen_before, display_name="Alice")
    assert User.objects.get(pk=alice.pk).display_name == "Former player"
    ban(user=seen_before, by=dana)
    with pytest.raises(PermissionDenied):
        lift_ban(user=alice, by=dana)
    alice.refresh_from_db()
    assert not alice.is_active
    assert not alice.is_banned


def test_mute_is_kept_until_lifted(alice, dana):
    for muted in (True, False):
        set_muted(user=alice, muted=muted, by=dana)
        alice.refresh_from_db()
        assert alice.is_muted is muted
