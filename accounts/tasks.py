from django.conf import settings
from django.core.mail import EmailMessage
from django.utils.translation import gettext as _
from django_tasks import task

from accounts import push
from accounts.languages import speaking_to
from accounts.mail import verified_address
from accounts.models import User
from hsweb import outbound


@task()
def deliver_mail(subject: str, body: str, sender: str, recipients: list[str]) -> None:
    """Sends one message; a mail server that is slow or away holds up no page."""
    EmailMessage(subject, body, sender, recipients).send()


@task()
def tell_administrators(subject: str, body: str) -> None:
    """Mails those who look after the whole site, as far as they have an address that is shown to be theirs."""
    for administrator in User.objects.filter(is_superuser=True, is_active=True):
        address = verified_address(administrator)
        if address:
            EmailMessage(subject, body, settings.DEFAULT_FROM_EMAIL, [address]).send()


@task()
def say_hello(user_id: int) -> None:
    """Shows somebody in each of their browsers what messages look like."""
    user = User.objects.get(pk=user_id)
    with speaking_to(user):
        message = {"title": _("It works"), "body": _("This is how you will hear of your games."), "tag": "hello"}
    for browser in user.push_subscriptions.all():
        try:
            push.send(browser.endpoint, browser.p256dh, browser.auth, {**message, "url": f"{settings.SITE_URL}/"})
        except (outbound.Unreachable, outbound.Unwelcome):
            continue
