"""The first account of a new site."""

import secrets

from django.db.models import Q

from accounts.models import User
from accounts.names.look_alikes import skeleton

USERNAME = "admin"


def create_first_admin() -> str | None:
    """Make an administrator if there is none yet, and return the password: the only time it can be read."""
    taken = Q(is_superuser=True) | Q(username=USERNAME) | Q(username_skeleton=skeleton(USERNAME))
    if User.objects.filter(taken).exists():
        return None
    password = secrets.token_urlsafe(12)
    User.objects.create_superuser(USERNAME, password=password)
    return password
