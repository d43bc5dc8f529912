"""What a service may answer instead of doing it: a code for programs and a sentence for people."""

from django.utils.functional import Promise


class Refused(Exception):
    """What was asked is not possible. Nothing was changed."""

    code = "refused"

    def __init__(self, message: str | Promise, code: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.code = code or self.code

    def __str__(self) -> str:
        return str(self.message)


class NotAllowed(Refused):
    """Not for this person."""

    code = "not_allowed"


class Stale(Refused):
    """The table had changed before this arrived: look again, then decide."""

    code = "stale"


class TooFast(Refused):
    """Too many in too short a time."""

    code = "too_fast"
