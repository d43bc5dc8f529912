from django.core.mail import EmailMessage
from django_tasks import task


@task()
def deliver_mail(subject: str, body: str, sender: str, recipients: list[str]) -> None:
    """Sends one message; a mail server that is slow or away holds up no page."""
    EmailMessage(subject, body, sender, recipients).send()
