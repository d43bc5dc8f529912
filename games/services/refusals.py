"""What a service may answer instead of doing it: a code for programs, a sentence for people, a status for the web."""

from typing import ClassVar

from django.utils.functional import Promise

from games.rules import RuleViolation
from games.tableau.refusals import sentence_of
from hsweb.limits.rates import Limit


class Refused(Exception):
    """What was asked is not possible. Nothing was changed."""

    code = "refused"
    status: ClassVar[int] = 422

    def __init__(self, message: str | Promise, code: str = "") -> None:
        super().__init__(message)
        self.message = message
        self.code = code or self.code

    def __str__(self) -> str:
        return str(self.message)


class NotAllowed(Refused):
    """Not for this person."""

    code = "not_allowed"
    status = 403


class Stale(Refused):
    """The table had changed before this arrived: look again, then decide."""

    code = "stale"
    status = 409


class TooFast(Refused):
    """Too many in too short a time, as far as it is known which limit that was."""

    code = "too_fast"
    status = 429

    def __init__(self, message: str | Promise, code: str = "", *, limit: Limit | None = None) -> None:
        super().__init__(message, code)
        self.limit = limit


Problem = Refused | RuleViolation


def status_of(problem: Problem | None) -> int:
    """With which status the web tells it; what the rules refuse is as wrong as anything else that cannot be done."""
    return 200 if problem is None else getattr(problem, "status", Refused.status)


def sentence(problem: Problem | None) -> str:
    """The same for whoever reads it, in the language in force."""
    if isinstance(problem, RuleViolation):
        return sentence_of(problem)
    return "" if problem is None else str(problem.message)
