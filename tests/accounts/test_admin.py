from django.urls import reverse

from accounts.models import User


def test_finds_a_user_by_display_name(client, alice, dana):
    client.force_login(dana)
    response = client.get(reverse("admin:accounts_user_changelist"), {"q": "Alice"})
    assert list(response.context["cl"].queryset) == [alice]


def test_changes_the_display_name(client, alice, dana):
    client.force_login(dana)
    address = reverse("admin:accounts_user_change", args=[alice.pk])
    form = client.get(address).context["adminform"].form
    filled_in = {name: value for name, value in form.initial.items() if value is not None}
    joined = alice.date_joined
    response = client.post(
        address,
        filled_in
        | {
            "display_name": "Lady Alice",
            "date_joined_0": joined.date().isoformat(),
            "date_joined_1": joined.time().isoformat(timespec="seconds"),
        },
    )
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
    client.post(reverse("admin:accounts_user_changelist"), form)
    assert User.objects.get(pk=alice.pk).deleted_at


def test_deletes_one_account_at_a_time(client, alice, dana):
    client.force_login(dana)
    form = {"action": "delete_one_account", "_selected_action": [alice.pk, dana.pk]}
    client.post(reverse("admin:accounts_user_changelist"), form)
    assert not User.objects.exclude(deleted_at=None).exists()


def test_never_removes_a_row(client, alice, dana):
    client.force_login(dana)
    assert client.post(reverse("admin:accounts_user_delete", args=[alice.pk]), {"post": "yes"}).status_code == 403
