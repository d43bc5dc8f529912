"""Pages for when something is refused. Those for broken requests need nothing of the request itself."""

from django.core.exceptions import RequestDataTooBig, TooManyFieldsSent, TooManyFilesSent
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.template.loader import render_to_string


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    if isinstance(exception, RequestDataTooBig | TooManyFieldsSent | TooManyFilesSent):
        return too_big(request)
    return HttpResponse(render_to_string("400.html"), status=400)


def too_big(request: HttpRequest) -> HttpResponse:
    return HttpResponse(render_to_string("413.html"), status=413)


def too_many(request: HttpRequest) -> HttpResponse:
    return render(request, "429.html", status=429)
