"""Whether somebody who came in some time ago is still in."""

from importlib import import_module
from typing import Any

from django.conf import settings
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.utils.crypto import constant_time_compare

from accounts.models import User


def still_holds(session_key: str | None, user: User) -> bool:
    """Whether this session is still this user's: they may have logged out, changed their password or be banned."""
    store: Any = import_module(settings.SESSION_ENGINE).SessionStore(session_key)
    now = User.objects.filter(pk=user.pk, is_active=True).first()
    return (
        now is not None
        and store.get(SESSION_KEY) == str(now.pk)
        and constant_time_compare(store.get(HASH_SESSION_KEY, ""), now.get_session_auth_hash())
    )
