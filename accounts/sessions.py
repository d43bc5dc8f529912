"""Whether people who came in some time ago are still in."""

from collections.abc import Iterable, Mapping
from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.sessions.models import Session
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from accounts.models import User


def still_holds(session_key: str | None, user: User) -> bool:
    """Whether this session is still this user's: they may have logged out, changed their password or be banned."""
    return bool(holding({session_key or "": user.pk}))


def holding(owners: Mapping[str, Any]) -> set[str]:
    """Which of these sessions are still those of their owners, each given by their key, asked for all at once."""
    people = User.objects.in_bulk(set(owners.values()))
    held = set()
    for key, session in _stored(owners):
        user = people.get(owners[key])
        if user is not None and user.is_active and _is_of(session, user):
            held.add(key)
    return held


def _stored(keys: Iterable[str]) -> Iterable[tuple[str, dict[str, Any]]]:
    store: Any = import_module(settings.SESSION_ENGINE).SessionStore()
    rows = Session.objects.filter(session_key__in=keys, expire_date__gt=timezone.now())
    return [(row.session_key, store.decode(row.session_data)) for row in rows]


def _is_of(session: dict[str, Any], user: User) -> bool:
    return session.get(SESSION_KEY) == str(user.pk) and constant_time_compare(
        session.get(HASH_SESSION_KEY, ""), user.get_session_auth_hash()
    )
