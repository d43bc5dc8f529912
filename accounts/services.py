"""The only place that writes accounts, beside what allauth writes itself."""

import secrets
from typing import Any

from allauth.account.models import EmailAddress
from django.db import transaction
from django.utils import timezone

from accounts import farewell
from accounts.guest_names import friendly_name
from accounts.models import FORMER_PLAYER, Theme, User


def create_guest() -> User:
    guest = User(username=f"guest-{secrets.token_hex(6)}", display_name=friendly_name(), is_guest=True)
    guest.set_unusable_password()
    guest.save()
    return guest


def update_preferences(
    *,
    user: User,
    display_name: str | None = None,
    language: str | None = None,
    time_zone: str | None = None,
    theme: str | None = None,
) -> None:
    """Stores what is given and leaves the rest. The values are already clean."""
    given = {"display_name": display_name, "language": language, "time_zone": time_zone, "theme": theme}
    changes = {field: value for field, value in given.items() if value is not None}
    for field, value in changes.items():
        setattr(user, field, value)
    if changes:
        user.save(update_fields=list(changes))


@transaction.atomic
def delete_account(*, user: User) -> None:
    """Takes the person out of the site. The row stays, so that games do; no session of theirs is valid any longer."""
    if User.objects.filter(pk=user.pk, deleted_at__isnull=False).exists():
        return
    # Farewells lock games, and whoever acts in a game locks it before their account: always in this order.
    for say_farewell in farewell.farewells:
        say_farewell(user)
    user = User.objects.select_for_update().get(pk=user.pk)
    EmailAddress.objects.filter(user=user).delete()
    user.groups.clear()
    user.user_permissions.clear()
    _anonymise(user)
    user.save()


def _anonymise(user: User) -> None:
    user.username = f"deleted-{secrets.token_hex(6)}"
    user.display_name = FORMER_PLAYER
    user.email = user.first_name = user.last_name = user.language = user.time_zone = ""
    user.theme = Theme.AUTO
    user.is_active = user.is_staff = user.is_superuser = user.is_guest = False
    user.last_login = None
    user.deleted_at = timezone.now()
    user.set_unusable_password()


def personal_data(*, user: User) -> dict[str, Any]:
    """All that the site knows about a person, as plain data; no secrets."""
    return {"account": _account_data(user)} | {key: answer(user) for key, answer in farewell.data_sources}


def _account_data(user: User) -> dict[str, Any]:
    return {
        "username": user.username,
        "display_name": user.display_name,
        "guest": user.is_guest,
        "email": user.email,
        "email_addresses": list(
            EmailAddress.objects.filter(user=user).order_by("pk").values("email", "verified", "primary")
        ),
        "first_name": user.first_name,
        "last_name": user.last_name,
        "language": user.language,
        "time_zone": user.time_zone,
        "theme": user.theme,
        "joined": user.date_joined,
        "last_login": user.last_login,
    }
