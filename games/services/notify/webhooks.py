"""Posts to the group chat of a table, and gives up on one that does not listen: its host reads why."""

from django.db.models import F
from django.utils.translation import gettext as _

from accounts.languages import in_language_of
from accounts.tasks import send_account_mail
from games.models import Game, Webhook
from games.wording import notifications
from games.wording.notifications import Letter
from hsweb.http import outbound

GONE = (404, 410)
"""Nobody listens at this address any more."""
REFUSED = (400, 401, 403, 405, 413)
"""Asking again would be answered alike."""
MOST_FAILURES = 5


def post_to_webhook(letter: Letter, webhook_id: int, seconds: float) -> bool:
    webhook = Webhook.objects.filter(pk=webhook_id, dropped="").select_related("game__host").first()
    if webhook is None:
        return True
    with in_language_of(webhook.game.host):
        return _post(letter, webhook, seconds)


def _post(letter: Letter, webhook: Webhook, seconds: float) -> bool:
    """If it fails for good, its host reads why."""
    payload = notifications.chat_payload(webhook.style, letter.body, letter.url)
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
        told = _("The chat of your table gets no more news: %(why)s.") % {"why": why}
        send_account_mail(host, _("A chat gets no more news"), f"{told}\n\n{notifications.table_address(webhook.game)}")
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
