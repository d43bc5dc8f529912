"""Finding people by the name they log in with."""

from django.db.models import QuerySet

from accounts.models import User
from accounts.names.look_alikes import skeleton


def find_person(username: str) -> User | None:
    """Somebody with a public page: everybody whose account exists."""
    if not username.isprintable():
        return None
    people = User.objects.filter(is_active=True, deleted_at=None)
    return people.filter(username=username).first() or _find_ignoring_case(people, username)


def _find_ignoring_case(people: QuerySet[User], username: str) -> User | None:
    """Phones write the first letter large, and no two people have names that differ in that alone."""
    found = people.filter(username_skeleton=skeleton(username)[:255]).first()
    return found if found and found.username.casefold() == username.casefold() else None
