from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.template.loader import render_to_string
from django.utils.translation import get_language_from_request, override
from django.utils.translation import gettext as _

from hsweb.http.errors import too_big
from hsweb.limits.rates import A_MINUTE
from hsweb.limits.sizes import most_bytes, takes_files

Answer = Callable[[HttpRequest], HttpResponse]


def refuse_other_charsets(get_response: Answer) -> Answer:
    """Refuse what claims another encoding before anything reads it: not all of Python's codecs are for text."""

    def middleware(request: HttpRequest) -> HttpResponse:
        charset = (request.content_params or {}).get("charset", "utf-8")
        if charset.lower() == "utf-8":
            return get_response(request)
        return HttpResponseBadRequest(_("This site reads UTF-8 only."), content_type="text/plain; charset=utf-8")

    return middleware


def refuse_big_bodies(get_response: Answer) -> Answer:
    """Refuse what says of itself that it is too big, whichever server passes it on."""

    def middleware(request: HttpRequest) -> HttpResponse:
        length = request.headers.get("Content-Length") or "0"
        if length.isdecimal() and len(length) < 19 and int(length) <= most_bytes(request.path):
            return get_response(request)
        return too_big(request)

    return middleware


def refuse_writes_to_files(get_response: Answer) -> Answer:
    """Whoever sends something to a file gets a page that says so; those who hand out files would say nothing."""

    def middleware(request: HttpRequest) -> HttpResponse:
        if request.method in ("GET", "HEAD") or not request.path.startswith(settings.STATIC_URL):
            return get_response(request)
        with override(get_language_from_request(request)):
            page = render_to_string("405.html", {"is_page": True}).encode()
        return HttpResponse(page, status=405, headers={"Allow": "GET, HEAD", "Content-Length": len(page)})

    return middleware


def explain_wrong_methods(get_response: Answer) -> Answer:
    """Whoever types the address of a form, or sends one where none is, gets a page that says so, not an empty one."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if response.status_code == 405 and request.method != "HEAD" and not response.content:
            context = {"is_page": "GET" in response.headers.get("Allow", "")}
            response.content = render_to_string("405.html", context).encode()
        return response

    return middleware


def add_retry_after(get_response: Answer) -> Answer:
    """Whoever is refused because of a limit is told how long to wait at least."""

    def middleware(request: HttpRequest) -> HttpResponse:
        response = get_response(request)
        if response.status_code == 429:
            response.headers.setdefault("Retry-After", str(A_MINUTE))
        return response

    return middleware


def read_form_first(get_response: Answer) -> Answer:
    """Read a form before anything else, and refuse one that cannot be read. Pages about other refusals look into it."""

    def middleware(request: HttpRequest) -> HttpResponse:
        request.POST  # noqa: B018
        if request.FILES and not takes_files(request.path):
            return too_big(request)
        return get_response(request)

    return middleware
