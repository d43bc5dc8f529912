"""Around everything that answers programs: what they asked is counted, and whatever refuses them does so in JSON."""

from collections.abc import Callable

from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language_from_request, override

from games.api.callers import Caller
from games.api.errors import error_of
from games.api.limits import STRANGERS, count, is_beyond, tell, too_fast
from hsweb.http.clients import address_of_request
from hsweb.http.json_errors import error_body, error_of_status, is_api
from hsweb.limits.request_queue import is_known_here

JSON = "application/json"
SAFE = ("GET", "HEAD", "OPTIONS")
OPEN_TO_ALL = {"docs", "games", "guests", "openapi.json"}
"""Where nobody is asked who they are."""
Answer = Callable[[HttpRequest], HttpResponse]


def answer_programs(get_response: Answer) -> Answer:
    def middleware(request: HttpRequest) -> HttpResponse:
        if not is_api(request.path):
            return get_response(request)
        response = _refused_at_once(request) or get_response(request)
        if response.status_code >= 400 and response.headers.get("Content-Type", "").partition(";")[0] != JSON:
            _put_in_json(request, response)
        caller: Caller | None = getattr(request, "auth", None)
        tell(
            response,
            count(request, None if caller is None else caller.user, stored=getattr(request, "has_stored", False)),
        )
        patch_cache_control(response, private=True, no_cache=True)
        return response

    return middleware


def _refused_at_once(request: HttpRequest) -> HttpResponse | None:
    """What is no JSON would be read as a form, and cannot be read again; and of strangers only so many are heard."""
    if request.method not in SAFE and request.content_type not in ("", JSON):
        return HttpResponse(status=415)
    if _may_be_stranger(request) and is_beyond(STRANGERS, address_of_request(request)):
        with override(get_language_from_request(request)):
            return HttpResponse(error_body(request.path, error_of(too_fast(STRANGERS))), JSON, status=429)
    return None


def _may_be_stranger(request: HttpRequest) -> bool:
    """Whether nobody with what they show was let in here before, or they ask for what nobody is asked who they are."""
    return not is_known_here(request) or request.path.rpartition("/")[2] in OPEN_TO_ALL


def _put_in_json(request: HttpRequest, response: HttpResponse) -> None:
    with override(get_language_from_request(request)):
        response.content = error_body(request.path, error_of_status(response.status_code)).encode()
    response["Content-Type"] = JSON
    if response.has_header("Content-Length"):
        response["Content-Length"] = len(response.content)
