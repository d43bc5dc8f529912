"""Finding people by the name they log in with."""

from accounts.models import User


def find_person(username: str) -> User | None:
    """Somebody with a public page: everybody whose account exists."""
    if not username.isprintable():
        return None
    return User.objects.filter(username=username, is_active=True, deleted_at=None).first()
