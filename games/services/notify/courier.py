"""Takes alerts to people and chats, at their time, and shows people who ask for it what messages look like.

What is due is a column, as with games, so nothing is lost with a process. Several couriers may run at once; each claims
what is due by moving that moment a little into the future. If it dies at work, somebody tries again.

Each person has one sender at a time, whose patience is limited. Where sending has failed of late, senders of another
lane try, so that strangers' servers that never answer keep nobody waiting but each other.
"""

import asyncio
import logging
import time
from collections.abc import Collection, Iterable
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime, timedelta
from functools import partial
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict

from django.db import connection, transaction
from django.db.models import Exists, Min, OuterRef, Q, QuerySet
from django.db.models.functions import Coalesce
from django.utils import timezone

from accounts.models import PushSubscription
from accounts.notifications.browsers import people_to_greet, take_greetings
from games.models import Alert, Game, Webhook
from games.services.notify.composition import Parcel, compose_parcels
from games.services.notify.delivery import deliver, send_greeting
from hsweb.limits.fair_queue import in_fair_order
from hsweb.threads import make_lane, with_own_connection

if TYPE_CHECKING:
    from django_stubs_ext import WithAnnotations

logger = logging.getLogger(__name__)

in_thread = make_lane("courier-looking", 1)

INTERVAL = 1.0
SENDERS = {False: 8, True: 4}
"""How many people are served at the same time; the others are those where sending has failed of late."""
MOST_AT_ONCE = 10
"""Alerts of one person that one sender takes along."""
LEASE = timedelta(minutes=10)
"""Longer than all attempts of one round take together."""
TRY_AGAIN_AFTER = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 30, 120))
SECONDS_A_PARCEL = 8.0
"""For all browsers of one person together. Where it was not tried, nothing has failed."""
SECONDS_A_ROUND = 20.0
LEAST_SECONDS = 0.5
"""With less time left, nothing is tried any more."""


class Bundle(NamedTuple):
    """What one sender takes to one person: alerts, and browsers that are to be greeted."""

    person: int | None
    alerts: list[int]
    browsers: list[int]
    shaky: bool = False
    address: str = ""
    """By which they take turns."""


class Lanes:
    """Who is being served, and by which kind of sender."""

    def __init__(self) -> None:
        self._pools = {shaky: ThreadPoolExecutor(most, f"courier-{shaky}") for shaky, most in SENDERS.items()}
        self._at_work: dict[bool, dict[int | None, str]] = {shaky: {} for shaky in SENDERS}

    @property
    def people(self) -> set[int | None]:
        return set().union(*self._at_work.values())

    def addresses(self, shaky: bool) -> list[str]:
        return list(self._at_work[shaky].values())

    def free(self, shaky: bool) -> int:
        return SENDERS[shaky] - len(self._at_work[shaky])

    def send(self, bundle: Bundle) -> None:
        people = self._at_work[bundle.shaky]
        people[bundle.person] = bundle.address
        work = asyncio.get_running_loop().run_in_executor(
            self._pools[bundle.shaky], partial(with_own_connection, deliver_bundle, bundle)
        )
        work.add_done_callback(lambda _work: people.pop(bundle.person, None))

    def close(self) -> None:
        """What is under way is claimed by now; if it does not get done, it is tried again."""
        for pool in self._pools.values():
            pool.shutdown(wait=False, cancel_futures=True)


async def run() -> None:
    """Deliver what is due until cancelled."""
    lanes = Lanes()
    try:
        while True:
            try:
                for shaky in SENDERS:
                    claim = partial(claim_due, lanes.free(shaky), lanes.people, lanes.addresses(shaky), shaky=shaky)
                    for bundle in await in_thread(claim):
                        lanes.send(bundle)
            except Exception:
                logger.exception("The courier could not look for due alerts")
            await asyncio.sleep(INTERVAL)
    finally:
        lanes.close()


def claim_due(
    most: int = SENDERS[False],
    besides: Collection[int | None] = (),
    at_work: Iterable[str] = (),
    *,
    shaky: bool | None = None,
) -> list[Bundle]:
    """What is due, for this courier alone: for so many people, in turn by address, who wait for longest first.

    A chat belongs to the host of its table. `at_work` are the addresses of those who are being served. `shaky` asks for
    those alone where sending has failed of late, or not.
    """
    if most <= 0:
        return []
    waiting = _waiting(besides, shaky)
    if not waiting:
        return []
    addresses = _addresses_of(waiting)
    by_address = [([addresses[person]], person) for person in sorted(waiting, key=lambda person: waiting[person])]
    people = in_fair_order(by_address, [[address] for address in at_work])[:most]
    alerts, browsers = _claim(people), take_greetings(people)
    bundles = [
        Bundle(person, alerts.get(person, []), browsers.get(person, []), bool(shaky), addresses[person])
        for person in people
    ]
    return [bundle for bundle in bundles if bundle.alerts or bundle.browsers]


def _waiting(besides: Collection[int | None], shaky: bool | None) -> dict[int | None, datetime]:
    """Who waits for anything, and since when."""
    waiting = people_to_greet(besides, shaky=shaky)
    for person, since in _people_waiting(besides, shaky).items():
        waiting[person] = min(since, waiting.get(person, since))
    return waiting


def _addresses_of(people: Iterable[int | None]) -> dict[int | None, str]:
    """Marks of where those are who wait: where a browser of theirs was added, or a table of theirs was opened.

    Who has neither takes turns as if nobody else came from there.
    """
    known = [person for person in people if person is not None]
    opened = Game.objects.filter(host__in=known, webhook__isnull=False).exclude(opened_from="")
    added = PushSubscription.objects.filter(user__in=known).exclude(added_from="")
    found = {
        **dict(opened.values_list("host").annotate(Min("opened_from"))),
        **dict(added.order_by().values_list("user").annotate(Min("added_from"))),
    }
    return {person: found.get(person, f"person {person}") for person in people}


class WithPerson(TypedDict):
    """Whom an alert is for: its recipient, or the host of the table whose chat it is for."""

    person: object


def _due() -> "QuerySet[WithAnnotations[Alert, WithPerson]]":
    due = Alert.objects.filter(due_at__lte=timezone.now())
    return due.annotate(person=Coalesce("recipient_id", "game__host_id"))


def _people_waiting(besides: Collection[int | None], shaky: bool | None) -> dict[int | None, datetime]:
    due = _due().exclude(person__in=[person for person in besides if person is not None])
    if None in besides:
        due = due.exclude(person=None)
    if shaky is not None:
        browsers = PushSubscription.objects.filter(user=OuterRef("person"), failures__gt=0)
        chats = Webhook.objects.filter(game__host=OuterRef("person"), failures__gt=0, dropped="")
        due = due.annotate(shaky=Exists(browsers) | Exists(chats)).filter(shaky=shaky)
    waiting: Any = due.order_by().values("person").annotate(since=Min("due_at"))
    return {row["person"]: row["since"] for row in waiting}


def _claim(people: Iterable[int | None]) -> dict[int | None, list[int]]:
    """Some alerts of each of these people, the oldest first."""
    claimed: dict[int | None, list[int]] = {}
    with transaction.atomic():
        for person in people:
            due = _due().filter(Q(person=person) if person is not None else Q(person__isnull=True))
            if connection.features.has_select_for_update_skip_locked:
                due = due.select_for_update(skip_locked=True, of=("self",))
            if alerts := [alert.pk for alert in due.order_by("due_at", "pk")[:MOST_AT_ONCE]]:
                claimed[person] = alerts
        ids = [alert for alerts in claimed.values() for alert in alerts]
        Alert.objects.filter(pk__in=ids).update(due_at=timezone.now() + LEASE)
    return claimed


def deliver_bundle(bundle: Bundle) -> None:
    """Tell one person, or one chat, what these alerts are about. What goes wrong is logged, and tried again later."""
    until = time.monotonic() + SECONDS_A_ROUND
    try:
        send_greeting(bundle.browsers, SECONDS_A_PARCEL)
        for parcel in compose_parcels(bundle.alerts):
            if until - time.monotonic() < LEAST_SECONDS:
                Alert.objects.filter(pk=parcel.alert_id).update(due_at=timezone.now())
            else:
                _reschedule(parcel, _deliver_parcel(parcel))
    except Exception:
        logger.exception("The courier failed")


def _deliver_parcel(parcel: Parcel) -> tuple[str, ...]:
    """Where a letter has not arrived, in the time that there is for all of them."""
    until, left = time.monotonic() + SECONDS_A_PARCEL, []
    for target in parcel.targets:
        seconds = until - time.monotonic()
        if seconds < LEAST_SECONDS or not deliver(parcel.letter, target, seconds):
            left.append(target)
    return tuple(left)


def _reschedule(parcel: Parcel, left: tuple[str, ...]) -> None:
    """What did not arrive is tried again after a while, a few times."""
    alert = Alert.objects.filter(pk=parcel.alert_id).first()
    if alert is None:
        # Whoever it was for is gone.
        return
    again = left and alert.attempts < len(TRY_AGAIN_AFTER)
    due_at = timezone.now() + TRY_AGAIN_AFTER[alert.attempts] if again else None
    facts = {"due_at": due_at, "targets": list(left) if again else None, "attempts": alert.attempts + 1}
    Alert.objects.filter(pk=alert.pk).update(**facts)
    if left and not again:
        logger.warning("An alert was given up after %d attempts", alert.attempts + 1)
