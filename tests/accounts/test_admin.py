import pytest
from django.contrib.admin import site
from django.urls import reverse
from pytest_django.asserts import assertContains, assertRedirects

from accounts.models import User
from hsweb.safe_admin import SafeModelAdmin


def test_finds_a_user_by_display_name(client, alice, dana):
    client.force_login(dana)
    response = client.get(reverse("admin:accounts_user_changelist"), {"q": "Alice"})
    assert list(response.context["cl"].queryset) == [alice]


def test_changes_the_display_name(client, alice, dana):
    client.force_login(dana)
    address = reverse("admin:accounts_user_change", args=[alice.pk])
    form = client.get(address).context["adminform"].form
    filled_in = {name: value for name, value in form.initial.items() if value is not None}
    response = client.post(address, filled_in | {"display_name": " Lady  Alice"})
    assert response.status_code == 302
    assert User.objects.get(pk=alice.pk).display_name == "Lady Alice"


def test_is_closed_to_players(client, alice):
    client.force_login(alice)
    response = client.get(reverse("admin:accounts_user_changelist"))
    assert response.status_code == 302
    assert response.url.startswith(reverse("admin:login"))


def test_deletes_an_account_but_keeps_the_row(client, alice, dana):
    client.force_login(dana)
    form = {"action": "delete_one_account", "_selected_action": [alice.pk]}
    assertContains(client.post(reverse("admin:accounts_user_changelist"), form), "Nobody can undo this")
    assert User.objects.get(pk=alice.pk).deleted_at is None
    client.post(reverse("admin:accounts_user_changelist"), form | {"sure": "yes"})
    assert User.objects.get(pk=alice.pk).deleted_at


def test_deletes_one_account_at_a_time(client, alice, dana):
    client.force_login(dana)
    form = {"action": "delete_one_account", "_selected_action": [alice.pk, dana.pk], "sure": "yes"}
    client.post(reverse("admin:accounts_user_changelist"), form)
    assert not User.objects.exclude(deleted_at=None).exists()


def test_never_removes_a_row(client, alice, dana):
    client.force_login(dana)
    assert client.post(reverse("admin:accounts_user_delete", args=[alice.pk]), {"post": "yes"}).status_code == 403


LISTS = {
    "accounts/user": ["standing=open", "is_muted__exact=1", "is_guest__exact=0", "is_staff__exact=1"],
    "account/emailaddress": ["primary__exact=1", "verified__exact=0"],
    "accounts/friendship": ["q=x"],
    "accounts/block": ["q=x"],
    "accounts/apitoken": ["q=x"],
    "auth/group": ["q=x"],
    "django_tasks_database/dbtaskresult": ["status__exact=READY", "priority=0", "queue_name=default"],
}
GUESSES = {
    "accounts/user": ["username__regex=^(x*)*y$", "username=alice", "is_staff__regex=1", "password__startswith=a"],
    "account/emailaddress": ["email__iregex=x", "user__password__startswith=a", "primary__regex=1"],
    "accounts/friendship": ["asker__password__startswith=a", "asked__email__regex=x", "since__isnull=1"],
    "accounts/block": ["blocker__password__startswith=a", "blocked=1", "at__gte=2026-01-01"],
    "accounts/apitoken": ["digest__startswith=a", "digest=a", "key__gte=a", "user__password__startswith=a"],
    "auth/group": ["name__regex=x", "permissions__codename__regex=x"],
    "django_tasks_database/dbtaskresult": ["args_kwargs__regex=x", "queue_name__regex=x", "queue_name=%00"],
}


@pytest.mark.parametrize("place", LISTS)
def test_lists_answer_what_their_filters_ask_and_nothing_else(client, dana, place):
    client.force_login(dana)
    assert [wish for wish in LISTS[place] if client.get(f"/admin/{place}/?{wish}").status_code != 200] == []
    assert [guess for guess in GUESSES[place] if client.get(f"/admin/{place}/?{guess}").status_code != 400] == []


def test_every_list_is_a_narrow_one():
    assert [model for model, shown in site._registry.items() if not isinstance(shown, SafeModelAdmin)] == []


@pytest.mark.parametrize("key", ["x", "9" * 30, "1\0", "-1", "", "1" * 5000])
@pytest.mark.parametrize("place", ["accounts/user", "account/emailaddress", "auth/group"])
def test_keys_that_are_none_are_dropped(client, dana, place, key):
    client.force_login(dana)
    action = "mute_people" if place == "accounts/user" else "delete_selected"
    response = client.post(f"/admin/{place}/", {"action": action, "_selected_action": [key]}, follow=True)
    assertContains(response, "Items must be selected")


def test_keys_that_are_some_are_kept_beside_those_that_are_none(client, alice, dana):
    client.force_login(dana)
    client.post("/admin/accounts/user/", {"action": "mute_people", "_selected_action": ["x", alice.pk, "9" * 30]})
    assert User.objects.get(pk=alice.pk).is_muted


def test_password_is_changed_where_guesses_are_counted(client, dana):
    client.force_login(dana)
    for answer in (
        client.get("/admin/password_change/"),
        client.post("/admin/password_change/", {"old_password": "x"}),
    ):
        assertRedirects(answer, "/accounts/password/change/")
    form = {"oldpassword": "wrong", "password1": "x", "password2": "x"}
    statuses = [client.post("/accounts/password/change/", form).status_code for _ in range(6)]
    assert statuses[-1] == 429
