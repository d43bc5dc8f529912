"""The browsers by which people are reached."""

from collections.abc import Collection, Iterable
from datetime import datetime

from django.db import transaction
from django.db.models import Exists, Min, OuterRef
from django.utils import timezone

from accounts.models import PushSubscription, User
from accounts.notifications import push
from hsweb.http import outbound

MOST_BROWSERS = 10
NAMES = (
    ("Edg", "Edge"),
    ("OPR", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("Chrome", "Chrome"),
    ("CriOS", "Chrome"),
    ("Safari", "Safari"),
)
SYSTEMS = ("Android", "iPhone", "iPad", "Windows", "Macintosh", "Linux")


@transaction.atomic
def remember_browser(*, user: User, endpoint: str, p256dh: str, auth: str, browser: str, added_from: str = "") -> None:
    """From now on this browser shows messages to this person, and to nobody who used it before.

    `added_from` marks the address from which it was added. `push.BadKeys` or `outbound.ForbiddenUrl` if nothing could
    be sent there.
    """
    outbound.check_url(endpoint)
    push.check_keys(p256dh, auth)
    # Somebody may have deleted their account meanwhile: nothing of them is stored any more.
    if not User.objects.select_for_update(no_key=True).filter(pk=user.pk, is_active=True).exists():
        return
    keys = {"p256dh": p256dh, "auth": auth}
    facts = {
        "user": user,
        **keys,
        "browser": browser_name(browser),
        "added_from": added_from,
        "failures": 0,
        "dropped": "",
    }
    PushSubscription.objects.update_or_create(endpoint=endpoint, defaults=facts)
    kept = user.push_subscriptions.order_by("-pk").values_list("pk", flat=True)[:MOST_BROWSERS]
    user.push_subscriptions.exclude(pk__in=list(kept)).delete()


def request_greeting(*, user: User) -> None:
    """Somebody wants to see what messages look like, in each of their browsers. The courier brings them."""
    user.push_subscriptions.filter(dropped="").update(greet_at=timezone.now())


def people_to_greet(besides: Collection[int | None], *, shaky: bool | None) -> dict[int | None, datetime]:
    """Who waits to be greeted in some browser, and since when.

    `shaky` asks for those alone where sending has failed of late, or not.
    """
    failing = Exists(PushSubscription.objects.filter(user=OuterRef("user"), failures__gt=0))
    waiting = PushSubscription.objects.filter(greet_at__isnull=False).exclude(user__in=[who for who in besides if who])
    if shaky is not None:
        waiting = waiting.annotate(shaky=failing).filter(shaky=shaky)
    since = waiting.order_by().values("user").annotate(since=Min("greet_at"))
    return {row["user"]: row["since"] for row in since}


def take_greetings(people: Iterable[int | None]) -> dict[int | None, list[int]]:
    """The browsers in which these people are to be greeted, for whoever asks first: each is greeted once."""
    waiting = PushSubscription.objects.filter(greet_at__isnull=False, user__in=[who for who in people if who])
    taken: dict[int | None, list[int]] = {}
    for browser in waiting:
        if PushSubscription.objects.filter(pk=browser.pk, greet_at__isnull=False).update(greet_at=None):
            taken.setdefault(browser.user_id, []).append(browser.pk)
    return taken


def forget_browser(*, user: User, endpoint: str = "", pk: int | None = None) -> None:
    found = (
        user.push_subscriptions.filter(pk=pk) if pk is not None else user.push_subscriptions.filter(endpoint=endpoint)
    )
    found.delete()


def browser_name(user_agent: str) -> str:
    """What people call a browser that introduces itself like this: "Firefox, Android"."""
    program = next((name for sign, name in NAMES if sign in user_agent), "")
    system = next((system for system in SYSTEMS if system in user_agent), "")
    return ", ".join(filter(None, (program, system.replace("Macintosh", "Mac"))))
