"""What the admin site lets whom do to people."""

from typing import Any

import pytest
from allauth.account.models import EmailAddress
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Group, Permission
from django.urls import reverse
from pytest_django.asserts import assertContains, assertNotContains

from accounts import admin
from accounts.api_tokens.issuing import issue_token
from accounts.models import User
from tests.support.factories import UserFactory

PEOPLE = "/admin/accounts/user/"


@pytest.fixture
def warden(db):
    """Looks after the site with every permission there is, but is no administrator."""
    warden: Any = UserFactory(username="warden", is_staff=True)
    warden.user_permissions.set(Permission.objects.all())
    return warden


@pytest.fixture
def as_warden(client, warden):
    client.force_login(warden)
    return client


@pytest.fixture
def as_dana(client, dana):
    client.force_login(dana)
    return client


def act(client, action, *people, **more):
    form = {"action": action, "_selected_action": [person.pk for person in people], **more}
    return client.post(PEOPLE, form, follow=True)


def now(person):
    return User.objects.get(pk=person.pk)


def filled_in(client, person):
    form = client.get(f"{PEOPLE}{person.pk}/change/").context["adminform"].form
    return {name: value for name, value in form.initial.items() if value is not None and name in form.fields}


def test_ban_asks_first_and_says_who(as_warden, alice):
    response = act(as_warden, "ban_people", alice)
    assertContains(response, "Alice (alice)")
    assertContains(response, "All their sessions end")
    assert now(alice).is_active


def test_ban_of_several_is_in_the_history(as_warden, alice, bob, warden):
    response = act(as_warden, "ban_people", alice, bob, sure="yes")
    assertContains(response, "Done for 2 people.")
    assert not now(alice).is_active
    assert not now(bob).is_active
    entries = LogEntry.objects.values_list("object_id", "user_id", "change_message")
    assert sorted(entries) == sorted((str(person.pk), warden.pk, "Banned.") for person in (alice, bob))
    act(as_warden, "lift_bans", alice)
    assert now(alice).is_active


def test_ban_is_for_so_many_as_can_be_looked_at(as_dana, alice, bob, monkeypatch):
    monkeypatch.setattr(admin, "MOST_AT_ONCE", 1)
    assertContains(act(as_dana, "ban_people", alice, bob, sure="yes"), "Choose at most 1 people at a time.")
    assert now(alice).is_active


def test_one_refusal_spoils_nothing(as_warden, alice, dana):
    response = act(as_warden, "ban_people", dana, alice, sure="yes")
    assertContains(response, "Dana: Only an administrator can do this")
    assert now(dana).is_active
    assert not now(alice).is_active
    assert LogEntry.objects.count() == 1


def test_mute_and_unmute(as_warden, alice, bob):
    act(as_warden, "mute_people", alice, bob)
    assert now(alice).is_muted
    assert now(bob).is_muted
    act(as_warden, "unmute_people", alice)
    assert not now(alice).is_muted


@pytest.mark.parametrize(("standing", "username"), [("open", "dana"), ("banned", "alice"), ("deleted", "bob")])
def test_people_are_listed_by_standing(as_dana, alice, bob, standing, username):
    act(as_dana, "ban_people", alice, sure="yes")
    act(as_dana, "delete_one_account", bob, sure="yes")
    listed = as_dana.get(PEOPLE, {"standing": standing}).context["cl"].queryset
    names = [name.partition("-")[0] for name in listed.values_list("username", flat=True)]
    assert names == [{"bob": "deleted"}.get(username, username)]


def test_form_does_not_ban_or_mute(as_dana, alice):
    form = filled_in(as_dana, alice)
    assert not {"is_active", "is_muted"} & set(form)
    as_dana.post(f"{PEOPLE}{alice.pk}/change/", form)
    assert now(alice).is_active


def test_nobody_gives_themselves_powers(as_warden, warden, dana, alice):
    for person in (warden, dana):
        response = as_warden.post(f"{PEOPLE}{person.pk}/change/", {"username": "x", "is_superuser": "on"})
        assert response.status_code == 403
    group = Group.objects.create(name="Everything")
    form = filled_in(as_warden, alice) | {
        "is_staff": "on",
        "is_superuser": "on",
        "groups": [group.pk],
        "user_permissions": list(Permission.objects.values_list("pk", flat=True)[:1]),
        "email": "warden@example.org",
        "display_name": "Alicia",
    }
    assert as_warden.post(f"{PEOPLE}{alice.pk}/change/", form).status_code == 302
    after = now(alice)
    assert after.display_name == "Alicia"
    assert not after.is_staff
    assert not after.is_superuser
    assert not after.groups.exists()
    assert not after.user_permissions.exists()
    assert after.email == alice.email


def test_administrator_gives_powers(as_dana, alice):
    as_dana.post(f"{PEOPLE}{alice.pk}/change/", filled_in(as_dana, alice) | {"is_staff": "on"})
    assert now(alice).is_staff


def test_only_administrators_set_passwords_of_others(as_warden, alice, dana, password):
    address = f"{PEOPLE}{alice.pk}/password/"
    form = {"password1": "another-one-9", "password2": "another-one-9", "usable_password": "true"}
    assert as_warden.post(address, form).status_code == 403
    assertNotContains(as_warden.get(f"{PEOPLE}{alice.pk}/change/"), "../password/")
    as_warden.force_login(dana)
    assert as_warden.post(address, form).status_code == 302
    assert now(alice).check_password("another-one-9")


def test_only_administrators_delete_accounts(as_warden, alice, dana):
    for person in (alice, dana):
        assertContains(act(as_warden, "delete_one_account", person, sure="yes"), "No action selected")
        assert now(person).deleted_at is None


@pytest.mark.parametrize(
    "wrong",
    [{"display_name": "The admin"}, {"display_name": "A\u200bna"}, {"username": "guest-1"}, {"username": "a b"}],
)
@pytest.mark.parametrize("who", ["as_warden", "as_dana"])
def test_names_given_here_follow_the_rules_for_everybody(request, alice, who, wrong):
    client = request.getfixturevalue(who)
    response = client.post(f"{PEOPLE}{alice.pk}/change/", filled_in(client, alice) | wrong)
    assert response.context["adminform"].form.errors.keys() == wrong.keys()
    assert str(now(alice)) == "Alice"


def test_username_given_to_somebody_new_follows_them_too(as_dana):
    response = as_dana.post(f"{PEOPLE}add/", {"username": "guest-1", "usable_password": "false"})
    assertContains(response, "given out by the site")
    assert User.objects.count() == 1


def test_names_from_before_a_rule_stay(as_dana, alice):
    User.objects.filter(pk=alice.pk).update(username="admin", username_skeleton=None, display_name="The admin")
    UserFactory(username="adm1n")
    response = as_dana.post(f"{PEOPLE}{alice.pk}/change/", filled_in(as_dana, alice) | {"first_name": "Alice"})
    assert response.status_code == 302
    assert now(alice).first_name == "Alice"


def test_own_username_may_look_like_itself(as_dana, alice):
    as_dana.post(f"{PEOPLE}{alice.pk}/change/", filled_in(as_dana, alice) | {"username": "Alice"})
    assert now(alice).username == "Alice"


def test_dates_cannot_be_changed(as_dana, alice):
    dates = {f"{name}_{part}": "2001-01-01" for name in ("date_joined", "last_login") for part in (0, 1)}
    assert not {"date_joined", "last_login"} & set(filled_in(as_dana, alice))
    assert as_dana.post(f"{PEOPLE}{alice.pk}/change/", filled_in(as_dana, alice) | dates).status_code == 302
    assert now(alice).date_joined == alice.date_joined


TOKENS = "/admin/accounts/apitoken/"


def test_administrator_ends_tokens_and_that_is_in_the_history(as_dana, alice, bob, dana):
    lost, _secret = issue_token(user=alice, name="A bot", scopes=["read"])
    kept, _secret = issue_token(user=bob, name="Another", scopes=["read"])
    listed = as_dana.get(TOKENS, {"q": "ALICE"})
    assert list(listed.context["cl"].queryset) == [lost]
    assertNotContains(listed, lost.digest)
    answer = as_dana.post(TOKENS, {"action": "revoke", "_selected_action": [lost.pk]}, follow=True)
    assertContains(answer, "Revoked.")
    lost.refresh_from_db()
    kept.refresh_from_db()
    assert lost.revoked_at
    assert not kept.revoked_at
    entry = LogEntry.objects.get()
    assert (entry.object_id, entry.user, entry.change_message) == (str(lost.pk), dana, "Revoked.")


def test_token_is_read_only_and_shows_nothing_it_could_be_used_by(as_dana, alice):
    token, secret = issue_token(user=alice, name="A bot", scopes=["read"], key="key-of-the-form")
    page = as_dana.get(f"{TOKENS}{token.pk}/change/")
    assertContains(page, "A bot")
    assert not [word for word in (token.digest, secret, "key-of-the-form") if word in page.text]
    assert as_dana.post(f"{TOKENS}{token.pk}/change/", {"name": "x"}).status_code == 403


def test_tokens_are_not_ended_by_those_who_are_no_administrators(as_warden, alice):
    token, _secret = issue_token(user=alice, name="A bot", scopes=["read"])
    assert as_warden.post(TOKENS, {"action": "revoke", "_selected_action": [token.pk]}).status_code == 403
    token.refresh_from_db()
    assert not token.revoked_at


WAYS_IN = ["accounts_apitoken", "account_emailaddress", "auth_group", "django_tasks_database_dbtaskresult"]


@pytest.mark.parametrize("model", WAYS_IN)
def test_ways_into_other_accounts_are_for_administrators(client, warden, dana, model):
    address = reverse(f"admin:{model}_changelist")
    for person, status in ((warden, 403), (dana, 200)):
        client.force_login(person)
        assert client.get(address).status_code == status


def test_address_of_an_administrator_cannot_be_added(as_warden, dana):
    form = {"user": dana.pk, "email": "warden@example.org", "verified": "on", "primary": "on"}
    assert as_warden.post("/admin/account/emailaddress/add/", form).status_code == 403
    assert not EmailAddress.objects.exists()


@pytest.mark.parametrize("username", ["alIce", "al1ce"])
def test_look_alike_username_is_a_sentence_here_too(as_dana, alice, bob, username):
    response = as_dana.post(f"{PEOPLE}{bob.pk}/change/", filled_in(as_dana, bob) | {"username": username})
    assertContains(response, "looks like it")
    response = as_dana.post(f"{PEOPLE}add/", {"username": username, "usable_password": "false"})
    assertContains(response, "errorlist")
    assert User.objects.count() == 3
