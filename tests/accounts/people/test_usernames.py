"""Two people never have usernames that look alike, not even when both ask at the same moment."""

from threading import Barrier, Thread
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from pytest_django.asserts import assertContains

from accounts.models import User
from accounts.signup import adapter
from accounts.signup.first_admin import create_first_admin
from tests.support.factories import UserFactory

LOOK_ALIKES = ["alice", "ALICE", "a1ice", "аlice", "al.ice"]


def wanted(username, password):
    return {"username": username, "password1": password, "password2": password}


@pytest.mark.parametrize("username", LOOK_ALIKES)
def test_that_look_alike_are_refused_at_sign_up(client, alice, password, username):
    response = client.post("/accounts/signup/", wanted(username, password))
    assert response.context["form"].errors.keys() == {"username"}
    assert User.objects.count() == 1


@pytest.mark.parametrize("username", LOOK_ALIKES)
def test_that_look_alike_are_refused_to_guests(as_guest, alice, password, username):
    response = as_guest.post("/accounts/claim/", wanted(username, password))
    assert response.status_code == 422
    assert response.context["form"].errors.keys() == {"username"}


def test_that_are_alike_from_before_the_rule_stay(alice):
    older: Any = UserFactory(username="bob")
    User.objects.filter(pk=older.pk).update(username="a1ice", username_skeleton=None)
    older = User.objects.get(pk=older.pk)
    older.set_password("another")
    older.save()
    assert older.username_skeleton is None


def test_new_username_frees_the_old_one(alice):
    alice.username = "zoe"
    alice.save(update_fields=["username"])
    UserFactory(username="alice")
    assert User.objects.count() == 2


def test_first_administrator_gives_way(db):
    UserFactory(username="ADM1N")
    assert create_first_admin() is None


@pytest.fixture
def rival(monkeypatch):
    """Somebody takes the username between the moment it was found free and the moment it is stored."""
    new_user = adapter.AccountAdapter.new_user

    def overtake(self, request):
        UserFactory(username=request.POST["username"].upper())
        return new_user(self, request)

    monkeypatch.setattr(adapter.AccountAdapter, "new_user", overtake)


def test_lost_race_at_sign_up_is_told_beside_the_field(client, db, rival, password):
    assertContains(client.post("/accounts/signup/", wanted("zoe", password)), "looks like it")
    assert [user.username for user in User.objects.all()] == ["ZOE"]


def test_lost_race_of_a_guest_is_told_beside_the_field(as_guest, guest, rival, password):
    response = as_guest.post("/accounts/claim/", wanted("zoe", password))
    assertContains(response, "looks like it", status_code=422)
    assert User.objects.get(pk=guest.pk).is_guest


@pytest.mark.django_db(transaction=True)
def test_of_two_who_sign_up_at_once_one_gets_the_name(monkeypatch, password):
    both_are_told_that_it_is_free = Barrier(2)
    new_user = adapter.AccountAdapter.new_user

    def wait_for_the_other(self, request):
        both_are_told_that_it_is_free.wait(timeout=20)
        return new_user(self, request)

    monkeypatch.setattr(adapter.AccountAdapter, "new_user", wait_for_the_other)
    statuses = []

    def sign_up(username):
        try:
            statuses.append(Client().post("/accounts/signup/", wanted(username, password)).status_code)
        finally:
            connection.close()

    people = [Thread(target=sign_up, args=[username]) for username in ("zoe", "z0e")]
    for person in people:
        person.start()
    for person in people:
        person.join()
    assert sorted(statuses) == [200, 302]
    assert User.objects.count() == 1
