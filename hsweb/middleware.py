from collections.abc import Callable

from django.http import HttpRequest, HttpResponse, HttpResponseBadRequest
from django.utils.translation import gettext as _

Answer = Callable[[HttpRequest], HttpResponse]


def only_utf8(get_response: Answer) -> Answer:
    """Refuse what claims another encoding before anything reads it: not all of Python's codecs are for text."""

    def middleware(request: HttpRequest) -> HttpResponse:
        charset = (request.content_params or {}).get("charset", "utf-8")
        if charset.lower() == "utf-8":
            return get_response(request)
        return HttpResponseBadRequest(_("This site reads UTF-8 only."), content_type="text/plain; charset=utf-8")

    return middleware
