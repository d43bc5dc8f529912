"""How much a program may ask for. What is stored as a move counts for nothing, so nobody who plays has to wait."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext as _

from accounts.models import User
from games.services.refusals import Problem, TooFast
from hsweb.http.clients import address_of_request
from hsweb.limits.rates import A_MINUTE, ADDRESS, OpenLimit, Remaining

REQUESTS = OpenLimit("api", lambda: settings.ACTIONS_PER_MINUTE, A_MINUTE)
STRANGERS = OpenLimit("api_strangers", 300, A_MINUTE, ADDRESS)
WRONG_TOKENS = OpenLimit("wrong_tokens", 30, A_MINUTE, ADDRESS)


def check_limit(limit: OpenLimit, who: object) -> None:
    if is_beyond(limit, who):
        raise too_fast(limit)


def is_beyond(limit: OpenLimit, who: object) -> bool:
    return limit.look(who).left <= 0


def too_fast(limit: OpenLimit) -> TooFast:
    return TooFast(_("That is a lot at once. Wait a minute, then go on."), limit=limit)


def count(request: HttpRequest, user: User | None, *, stored: bool) -> Remaining:
    """Count a request that was answered, unless a move was stored by it, and say what is left."""
    limit, who = (STRANGERS, address_of_request(request)) if user is None else (REQUESTS, user.pk)
    if not stored:
        limit.consume(who)
    return limit.look(who)


def tell(response: HttpResponse, left: Remaining) -> None:
    for name, value in headers_of(left).items():
        response[name] = value
    if response.status_code == 429:
        response.setdefault("Retry-After", str(left.seconds))


def headers_of(left: Remaining) -> dict[str, str]:
    told = {"Limit": left.most, "Remaining": max(0, left.left), "Reset": left.seconds}
    return {f"RateLimit-{name}": str(number) for name, number in told.items()}


def wait_of(problem: Problem) -> dict[str, str]:
    """The header that says how long to wait, if that is known."""
    limit = problem.limit if isinstance(problem, TooFast) else None
    return {} if limit is None else {"Retry-After": str(limit.seconds_to_wait)}
