"""Takes alerts to people and chats, at their time.

What is due is a column, as with games, so nothing is lost with a process. Several couriers may run at once; each claims
what is due by moving that moment a little into the future. If it dies at work, somebody tries again.
"""

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from functools import partial

from django.db import connection, transaction
from django.utils import timezone

from games.models import Alert
from games.services.packing import Parcel, packed
from games.services.sending import is_settled
from games.threads import in_thread, with_own_connection

logger = logging.getLogger(__name__)

INTERVAL = 1.0
SENDERS = 4
MOST_AT_ONCE = 50
LEASE = timedelta(minutes=10)
"""Longer than all attempts of one round take together."""
TRY_AGAIN_AFTER = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 30, 120))


async def run() -> None:
    """Deliver what is due until cancelled. Slow strangers hold up nobody but each other."""
    loop, at_work = asyncio.get_running_loop(), set[asyncio.Future[None]]()
    senders = ThreadPoolExecutor(SENDERS, thread_name_prefix="courier")
    try:
        while True:
            try:
                for ids in await in_thread(claim_due) if len(at_work) < SENDERS else ():
                    work = loop.run_in_executor(senders, partial(with_own_connection, deliver, ids))
                    at_work.add(work)
                    work.add_done_callback(at_work.discard)
            except Exception:
                logger.exception("The courier could not look for due alerts")
            await asyncio.sleep(INTERVAL)
    finally:
        # What is under way is claimed by now; if it does not get done, it is tried again.
        senders.shutdown(wait=False, cancel_futures=True)


def claim_due() -> list[list[int]]:
    """The alerts that are due, for this courier alone: together those for the same person or the same chat."""
    now = timezone.now()
    due = Alert.objects.filter(due_at__lte=now)
    if not due.exists():
        return []
    with transaction.atomic():
        if connection.features.has_select_for_update_skip_locked:
            due = due.select_for_update(skip_locked=True)
        claimed = list(due.order_by("due_at")[:MOST_AT_ONCE].values_list("pk", "recipient_id", "game_id"))
        Alert.objects.filter(pk__in=[pk for pk, *_whom in claimed]).update(due_at=now + LEASE)
    bundles: dict[object, list[int]] = {}
    for pk, recipient_id, game_id in claimed:
        bundles.setdefault(recipient_id or game_id, []).append(pk)
    return list(bundles.values())


def deliver(ids: list[int]) -> None:
    """Tell one person, or one chat, what these alerts are about. What goes wrong is logged, and tried again later."""
    try:
        for parcel in packed(ids):
            _settle(parcel, tuple(target for target in parcel.targets if not is_settled(parcel.letter, target)))
    except Exception:
        logger.exception("The courier failed")


def _settle(parcel: Parcel, left: tuple[str, ...]) -> None:
    """What did not arrive is tried again after a while, a few times."""
    alert = Alert.objects.get(pk=parcel.alert_id)
    again = left and alert.attempts < len(TRY_AGAIN_AFTER)
    alert.due_at = timezone.now() + TRY_AGAIN_AFTER[alert.attempts] if again else None
    alert.targets = list(left) if again else None
    alert.attempts += 1
    alert.save(update_fields=["due_at", "targets", "attempts"])
    if left and not again:
        logger.warning("An alert was given up after %d attempts", alert.attempts)
