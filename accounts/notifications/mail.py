"""Mail about games, and to administrators, at addresses whose owners have shown that they are theirs."""

import logging
from collections.abc import Callable
from smtplib import SMTPException

from allauth.account.models import EmailAddress
from django.conf import settings
from django.core import signing
from django.core.mail import EmailMessage
from django.template.loader import render_to_string
from django.urls import reverse

from accounts.languages import in_language_of
from accounts.models import User
from accounts.notifications import kinds
from hsweb.worker import describe_error

logger = logging.getLogger(__name__)

SALT = "accounts.unsubscribe"


def verified_address(user: User) -> str:
    """Where mail about games may go, or nothing."""
    found = EmailAddress.objects.filter(user=user, verified=True).order_by("-primary", "pk").first()
    return found.email if found else ""


def send_game_mail(user: User, kind: str, subject: str, text: str) -> None:
    """One message about something of that kind; or what the mail server says, as `OSError` or `SMTPException`."""
    address = verified_address(user)
    if not address:
        return
    leave = unsubscribe_url(user, kind)
    context = {"text": text, "kind": kinds.KINDS[kind], "leave": leave, "site_url": settings.SITE_URL}
    with in_language_of(user):
        body = render_to_string("accounts/email/about_games.txt", context)
    headers = {"List-Unsubscribe": f"<{leave}>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click"}
    EmailMessage(subject, body, settings.DEFAULT_FROM_EMAIL, [address], headers=headers).send()


def mail_administrators(letter: Callable[[], tuple[str, str]]) -> bool:
    """Write to those who look after the whole site, at once: what they are to be told may be that no letter is sent.

    `letter` gives subject and text in the language in force. Whether anybody was reached, or nobody has an address.
    """
    addressed = [(who, verified_address(who)) for who in User.objects.filter(is_superuser=True, is_active=True)]
    tries = [_mail_administrator(who, address, letter) for who, address in addressed if address]
    return any(tries) or not tries


def _mail_administrator(user: User, address: str, letter: Callable[[], tuple[str, str]]) -> bool:
    with in_language_of(user):
        subject, text = letter()
    try:
        EmailMessage(subject, text, settings.DEFAULT_FROM_EMAIL, [address]).send()
    except (OSError, SMTPException) as error:
        logger.warning("A letter to an administrator was not taken: %s", describe_error(error))
        return False
    return True


def unsubscribe_url(user: User, kind: str) -> str:
    token = signing.dumps([user.pk, kind], salt=SALT)
    return f"{settings.SITE_URL}{reverse('accounts:unsubscribe', args=[token])}"


def find_unsubscription(token: str) -> tuple[User, str] | None:
    """Whose mail about what an address for unsubscribing ends, if it is one of ours."""
    try:
        user_id, kind = signing.loads(token, salt=SALT)
    except (signing.BadSignature, ValueError, TypeError):
        return None
    user = User.objects.filter(pk=user_id, deleted_at=None).first()
    return (user, kind) if user is not None and kind in kinds.KINDS else None
