from allauth.account.adapter import get_adapter
from allauth.account.forms import default_token_generator
from allauth.account.utils import user_pk_to_url_str
from django.conf import settings
from django.core.mail import EmailMessage
from django.urls import reverse
from django.utils.translation import override
from django_tasks import task

from accounts.email_addresses import confirmation_link, owner_of
from accounts.models import User
from accounts.notifications.browsers import request_greeting
from accounts.notifications.mail import mail_administrators, send_game_mail, verified_address

MAIL = "mail"
"""The lane of all that ends in a letter: nothing else makes it wait."""
LESS_URGENT = -10
"""Than letters for which somebody waits at that moment."""


@task(queue_name=MAIL)
def deliver_mail(subject: str, body: str, sender: str, recipients: list[str]) -> None:
    """Sends one message; a mail server that is slow or away holds up no page."""
    EmailMessage(subject, body, sender, recipients).send()


def send_account_mail(user: User, subject: str, text: str) -> None:
    """A letter about their account, in the language in force, if they have an address that is confirmed."""
    address = verified_address(user)
    if address:
        body = f"{text}\n\n{settings.SITE_URL}\n"
        deliver_mail.enqueue(subject, body, settings.DEFAULT_FROM_EMAIL, [address])


@task(queue_name=MAIL)
def write_about_address(user_id: int, address: str, language: str, welcome: bool = False) -> None:
    """Offers an address to whoever gave it; or tells whoever has it already that somebody gave it."""
    user, owner = User.objects.filter(pk=user_id, is_active=True).first(), owner_of(address)
    if user is None:
        return
    letter = "email_confirmation_signup" if welcome else "email_confirmation"
    context = {"user": user, "activate_url": confirmation_link(user, address)}
    if owner is not None:
        letter = "account_already_exists"
        context = {"user": owner, "username": owner.username, "password_reset_url": reverse("account_reset_password")}
    with override(language):
        get_adapter().send_mail(f"account/email/{letter}", address, context)


@task(queue_name=MAIL)
def write_about_password(address: str, language: str) -> None:
    """Lets the owner of an address choose a new password. Where nobody has confirmed it, nobody is written to."""
    user = owner_of(address)
    if user is None or not user.is_active:
        return
    key = {"uidb36": user_pk_to_url_str(user), "key": default_token_generator.make_token(user)}
    link = reverse("account_reset_password_from_key", kwargs=key)
    context = {"user": user, "username": user.username, "password_reset_url": link}
    with override(language):
        get_adapter().send_mail("account/email/password_reset_key", address, context)


@task(queue_name=MAIL, priority=LESS_URGENT)
def deliver_about_games(user_id: int, kind: str, subject: str, text: str) -> None:
    """Sends one message about a game, if its reader is still there."""
    user = User.objects.filter(pk=user_id, is_active=True).first()
    if user is not None:
        send_game_mail(user, kind, subject, text)


@task()
def tell_administrators(subject: str, body: str) -> None:
    """Mails those who look after the whole site. Only tasks from before the clock did so itself ask for it."""
    mail_administrators(lambda: (subject, body))


@task()
def say_hello(user_id: int) -> None:
    """Shows somebody in each of their browsers what messages look like. Only tasks from before an update ask for it."""
    request_greeting(user=User.objects.get(pk=user_id))
