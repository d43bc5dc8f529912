"""Finding people by the name they log in with."""

from django.db.models import QuerySet

from accounts.look_alikes import skeleton
from accounts.models import User


def find_person(username: str) -> User | None:
    """Somebody with a public page: everybody whose account exists."""
    if not username.isprintable():
        return None
    people = User.objects.filter(is_active=True, deleted_at=None)
    return people.filter(username=username).first() or _spelled_otherwise(people, username)


def _spelled_otherwise(people: QuerySet[User], username: str) -> User | None:
    """Phones write the first letter large, and no two people have names that differ in that alone."""
    found = people.filter(username_skeleton=skeleton(username)[:255]).first()
    return found if found and found.username.casefold() == username.casefold() else None
