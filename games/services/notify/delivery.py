"""Takes a letter to a browser, a mailbox or a chat, and forgets those where nobody listens any more."""

import time
from collections.abc import Sequence

from django.db.models import F

from accounts.languages import in_language_of
from accounts.models import PushSubscription
from accounts.notifications import push
from accounts.services.forbidden_browsers import switch_off
from accounts.tasks import deliver_about_games
from games.services.notify.composition import ABOUT_TURNS, CHAT, MAIL, PUSH
from games.services.notify.webhooks import GONE, MOST_FAILURES, REFUSED, post_to_webhook
from games.wording import notifications
from games.wording.notifications import Letter
from hsweb.http import outbound


def deliver(letter: Letter, target: str, seconds: float) -> bool:
    """Send it there, in that time; whether there is nothing more to do about this target."""
    way, _colon, number = target.partition(":")
    send = {PUSH: _push, MAIL: _mail, CHAT: post_to_webhook}[way]
    return send(letter, int(number), min(seconds, outbound.SECONDS_IN_ALL))


def send_greeting(browsers: Sequence[int], seconds: float) -> None:
    """Show somebody in each of these browsers what messages look like. One that does not answer has failed."""
    until = time.monotonic() + seconds
    for browser in PushSubscription.objects.filter(pk__in=browsers).select_related("user").order_by("failures", "pk"):
        left = until - time.monotonic()
        if left > 0:
            with in_language_of(browser.user):
                hello = notifications.hello()
            _push(hello, browser.pk, min(left, outbound.SECONDS_IN_ALL))


def _push(letter: Letter, subscription_id: int, seconds: float) -> bool:
    browser = PushSubscription.objects.filter(pk=subscription_id, dropped="").first()
    if browser is None:
        return True
    message = {"title": letter.title, "body": letter.body, "url": letter.url, "tag": letter.tag}
    message["body"] = message["body"].encode()[: push.LONGEST // 2].decode(errors="ignore")
    urgent = letter.kind in ABOUT_TURNS
    try:
        keys = {"p256dh": browser.p256dh, "auth": browser.auth}
        status = push.send(browser.endpoint, **keys, message=message, urgent=urgent, seconds=seconds)
    except outbound.ForbiddenUrl:
        switch_off(browser)
        return True
    except push.BadKeys:
        browser.delete()
        return True
    except outbound.Unreachable:
        status = 0
    if 200 <= status < 300:
        PushSubscription.objects.filter(pk=browser.pk).update(failures=0)
        return True
    PushSubscription.objects.filter(pk=browser.pk).update(failures=F("failures") + 1)
    if status in GONE or browser.failures + 1 >= MOST_FAILURES:
        browser.delete()
        return True
    return status in REFUSED


def _mail(letter: Letter, user_id: int, seconds: float) -> bool:
    """Letters have a lane of their own, in which they are tried again: nothing else waits for the mail server."""
    deliver_about_games.enqueue(user_id, letter.kind, letter.title, f"{letter.body}\n\n{letter.url}")
    return True
