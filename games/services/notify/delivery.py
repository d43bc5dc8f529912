"""Takes a letter to a browser, a mailbox or a chat, and forgets those where nobody listens any more."""

import time
from collections.abc import Sequence

from django.db.models import F
from django.utils.translation import gettext as _

from accounts.languages import in_language_of
from accounts.models import PushSubscription
from accounts.notifications import push
from accounts.services.blocked_browsers import switch_off
from accounts.tasks import deliver_about_games, send_account_mail
from games.models import Game, Webhook
from games.services.notify.composition import ABOUT_TURNS, CHAT, MAIL, PUSH
from games.wording import messages
from games.wording.messages import Letter
from hsweb.http import outbound

GONE = (404, 410)
"""Nobody listens at this address any more."""
REFUSED = (400, 401, 403, 405, 413)
"""Asking again would be answered alike."""
MOST_FAILURES = 5


def deliver(letter: Letter, target: str, seconds: float) -> bool:
    """Send it there, in that time; whether there is nothing more to do about this target."""
    way, _colon, number = target.partition(":")
    return {PUSH: _push, MAIL: _mail, CHAT: _chat}[way](letter, int(number), min(seconds, outbound.SECONDS_IN_ALL))


def send_greeting(browsers: Sequence[int], seconds: float) -> None:
    """Show somebody in each of these browsers what messages look like. One that does not answer has failed."""
    until = time.monotonic() + seconds
    for browser in PushSubscription.objects.filter(pk__in=browsers).select_related("user").order_by("failures", "pk"):
        left = until - time.monotonic()
        if left > 0:
            with in_language_of(browser.user):
                hello = messages.hello()
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


def _chat(letter: Letter, webhook_id: int, seconds: float) -> bool:
    webhook = Webhook.objects.filter(pk=webhook_id, dropped="").select_related("game__host").first()
    if webhook is None:
        return True
    with in_language_of(webhook.game.host):
        return _post_to_chat(letter, webhook, seconds)


def _post_to_chat(letter: Letter, webhook: Webhook, seconds: float) -> bool:
    """If it fails for good, its host reads why."""
    payload = messages.chat_payload(webhook.style, letter.body, letter.url)
    try:
        status = outbound.post_json(webhook.url, payload, seconds)
    except outbound.ForbiddenUrl:
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
        send_account_mail(
            host, _("A chat is told nothing any more"), f"{told}\n\n{messages.table_address(webhook.game)}"
        )
    return True


def drop_forbidden() -> None:
    """Chats that were connected when other addresses were welcome, and still hear of a game."""
    heard = Webhook.objects.filter(dropped="").exclude(game__status__in=Game.ENDED)
    for webhook in heard.select_related("game__host").iterator():
        try:
            outbound.check_url(webhook.url)
        except outbound.ForbiddenUrl:
            with in_language_of(webhook.game.host):
                _drop(webhook, _("its address is not one that this site may post to"))
