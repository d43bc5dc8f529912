"""Accounts are locked by everybody in one order, and without their keys: what points to them can be stored meanwhile.

Games are locked before accounts: call these once the game is locked.
"""

from accounts.models import User


def lock_if_active(user: User) -> bool:
    """Whether somebody may take a seat. Until the transaction of the caller ends, they cannot be banned."""
    locked = User.objects.select_for_update(no_key=True).filter(pk=user.pk)
    return locked.values_list("is_active", flat=True).first() is True


def lock_users(*people: User) -> None:
    pks = {person.pk for person in people}
    list(User.objects.select_for_update(no_key=True).filter(pk__in=pks).order_by("pk").values_list("pk"))
