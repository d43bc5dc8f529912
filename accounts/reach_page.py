"""The page where people say how they want to be reached, and the browsers that they are reached by."""

from typing import Any

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from accounts import push, reach
from accounts.mail import unsubscribing, verified_address
from accounts.models import User
from accounts.reaching import ask_for_greeting, forget_browser, remember_browser
from accounts.requests import PersonalRequest
from hsweb import outbound
from hsweb.clients import mark_of_request
from hsweb.limits import A_MINUTE, AN_HOUR, Limit

GREETINGS = Limit("greetings", 5, A_MINUTE)
NEW_BROWSERS = Limit("browsers", 20, AN_HOUR)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def page(request: PersonalRequest) -> HttpResponse:
    if request.method == "POST":
        for kind in reach.KINDS:
            kept = () if settings.SENDS_MAIL else _mail_as_before(request.user, kind)
            reach.choose(user=request.user, kind=kind, ways=(*request.POST.getlist(kind), *kept))
        messages.success(request, _("Your choices are saved."))
        return redirect("accounts:reach")
    return render(request, "accounts/reach.html", _context(request))


@require_POST
@login_required
def add_browser(request: PersonalRequest) -> HttpResponse:
    """A browser has agreed to show messages; its page tells us where it is reached."""
    posted = request.POST
    if not NEW_BROWSERS.allows(request.user.pk):
        return HttpResponse(_("You have added many browsers already. Wait an hour, then go on."), status=429)
    try:
        remember_browser(
            user=request.user,
            endpoint=posted.get("endpoint", ""),
            p256dh=posted.get("p256dh", ""),
            auth=posted.get("auth", ""),
            browser=request.headers.get("User-Agent", ""),
            added_from=mark_of_request(request),
        )
    except (push.BadKeys, outbound.Unwelcome):
        return HttpResponse(_("This browser told us nothing that we could send messages to."), status=422)
    return HttpResponse(status=204)


@require_POST
@login_required
def remove_browser(request: PersonalRequest) -> HttpResponse:
    """One that is gone already, or somebody else's, is no error. Scripts name it by its address, people by a button."""
    number = request.POST.get("browser", "")
    is_number = number.isascii() and number.isdigit() and len(number) < 19
    forget_browser(user=request.user, endpoint=request.POST.get("endpoint", ""), pk=int(number) if is_number else None)
    return redirect("accounts:reach")


@require_POST
@login_required
def try_out(request: PersonalRequest) -> HttpResponse:
    if not request.user.push_subscriptions.filter(dropped="").exists():
        messages.error(request, _("No browser shows your messages yet. Turn them on first."))
    elif not GREETINGS.allows(request.user.pk):
        messages.error(request, _("That was a lot of messages. Wait a minute."))
    else:
        ask_for_greeting(user=request.user)
        messages.success(request, _("A message is on its way. It takes a few seconds."))
    return redirect("accounts:reach")


def _context(request: PersonalRequest) -> dict[str, Any]:
    user = request.user
    return {
        "kinds": [(kind, words, _ways(kind, reach.ways_for(user, kind))) for kind, words in reach.KINDS.items()],
        "ways": _offered().values(),
        "browsers": user.push_subscriptions.all(),
        "address": verified_address(user),
        "public_key": push.public_key(),
        "sends_mail": settings.SENDS_MAIL,
    }


def _offered() -> dict[str, Any]:
    """The ways that this site has."""
    return {way: words for way, words in reach.WAY_WORDS.items() if settings.SENDS_MAIL or way != reach.MAIL}


def _mail_as_before(user: User, kind: str) -> tuple[str, ...]:
    return (reach.MAIL,) if reach.wants(user, kind, reach.MAIL) else ()


def _ways(kind: str, chosen: tuple[str, ...]) -> list[tuple[str, Any, bool, bool]]:
    """Each way, in words, whether it is chosen, and whether it can be."""
    return [(way, words, way in chosen, (kind, way) not in reach.IMPOSSIBLE) for way, words in _offered().items()]


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """From a link in a mail, without logging in. Mail programs post here by themselves; looking changes nothing."""
    found = unsubscribing(token)
    if found is None:
        return render(request, "accounts/unsubscribe.html", status=404)
    user, kind = found
    if request.method == "POST":
        kinds = list(reach.KINDS) if "everything" in request.POST else [kind]
        for each in kinds:
            ways = tuple(way for way in reach.ways_for(user, each) if way != reach.MAIL)
            reach.choose(user=user, kind=each, ways=ways)
    context = {"found": True, "kind": reach.KINDS[kind], "mails": reach.wants(user, kind, reach.MAIL)}
    return render(request, "accounts/unsubscribe.html", context)
