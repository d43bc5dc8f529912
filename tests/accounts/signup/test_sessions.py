"""A site changes its secret key, and nobody is thrown out: guests could never come back."""

from datetime import timedelta

import pytest
import time_machine
from django.contrib.sessions.models import Session
from django.core import mail
from django.test import Client
from django.utils import timezone
from pytest_django.asserts import assertContains

from accounts.notifications import kinds
from accounts.notifications.mail import unsubscribe_url
from accounts.services.accounts import ban, lift_ban
from accounts.signup.sessions import user_of, valid_session_keys
from hsweb.sessions import SessionStore


@pytest.fixture
def new_key(settings):
    """Called when the host of the site changes its key; the old one is known, or forgotten."""

    def change(*, keep_old=True):
        settings.SECRET_KEY_FALLBACKS = [settings.SECRET_KEY] if keep_old else []
        settings.SECRET_KEY = "an entirely new one"

    return change


def begin_an_era(user, dana):
    ban(user=user, by=dana)
    lift_ban(user=user, by=dana)


def is_in(client):
    return client.get("/accounts/settings/").status_code == 200


@pytest.mark.parametrize("has_era", [False, True])
def test_guests_and_users_stay(client, guest, alice, dana, new_key, has_era):
    phone = Client()
    for device, person in ((client, guest), (phone, alice)):
        if has_era:
            begin_an_era(person, dana)
            person.refresh_from_db()
        device.force_login(person)
    new_key()
    for _ in range(2):
        assert is_in(client)
        assert is_in(phone)


def test_they_go_on_under_the_new_key_alone(as_guest, new_key, settings):
    new_key()
    assert is_in(as_guest)
    settings.SECRET_KEY_FALLBACKS = []
    assert is_in(as_guest)


def test_without_the_old_key_they_are_out(as_guest, new_key):
    new_key(keep_old=False)
    assert not is_in(as_guest)


def test_ban_ends_sessions_of_any_key(as_alice, alice, dana, new_key):
    new_key()
    begin_an_era(alice, dana)
    assert not is_in(as_alice)


def test_tab_that_asks_at_the_same_moment_stays_too(as_guest, guest, new_key):
    """The first answer brings a new session; a second request is under way with the old one."""
    old = as_guest.cookies["sessionid"].value
    new_key()
    assert is_in(as_guest)
    assert as_guest.cookies["sessionid"].value != old
    tab = Client()
    tab.cookies["sessionid"] = old
    assert is_in(tab)
    assert tab.cookies["sessionid"]["max-age"] != 0


def test_old_session_ends_soon_after(as_guest, guest, new_key):
    old = as_guest.cookies["sessionid"].value
    new_key()
    assert is_in(as_guest)
    with time_machine.travel(timezone.now() + timedelta(minutes=2)):
        assert not valid_session_keys({old: guest.pk})
        assert valid_session_keys({as_guest.cookies["sessionid"].value: guest.pk})


@pytest.mark.parametrize("has_era", [False, True])
def test_open_sockets_stay(as_alice, alice, dana, new_key, has_era):
    if has_era:
        begin_an_era(alice, dana)
        alice.refresh_from_db()
        as_alice.force_login(alice)
    key = as_alice.cookies["sessionid"].value
    new_key()
    assert valid_session_keys({key: alice.pk})
    assert user_of(SessionStore(key)) == alice
    alice.set_password("another")
    alice.save()
    assert not valid_session_keys({key: alice.pk})
    assert user_of(SessionStore(key)).is_anonymous


def test_looking_whose_a_socket_is_ends_no_session(as_guest, new_key):
    key = as_guest.cookies["sessionid"].value
    new_key(keep_old=False)
    assert user_of(SessionStore(key)).is_anonymous
    assert Session.objects.filter(pk=key).exists()


def test_links_in_mails_stay_good(client, alice, confirmed, settings, new_key):
    leave = unsubscribe_url(alice, kinds.TURN).removeprefix(settings.SITE_URL)
    client.post("/accounts/password/reset/", {"email": alice.email})
    new_key()
    assertContains(client.get(leave), "Stop these e-mails")
    link = next(line for line in mail.outbox[0].body.split() if "/key/" in line).removeprefix(settings.SITE_URL)
    assertContains(client.get(link, follow=True), "Choose a new password")
