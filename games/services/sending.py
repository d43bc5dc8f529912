"""A task that earlier releases queued: the database knows it by this path. Nothing new asks for it."""

from django_tasks import task

from games.models import Webhook
from games.services.notify import alerts


@task()
def greet_chat(webhook_id: int) -> None:
    """The first line in a chat that was just connected."""
    webhook = Webhook.objects.filter(pk=webhook_id).first()
    if webhook is not None:
        alerts.greet_chat(webhook)
