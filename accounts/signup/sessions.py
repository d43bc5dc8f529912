"""Whether people who came in some time ago are still in."""

from collections.abc import Iterable, Mapping
from importlib import import_module
from itertools import chain

from channels.auth import AuthMiddleware
from channels.db import database_sync_to_async
from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import AnonymousUser
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.models import Session
from django.utils import timezone
from django.utils.crypto import constant_time_compare

from accounts.models import User
from hsweb.databases.prepared import PreparedQuery
from hsweb.http.asgi_types import Scope


def is_session_valid(session: SessionBase, user: User) -> bool:
    """Whether a session is still this user's: they may have logged out, changed their password or be banned.

    It was read when they came in: whose it is does not change as long as it has its key.
    """
    row, owner = _find_session.first(session.session_key), _find_owner.first(user.pk)
    if row is None or row.expire_date <= timezone.now():
        return False
    return owner is not None and owner.is_active and _belongs_to(session, owner)


_find_session = PreparedQuery(lambda: Session.objects.filter(pk="").only("expire_date"))
_find_owner = PreparedQuery(lambda: User.objects.filter(pk=0).only("password", "is_active"))


def valid_session_keys(owners: Mapping[str, int]) -> set[str]:
    """Which of these sessions are still those of their owners, each given by their key, asked for all at once."""
    people = User.objects.in_bulk(set(owners.values()))
    valid = set()
    for key, session in _load_sessions(owners):
        user = people.get(owners[key])
        if user is not None and user.is_active and _belongs_to(session, user):
            valid.add(key)
    return valid


def _load_sessions(keys: Iterable[str]) -> list[tuple[str, dict[str, object]]]:
    store: SessionBase = import_module(settings.SESSION_ENGINE).SessionStore()
    rows = Session.objects.filter(session_key__in=keys, expire_date__gt=timezone.now())
    return [(row.session_key, store.decode(row.session_data)) for row in rows]


def _belongs_to(session: SessionBase | dict[str, object], user: User) -> bool:
    """Whether it was begun by them, with the password they have now, under whichever of the site's keys."""
    hashes = chain([user.get_session_auth_hash()], user.get_session_auth_fallback_hash())
    begun_with = str(session.get(HASH_SESSION_KEY, ""))
    return session.get(SESSION_KEY) == str(user.pk) and any(constant_time_compare(begun_with, each) for each in hashes)


class SessionUserMiddleware(AuthMiddleware):
    """Says whose a socket is. Channels' own knows the newest key alone, and ends each session of an older one."""

    async def resolve_scope(self, scope: Scope) -> None:
        scope["user"]._wrapped = await database_sync_to_async(user_of)(scope["session"])


def user_of(session: SessionBase) -> User | AnonymousUser:
    key = session.get(SESSION_KEY)
    user = User.objects.filter(pk=key, is_active=True).first() if key is not None else None
    return user if user is not None and _belongs_to(session, user) else AnonymousUser()
