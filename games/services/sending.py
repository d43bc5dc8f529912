"""Takes a letter to a browser, a mailbox or a chat, and forgets those where nobody listens any more."""

import time
from collections.abc import Sequence

from django.db.models import F
from django.utils.translation import gettext as _
from django_tasks import task

from accounts import push
from accounts.languages import speaking_to
from accounts.models import PushSubscription
from accounts.tasks import deliver_about_games, write_to
from accounts.unwelcome import switch_off
from games import letters
from games.letters import Letter
from games.models import Game, Webhook
from games.services import alerts
from games.services.packing import ABOUT_TURNS, CHAT, MAIL, PUSH
from hsweb import outbound

GONE = (404, 410)
"""Nobody listens at this address any more."""
REFUSED = (400, 401, 403, 405, 413)
"""Asking again would be answered alike."""
MOST_FAILURES = 5


def is_settled(letter: Letter, target: str, seconds: float) -> bool:
    """Send it there, in that time; whether there is nothing more to do about this target."""
    way, _colon, number = target.partition(":")
    return {PUSH: _push, MAIL: _mail, CHAT: _chat}[way](letter, int(number), min(seconds, outbound.SECONDS_IN_ALL))


def greet(browsers: Sequence[int], seconds: float) -> None:
    """Show somebody in each of these browsers what messages look like. One that does not answer has failed."""
    until = time.monotonic() + seconds
    for browser in PushSubscription.objects.filter(pk__in=browsers).select_related("user").order_by("failures", "pk"):
        left = until - time.monotonic()
        if left > 0:
            with speaking_to(browser.user):
                hello = letters.hello()
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
    except outbound.Unwelcome:
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


def _chat(letter: Letter, webhook_id: int, seconds: float) -> bool:
    webhook = Webhook.objects.filter(pk=webhook_id, dropped="").select_related("game__host").first()
    if webhook is None:
        return True
    with speaking_to(webhook.game.host):
        return _told(letter, webhook, seconds)


def _told(letter: Letter, webhook: Webhook, seconds: float) -> bool:
    """If it fails for good, its host reads why."""
    payload = letters.chat_payload(webhook.style, letter.body, letter.url)
    try:
        status = outbound.post_json(webhook.url, payload, seconds)
    except outbound.Unwelcome:
        return _drop(webhook, _("its address is not one that this site may post to"))
    except outbound.Unreachable:
        status = 0
    if 200 <= status < 300:
        Webhook.objects.filter(pk=webhook.pk).update(failures=0)
        return True
    Webhook.objects.filter(pk=webhook.pk).update(failures=F("failures") + 1)
    if status in (*GONE, *REFUSED):
        return _drop(webhook, _("it answered %(status)d") % {"status": status})
    if webhook.failures + 1 >= MOST_FAILURES:
        kept = _("it kept answering %(status)d") % {"status": status}
        return _drop(webhook, kept if status else _("it did not answer"))
    return False


def _drop(webhook: Webhook, why: str) -> bool:
    """In the language of the host, who reads it at the table, too."""
    Webhook.objects.filter(pk=webhook.pk).update(dropped=why)
    host = webhook.game.host
    if host is not None:
        told = _("The chat of your table is told nothing any more: %(why)s.") % {"why": why}
        write_to(host, _("A chat is told nothing any more"), f"{told}\n\n{letters.table_address(webhook.game)}")
    return True


def drop_unwelcome() -> None:
    """Chats that were connected when other addresses were welcome, and still hear of a game."""
    heard = Webhook.objects.filter(dropped="").exclude(game__status__in=Game.ENDED)
    for webhook in heard.select_related("game__host").iterator():
        try:
            outbound.check(webhook.url)
        except outbound.Unwelcome:
            with speaking_to(webhook.game.host):
                _drop(webhook, _("its address is not one that this site may post to"))


@task()
def greet_chat(webhook_id: int) -> None:
    """The first line in a chat that was just connected. Only tasks from before an update ask for it."""
    webhook = Webhook.objects.filter(pk=webhook_id).first()
    if webhook is not None:
        alerts.greet_chat(webhook)
