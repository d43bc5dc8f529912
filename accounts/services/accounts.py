"""Accounts are made, changed, muted, banned and deleted here, and their owners get all that is known about them.

Friendships, rest, ways to be reached, e-mail addresses and tokens are written in rooms of their own, as is signing up.
"""

import logging
import secrets
from collections.abc import Callable
from datetime import timedelta
from functools import partial

from allauth.account.models import EmailAddress
from django.core.exceptions import PermissionDenied
from django.db import transaction
from django.db.models import F, Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts import hooks
from accounts.api_tokens.issuing import revoke_all
from accounts.models import Audience, Theme, User
from accounts.names.guest_names import random_guest_name
from accounts.names.validation import FORMER_PLAYER
from accounts.notifications import kinds
from accounts.people import friends

logger = logging.getLogger(__name__)

ABANDONED_AFTER = timedelta(days=30)
GUESTS_AT_ONCE = 500
TRY_AGAIN_AFTER = timedelta(seconds=30)
"""How long apps have to take somebody out of all they hold before it is tried again."""


def create_guest() -> User:
    guest = User(username=f"guest-{secrets.token_hex(6)}", display_name=random_guest_name(), is_guest=True)
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
    results_for: str | None = None,
    invited_by: str | None = None,
) -> None:
    """Stores what is given and leaves the rest. The values are already clean."""
    given = {
        "display_name": display_name,
        "language": language,
        "time_zone": time_zone,
        "theme": theme,
        "results_for": results_for,
        "invited_by": invited_by,
    }
    changes = {field: value for field, value in given.items() if value is not None}
    for field, value in changes.items():
        setattr(user, field, value)
    # Somebody may have deleted their account meanwhile: nothing of them is stored any more.
    stored = User.objects.filter(pk=user.pk, deleted_at=None)
    is_renamed = display_name is not None and stored.exclude(display_name=display_name).exists()
    if changes and stored.update(**changes) and is_renamed:
        announce_rename(user)


def announce_rename(user: User) -> None:
    """Once it is stored, apps show what somebody is called by now. Whatever fails then, the new name is stored."""
    for show in hooks.on_rename:
        transaction.on_commit(partial(show, user), robust=True)


def delete_account(*, user: User) -> None:
    """Takes the person out of the site. The row stays, so that games do; no session of theirs is valid any longer.

    First the account is closed, then apps take it out of what they hold: whoever sat down before is found then, and
    later nobody can, as `lock_if_active` refuses them.
    """
    if _close_for_good(user):
        _run_leave_hooks(user)


@transaction.atomic(durable=True)
def _close_for_good(user: User) -> bool:
    """Whether it was still open."""
    user = User.objects.select_for_update().get(pk=user.pk)
    if user.deleted_at is not None:
        return False
    EmailAddress.objects.filter(user=user).delete()
    user.vacations.all().delete()
    user.push_subscriptions.all().delete()
    user.api_tokens.all().delete()
    friends.remove_all(user)
    user.groups.clear()
    user.user_permissions.clear()
    _anonymise(user)
    user.deleted_at = user.leaving_since = timezone.now()
    user.save()
    return True


def _run_leave_hooks(user: User, by: User | None = None) -> None:
    """Let apps take somebody who is gone out of all they hold. If one fails, the others do, and all are asked again."""
    user.refresh_from_db()
    gone = [partial(take_out, user) for take_out in hooks.on_delete]
    banned = [partial(take_out, user, by) for take_out in hooks.on_ban]
    done = [_try(take_out) for take_out in (gone if user.deleted_at else banned)]
    if all(done):
        User.objects.filter(pk=user.pk, leaving_since=user.leaving_since).update(leaving_since=None)


def _try(take_out: Callable[[], object]) -> bool:
    """Whether it was done."""
    try:
        take_out()
    except Exception:
        logger.exception("Somebody who is gone was not taken out of everything yet")
        return False
    return True


def finish_leaving() -> None:
    """Take out those for whom it failed, or whose process ended before it was done."""
    for user in User.objects.filter(leaving_since__lt=timezone.now() - TRY_AGAIN_AFTER, is_active=False):
        _run_leave_hooks(user)


def _anonymise(user: User) -> None:
    user.username = f"deleted-{secrets.token_hex(6)}"
    user.display_name = FORMER_PLAYER
    user.email = user.first_name = user.last_name = ""
    user.language = user.browser_language = user.time_zone = ""
    user.theme, user.quiet_from, user.quiet_until, user.rests_on_weekends = Theme.AUTO, None, None, False
    user.reach = {}
    user.results_for = user.invited_by = Audience.EVERYBODY
    user.is_active = user.is_staff = user.is_superuser = user.is_guest = False
    user.last_login = None
    user.set_unusable_password()


def ban(*, user: User, by: User) -> None:
    """Shuts somebody out until the ban is lifted. Their sessions and tokens end, and apps take them out of their games.

    As when an account is deleted, that comes once the ban is stored.
    """
    _check_may_moderate(by, user)
    if user == by:
        raise PermissionDenied(_("Nobody can ban themselves."))
    with transaction.atomic(durable=True):
        shut_out = {"is_active": False, "session_era": F("session_era") + 1, "leaving_since": timezone.now()}
        User.objects.filter(pk=user.pk, deleted_at=None).update(**shut_out)
        revoke_all(user)
    _run_leave_hooks(user, by)


def lift_ban(*, user: User, by: User) -> None:
    """Lets somebody in again. They log in anew; sessions and tokens from before the ban stay ended."""
    _check_may_moderate(by, user)
    if not User.objects.filter(pk=user.pk, deleted_at=None).update(is_active=True, leaving_since=None):
        raise PermissionDenied(_("This account is deleted. Nobody can come back to it."))
    user.refresh_from_db()
    announce_rename(user)


def set_muted(*, user: User, muted: bool, by: User) -> None:
    """Whether somebody may not write in chats. They go on playing and reading."""
    _check_may_moderate(by, user)
    User.objects.filter(pk=user.pk).update(is_muted=muted)
    user.is_muted = muted


def _check_may_moderate(by: User, over: User) -> None:
    if not by.is_staff:
        raise PermissionDenied(_("Only those who look after the site can do this."))
    if (over.is_staff or over.is_superuser) and not by.is_superuser:
        raise PermissionDenied(_("Only an administrator can do this to somebody who looks after the site."))


@transaction.atomic
def remove_abandoned_guests() -> None:
    """Removes guests who have not come in for long, nor have their programs, and who have never sat at a table.

    Some at a time.
    """
    gone = list(_not_kept(_long_gone_guests()).values_list("pk", flat=True)[:GUESTS_AT_ONCE])
    # While they are locked nobody can give them a seat; some may just have taken one.
    locked = list(User.objects.select_for_update().filter(pk__in=gone).values_list("pk", flat=True))
    _not_kept(_long_gone_guests().filter(pk__in=locked)).delete()


def _long_gone_guests() -> QuerySet[User]:
    before = timezone.now() - ABANDONED_AFTER
    away = User.objects.filter(Q(last_login__lt=before) | Q(last_login=None, date_joined__lt=before), is_guest=True)
    return away.exclude(api_tokens__last_used_at__gte=before)


def _not_kept(people: QuerySet[User]) -> QuerySet[User]:
    for kept in hooks.keeps_user:
        people = people.exclude(pk__in=kept(User.objects.all()).values("pk"))
    return people


def personal_data(*, user: User) -> dict[str, object]:
    """All that the site knows about a person, as plain data; no secrets."""
    known: dict[str, object] = {"account": _account_data(user), "people": friends.personal_friends(user)}
    return known | {key: answer(user) for key, answer in hooks.personal_data_sources}


def _account_data(user: User) -> dict[str, object]:
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
        "browser_language": user.browser_language,
        "time_zone": user.time_zone,
        "theme": user.theme,
        "results_for": user.results_for,
        "invited_by": user.invited_by,
        "quiet_from": user.quiet_from,
        "quiet_until": user.quiet_until,
        "rests_on_weekends": user.rests_on_weekends,
        "vacations": list(user.vacations.values("first_day", "last_day")),
        "messages": {kind: kinds.ways_for(user, kind) for kind in kinds.KINDS},
        "browsers": list(user.push_subscriptions.values("browser", "created_at")),
        "api_tokens": list(
            user.api_tokens.values("name", "scopes", "created_at", "expires_at", "last_used_at", "revoked_at")
        ),
        "muted_in_chats": user.is_muted,
        "joined": user.date_joined,
        "last_login": user.last_login,
    }
