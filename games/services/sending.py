"""Takes a letter to a browser, a mailbox or a chat, and forgets those where nobody listens any more."""

import logging
from smtplib import SMTPException

from django.db.models import F
from django.utils.translation import gettext as _
from django_tasks import task

from accounts import push
from accounts.languages import speaking_to
from accounts.mail import send_to
from accounts.models import PushSubscription, User
from games import letters, words
from games.letters import Letter
from games.models import Webhook
from games.services.packing import ABOUT_TURNS, CHAT, MAIL, PUSH
from hsweb import outbound

logger = logging.getLogger(__name__)

GONE = (404, 410)
"""Nobody listens at this address any more."""
REFUSED = (400, 401, 403, 405, 413)
"""Asking again would be answered alike."""
MOST_FAILURES = 5


def is_settled(letter: Letter, target: str) -> bool:
    """Whether there is nothing more to do about this target."""
    way, _colon, number = target.partition(":")
    return {PUSH: _push, MAIL: _mail, CHAT: _chat}[way](letter, int(number))


def _push(letter: Letter, subscription_id: int) -> bool:
    browser = PushSubscription.objects.filter(pk=subscription_id).first()
    if browser is None:
        return True
    message = {"title": letter.title, "body": letter.body, "url": letter.url, "tag": letter.tag}
    message["body"] = message["body"].encode()[: push.LONGEST // 2].decode(errors="ignore")
    urgent = letter.kind in ABOUT_TURNS
    try:
        status = push.send(browser.endpoint, browser.p256dh, browser.auth, message, urgent=urgent)
    except (outbound.Unwelcome, push.BadKeys):
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


def _mail(letter: Letter, user_id: int) -> bool:
    user = User.objects.filter(pk=user_id, is_active=True).first()
    if user is None:
        return True
    try:
        send_to(user, letter.kind, letter.title, f"{letter.body}\n\n{letter.url}")
    except (OSError, SMTPException) as error:
        logger.warning("A mail was not taken: %s", type(error).__name__)
        return False
    return True


@task()
def greet_chat(webhook_id: int) -> None:
    """The first line in a chat that was just connected: its host sees there that it works, or here why not."""
    webhook = Webhook.objects.filter(pk=webhook_id).select_related("game__host").first()
    if webhook is not None:
        with speaking_to(webhook.game.host):
            hello = _("From now on this chat hears of a table: %(game)s.") % {"game": words.name_of(webhook.game)}
        _chat(Letter("", "", hello, letters.table_address(webhook.game), ""), webhook_id)


def _chat(letter: Letter, webhook_id: int) -> bool:
    webhook = Webhook.objects.filter(pk=webhook_id, dropped="").select_related("game__host").first()
    if webhook is None:
        return True
    with speaking_to(webhook.game.host):
        return _told(letter, webhook)


def _told(letter: Letter, webhook: Webhook) -> bool:
    """If it fails for good, its host reads why."""
    payload = letters.chat_payload(webhook.style, letter.body, letter.url)
    try:
        status = outbound.post_json(webhook.url, payload)
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
    Webhook.objects.filter(pk=webhook.pk).update(dropped=why)
    return True
