"""What makes the site installable, and what a browser shows while the site is out of reach."""

from django.conf import settings
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import render
from django.templatetags.static import static
from django.utils.translation import gettext as _
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

BAIZE, PAPER = "#1f4d3f", "#f7f1e3"
ICONS = (("icons/icon-192.png", "192x192", "any"), ("icons/icon-512.png", "512x512", "any"))
MASKABLE = ("icons/maskable-512.png", "512x512", "maskable")


@require_safe
@cache_control(max_age=3600)
def manifest(request: HttpRequest) -> HttpResponse:
    icons = [
        {"src": static(path), "sizes": sizes, "type": "image/png", "purpose": purpose}
        for path, sizes, purpose in (*ICONS, MASKABLE)
    ]
    facts = {
        "name": settings.SITE_NAME,
        "short_name": settings.SITE_NAME,
        "description": _("Play the card games High Society and CartesSociété with friends."),
        "id": "/",
        "start_url": "/my-games/",
        "scope": "/",
        "display": "standalone",
        "background_color": PAPER,
        "theme_color": BAIZE,
        "icons": icons,
    }
    return JsonResponse(facts, content_type="application/manifest+json")


@require_safe
@cache_control(no_cache=True)
def service_worker(request: HttpRequest) -> HttpResponse:
    """At the top of the site, because a worker looks after what lies below its own address."""
    return render(request, "site/service-worker.js", content_type="text/javascript; charset=utf-8")


@require_safe
def offline(request: HttpRequest) -> HttpResponse:
    return render(request, "site/offline.html")
