"""Usernames are told apart by people, not by machines: no two may look alike."""

from django.core.exceptions import ValidationError
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.names.look_alikes import skeleton
from accounts.names.validation import username_validators


class UsernameTaken(ValidationError):
    def __init__(self) -> None:
        super().__init__(_("Somebody has this username already, or one that looks like it."), code="username_taken")


def check_not_taken(username: str, besides: int | None = None) -> None:
    """Refuses what looks like the username of somebody else."""
    alike = User.objects.filter(username_skeleton=skeleton(username)[:255])
    if (alike if besides is None else alike.exclude(pk=besides)).exists():
        raise UsernameTaken


def check_username(username: str, besides: int | None = None) -> None:
    """Refuses what nobody may be called, and what looks like the username of somebody else."""
    for validate in username_validators:
        validate(username)
    check_not_taken(username, besides)
