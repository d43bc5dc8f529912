"""Pages for when something is refused."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.http import url_has_allowed_host_and_scheme


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Logging in or out in another tab makes open forms stale; a fresh page puts that right."""
    if request.headers.get("HX-Request"):
        return HttpResponse(status=403, headers={"HX-Refresh": "true"})
    return render(request, "403_csrf.html", {"back": _page_before(request)}, status=403)


def _page_before(request: HttpRequest) -> str:
    referer = request.headers.get("Referer", "")
    return referer if url_has_allowed_host_and_scheme(referer, {request.get_host()}) else "/"
