"""Around everything that answers programs: what they asked is counted, and whatever refuses them does so in JSON."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.utils.cache import patch_cache_control
from django.utils.translation import get_language_from_request, override

from games.api.callers import Caller
from games.api.limits import STRANGERS, count, is_beyond, tell
from hsweb.http.clients import address_of_request
from hsweb.http.json_errors import error_body, error_of_status, is_api

JSON = "application/json"
SAFE = ("GET", "HEAD", "OPTIONS")
Answer = Callable[[HttpRequest], HttpResponse]


def answer_programs(get_response: Answer) -> Answer:
    def middleware(request: HttpRequest) -> HttpResponse:
        if not is_api(request.path):
            return get_response(request)
        refused = _refused_at_once(request)
        response = HttpResponse(status=refused) if refused else get_response(request)
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


def _refused_at_once(request: HttpRequest) -> int:
    """With which status, if it is: what is no JSON would be read as a form, and cannot be read again."""
    if request.method not in SAFE and request.content_type not in ("", JSON):
        return 415
    return 429 if _is_busy_stranger(request) else 0


def _is_busy_stranger(request: HttpRequest) -> bool:
    """Whether somebody who shows nothing by which they could be known comes from where many such requests do."""
    is_stranger = "Authorization" not in request.headers and settings.SESSION_COOKIE_NAME not in request.COOKIES
    return is_stranger and is_beyond(STRANGERS, address_of_request(request))


def _put_in_json(request: HttpRequest, response: HttpResponse) -> None:
    with override(get_language_from_request(request)):
        response.content = error_body(request.path, error_of_status(response.status_code)).encode()
    response["Content-Type"] = JSON
    if response.has_header("Content-Length"):
        response["Content-Length"] = len(response.content)
