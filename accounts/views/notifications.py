"""The page where people say how they want to be reached, and the browsers that they are reached by."""

from django.conf import settings
from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext as _
from django.views.decorators.cache import never_cache
from django.views.decorators.csrf import csrf_exempt
from django.views.decorators.http import require_http_methods, require_POST

from accounts.models import User
from accounts.notifications import kinds, push
from accounts.notifications.browsers import forget_browser, remember_browser, request_greeting
from accounts.notifications.mail import find_unsubscription, verified_address
from accounts.requests import PersonalRequest, posted_pk
from hsweb.http import outbound
from hsweb.http.clients import address_mark
from hsweb.limits.rates import A_MINUTE, AN_HOUR, Limit

GREETINGS = Limit("greetings", 5, A_MINUTE)
NEW_BROWSERS = Limit("browsers", 20, AN_HOUR)


@require_http_methods(["GET", "HEAD", "POST"])
@never_cache
@login_required
def page(request: PersonalRequest) -> HttpResponse:
    if request.method == "POST":
        for kind in kinds.KINDS:
            kept = () if settings.SENDS_MAIL else _mail_as_before(request.user, kind)
            kinds.set_ways(user=request.user, kind=kind, ways=(*request.POST.getlist(kind), *kept))
        messages.success(request, _("Your choices are saved."))
        return redirect("accounts:reach")
    return render(request, "accounts/reach.html", _context(request))


@require_POST
@login_required
def add_browser(request: PersonalRequest) -> HttpResponse:
    """A browser has agreed to show messages; its page tells us where it is reached."""
    posted = request.POST
    if not NEW_BROWSERS.consume(request.user.pk):
        return HttpResponse(_("You have added many browsers already. Wait an hour, then go on."), status=429)
    try:
        remember_browser(
            user=request.user,
            endpoint=posted.get("endpoint", ""),
            p256dh=posted.get("p256dh", ""),
            auth=posted.get("auth", ""),
            browser=request.headers.get("User-Agent", ""),
            added_from=address_mark(request),
        )
    except (push.BadKeys, outbound.ForbiddenUrl):
        return HttpResponse(_("This browser gave us no way to send it messages."), status=422)
    return HttpResponse(status=204)


@require_POST
@login_required
def remove_browser(request: PersonalRequest) -> HttpResponse:
    """One that is gone already, or somebody else's, is no error. Scripts name it by its address, people by a button."""
    endpoint, pk = request.POST.get("endpoint", ""), posted_pk(request, "browser")
    forget_browser(user=request.user, endpoint=endpoint, pk=pk)
    return redirect("accounts:reach")


@require_POST
@login_required
def try_out(request: PersonalRequest) -> HttpResponse:
    if not request.user.push_subscriptions.filter(dropped="").exists():
        messages.error(request, _("No browser shows your messages yet. Turn them on first."))
    elif not GREETINGS.consume(request.user.pk):
        messages.error(request, _("That was a lot of messages. Wait a minute."))
    else:
        request_greeting(user=request.user)
        messages.success(request, _("A message is on its way. It takes a few seconds."))
    return redirect("accounts:reach")


def _context(request: PersonalRequest) -> dict[str, object]:
    user = request.user
    return {
        "kinds": [(kind, words, _ways(kind, kinds.ways_for(user, kind))) for kind, words in kinds.KINDS.items()],
        "ways": _offered().values(),
        "browsers": user.push_subscriptions.all(),
        "address": verified_address(user),
        "public_key": push.public_key(),
        "sends_mail": settings.SENDS_MAIL,
    }


def _offered() -> dict[str, Promise]:
    """The ways that this site has."""
    return {way: words for way, words in kinds.WAY_LABELS.items() if settings.SENDS_MAIL or way != kinds.MAIL}


def _mail_as_before(user: User, kind: str) -> tuple[str, ...]:
    return (kinds.MAIL,) if kinds.wants(user, kind, kinds.MAIL) else ()


def _ways(kind: str, chosen: tuple[str, ...]) -> list[tuple[str, Promise, bool, bool]]:
    """Each way, in words, whether it is chosen, and whether it can be."""
    return [(way, words, way in chosen, (kind, way) not in kinds.IMPOSSIBLE) for way, words in _offered().items()]


@csrf_exempt
@never_cache
@require_http_methods(["GET", "HEAD", "POST"])
def unsubscribe(request: HttpRequest, token: str) -> HttpResponse:
    """From a link in a mail, without logging in. Mail programs post here by themselves; looking changes nothing."""
    found = find_unsubscription(token)
    if found is None:
        return render(request, "accounts/unsubscribe.html", status=404)
    user, kind = found
    if request.method == "POST":
        unwanted = list(kinds.KINDS) if "everything" in request.POST else [kind]
        for each in unwanted:
            ways = tuple(way for way in kinds.ways_for(user, each) if way != kinds.MAIL)
            kinds.set_ways(user=user, kind=each, ways=ways)
    context = {"found": True, "kind": kinds.KINDS[kind], "mails": kinds.wants(user, kind, kinds.MAIL)}
    return render(request, "accounts/unsubscribe.html", context)
