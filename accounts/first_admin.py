"""The first account of a new site."""

import secrets

from accounts.models import User

USERNAME = "admin"


def create_first_admin() -> str | None:
    """Make an administrator if there is none yet, and return the password: the only time it can be read."""
    if User.objects.filter(is_superuser=True).exists() or User.objects.filter(username=USERNAME).exists():
        return None
    password = secrets.token_urlsafe(12)
    User.objects.create_superuser(USERNAME, password=password)
    return password
