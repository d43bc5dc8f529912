"""Who people are; and what is stored of somebody is what was changed, whatever else of them was read a while ago."""

import pytest
from django.contrib.auth import get_user_model
from django.test import Client

from accounts.models import User
from accounts.names.validation import FORMER_PLAYER
from accounts.services.accounts import ban, delete_account
from tests.support.factories import UserFactory

pytestmark = pytest.mark.django_db


def test_user_is_that_of_the_site():
    assert get_user_model() is User


def test_user_goes_by_the_display_name():
    assert str(UserFactory.build(username="alice", display_name="Alice")) == "Alice"


def test_user_goes_by_the_username_without_a_display_name():
    assert str(UserFactory.build(username="alice", display_name="")) == "alice"


def test_user_is_stored_with_the_display_name(alice):
    assert User.objects.get(username="alice").display_name == "Alice"


def read_again(user: User) -> User:
    return User.objects.get(pk=user.pk)


def test_new_password_does_not_bring_back_whoever_is_gone(alice):
    """As when both forms are sent at the same moment: to hash a password takes its time."""
    remembered = read_again(alice)
    delete_account(user=alice)
    remembered.set_password("plenty-of-pearls-7")
    remembered.save()
    now = read_again(alice)
    assert (now.is_active, now.display_name) == (False, FORMER_PLAYER)
    assert now.deleted_at is not None
    assert now.username.startswith("deleted-")


def test_new_password_does_not_lift_a_ban(alice, dana):
    remembered = read_again(alice)
    ban(user=alice, by=dana)
    remembered.set_password("plenty-of-pearls-7")
    remembered.save()
    now = read_again(alice)
    assert now.is_banned
    assert now.session_era == 1
    assert now.check_password("plenty-of-pearls-7")


def test_form_of_the_admin_stores_what_was_changed_in_it(alice, dana, monkeypatch):
    """Somebody is muted between the moment the form is read and the moment it is stored."""
    save = User.save

    def mute_first(user, *args, **kwargs):
        if user.pk == alice.pk:
            User.objects.filter(pk=alice.pk).update(is_muted=True)
        save(user, *args, **kwargs)

    monkeypatch.setattr(User, "save", mute_first)
    client = Client()
    client.force_login(dana)
    form = {"username": "alice", "display_name": "Alice the Second", "theme": "auto"}
    assert client.post(f"/admin/accounts/user/{alice.pk}/change/", form).status_code == 302
    now = read_again(alice)
    assert (now.display_name, now.is_muted) == ("Alice the Second", True)


def test_form_of_the_admin_does_not_bring_back_whoever_is_gone(alice, dana):
    delete_account(user=alice)
    client = Client()
    client.force_login(dana)
    form = {"username": "alice", "display_name": "Alice", "theme": "auto"}
    assert client.post(f"/admin/accounts/user/{alice.pk}/change/", form).status_code == 403
    assert read_again(alice).display_name == FORMER_PLAYER
    assert client.get(f"/admin/accounts/user/{alice.pk}/change/").status_code == 200


def test_what_was_changed_and_not_stored_is_stored_later(alice):
    user = read_again(alice)
    user.display_name, user.theme = "Alicia", "dark"
    user.save(update_fields=["theme"])
    user.save()
    assert (read_again(alice).display_name, read_again(alice).theme) == ("Alicia", "dark")
    User.objects.filter(pk=alice.pk).update(display_name="Al")
    user.refresh_from_db()
    user.theme = "light"
    user.save()
    assert (read_again(alice).display_name, read_again(alice).theme) == ("Al", "light")
