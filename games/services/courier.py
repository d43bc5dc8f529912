"""Takes alerts to people and chats: decides whether they are still worth telling, puts them into words and sends them.

What is due is a column, as with games, so nothing is lost with a process. Several couriers may run at once; each claims
what is due by moving that moment a little into the future. If it dies at work, somebody tries again.
"""

import asyncio
import logging
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from smtplib import SMTPException

from django.conf import settings
from django.db import connection, transaction
from django.db.models import F, Q
from django.utils import timezone, translation

from accounts import push, reach
from accounts.mail import send_to, verified_address
from accounts.models import PushSubscription, User
from accounts.resting import rest_of
from accounts.time_zones import zone_named
from games import letters, selectors
from games.letters import Letter
from games.models import Alert, Game, Message, Seat, Webhook
from games.threads import in_thread, with_own_connection
from hsweb import outbound

logger = logging.getLogger(__name__)

Kind = Alert.Kind

INTERVAL = 1.0
SENDERS = 4
MOST_AT_ONCE = 50
LEASE = timedelta(minutes=3)
"""Longer than all attempts of one round take together."""
LOOKS_FOR = timedelta(seconds=45)
"""How long after the last sign of it somebody is taken to be looking at a table."""
TRY_AGAIN_AFTER = tuple(timedelta(minutes=minutes) for minutes in (1, 5, 30, 120))
ABOUT_TURNS = (Kind.TURN, Kind.REMINDER)

MAIL_TARGET, CHAT_TARGET = "mail", "chat"
GONE = (404, 410)
"""Nobody listens at this address any more."""
REFUSED = (400, 401, 403, 405, 413)
"""Asking again would be answered alike."""
MOST_FAILURES = 5


@dataclass(frozen=True, slots=True)
class Parcel:
    """A letter, the alert that is done once it is sent, and where it goes."""

    alert_id: int
    letter: Letter
    targets: tuple[str, ...]


async def run() -> None:
    """Deliver what is due until cancelled. Slow strangers hold up nobody but each other."""
    loop, at_work = asyncio.get_running_loop(), set[asyncio.Future[None]]()
    with ThreadPoolExecutor(SENDERS, thread_name_prefix="courier") as senders:
        while True:
            try:
                for ids in await in_thread(claim_due) if len(at_work) < SENDERS else ():
                    work = loop.run_in_executor(senders, partial(with_own_connection, deliver, ids))
                    at_work.add(work)
                    work.add_done_callback(at_work.discard)
            except Exception:
                logger.exception("The courier could not look for due alerts")
            await asyncio.sleep(INTERVAL)


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
    """Tell one person, or one chat, what these alerts are about. Whatever goes wrong is logged and tried again later."""
    try:
        for parcel in packed(ids):
            _settle(parcel, tuple(target for target in parcel.targets if not _sent(parcel.letter, target)))
    except Exception:
        logger.exception("The courier failed")


@transaction.atomic(durable=True)
def packed(ids: list[int]) -> list[Parcel]:
    """What is to be sent for these alerts. What is not worth telling any more is done."""
    alerts = list(Alert.objects.filter(pk__in=ids, due_at__isnull=False).select_related("recipient", "game", "by"))
    if not alerts:
        return []
    recipient = alerts[0].recipient
    if recipient is None:
        return [parcel for alert in alerts if (parcel := _chat_parcel(alert))]
    # Two couriers with an alert each must not both write about all games that wait.
    User.objects.select_for_update(no_key=True).get(pk=recipient.pk)
    alerts = list(_still_due(recipient, ids))
    later = rest_of(recipient).end_of_quiet(timezone.now())
    if later is not None:
        Alert.objects.filter(pk__in=[alert.pk for alert in alerts]).update(due_at=later)
        return []
    with translation.override(recipient.language or settings.LANGUAGE_CODE):
        with timezone.override(zone_named(recipient.time_zone)):
            return _parcels(recipient, alerts)


def _still_due(recipient: User, ids: list[int]) -> list[Alert]:
    """These alerts, and whatever else is to be told about this person's turns."""
    about = Q(pk__in=ids) | Q(kind__in=ABOUT_TURNS)
    waiting = Alert.objects.filter(about, recipient=recipient, due_at__isnull=False)
    return list(waiting.select_related("game", "by"))


def _parcels(recipient: User, alerts: list[Alert]) -> list[Parcel]:
    if not recipient.is_active:
        _done(alerts)
        return []
    turns = [alert for alert in alerts if alert.kind in ABOUT_TURNS]
    others = [alert for alert in alerts if alert.kind not in ABOUT_TURNS]
    parcels = [_parcel(recipient, alert, _letter(recipient, alert)) for alert in others]
    return [parcel for parcel in (*parcels, _turn_parcel(recipient, turns)) if parcel is not None]


def _turn_parcel(recipient: User, alerts: list[Alert]) -> Parcel | None:
    """One letter about everything that waits for somebody, whatever it is that has just come."""
    fresh = [alert for alert in alerts if _waits(alert, recipient)]
    _done([alert for alert in alerts if alert not in fresh])
    if not fresh:
        return None
    lead = min(fresh, key=lambda alert: (alert.kind != Kind.REMINDER, alert.pk))
    _done([alert for alert in fresh if alert is not lead])
    waiting = [(game, seats, own) for game in selectors.my_games(recipient).to_act for seats, own in [_at(game, recipient)]]
    if len(waiting) > 1:
        return _parcel(recipient, lead, letters.digest(waiting, lead.kind))
    write = letters.reminder if lead.kind == Kind.REMINDER else letters.turn
    return _parcel(recipient, lead, write(lead.game, *_at(lead.game, recipient)))


def _waits(alert: Alert, recipient: User) -> bool:
    """Whether it is still that turn, and its player does not know."""
    game = alert.game
    own = Seat.objects.filter(game=game, user=recipient).first()
    if own is None or game.status != Game.Status.RUNNING or game.turn != own.number or own.played_by_bot:
        return False
    return alert.occasion == str(game.action_count) and not is_looking(own)


def _letter(recipient: User, alert: Alert) -> Letter | None:
    """What a single alert is about, or nothing if it is not worth telling any more."""
    game, by = alert.game, str(alert.by or "")
    if alert.kind == Kind.INVITATION:
        seated = Seat.objects.filter(game=game, user=recipient).exists()
        return letters.invitation(game, by) if game.status == Game.Status.WAITING and not seated else None
    seats = selectors.seats_of(game)
    own = next((seat for seat in seats if seat.user_id == recipient.pk), None)
    if own is None or is_looking(own):
        return None
    if alert.kind == Kind.MENTION:
        said = Message.objects.filter(pk=int(alert.occasion)).exclude(author__muted_by__listener=recipient).first()
        return letters.mention(game, by, said) if said else None
    if alert.kind == Kind.STARTED:
        return letters.started(game, seats, own) if game.going_on else None
    return letters.ended(game, seats, own) if game.status == Game.Status.FINISHED else None


def _at(game: Game, user: User) -> tuple[list[Seat], Seat]:
    seats = selectors.seats_of(game)
    return seats, next(seat for seat in seats if seat.user_id == user.pk)


def is_looking(seat: Seat) -> bool:
    return seat.looked_at is not None and timezone.now() - seat.looked_at < LOOKS_FOR


def _parcel(recipient: User, alert: Alert, letter: Letter | None) -> Parcel | None:
    if letter is None:
        _done([alert])
        return None
    targets = tuple(alert.targets) if alert.targets is not None else targets_for(recipient, alert, letter.kind)
    if not targets:
        _done([alert])
        return None
    return Parcel(alert.pk, letter, targets)


def targets_for(recipient: User, alert: Alert, kind: str) -> tuple[str, ...]:
    browsers = []
    if reach.wants(recipient, kind, reach.PUSH):
        browsers = [f"push:{pk}" for pk in recipient.push_subscriptions.values_list("pk", flat=True)]
    mails = reach.wants(recipient, kind, reach.MAIL) and _is_worth_a_mail(alert) and verified_address(recipient)
    return (*browsers, *((f"{MAIL_TARGET}:{recipient.pk}",) if mails else ()))


def _is_worth_a_mail(alert: Alert) -> bool:
    """A live game would be over before anybody has read it."""
    return alert.kind == Kind.INVITATION or alert.game.turn_seconds is None or alert.game.by_correspondence


def _chat_parcel(alert: Alert) -> Parcel | None:
    webhook, game = Webhook.objects.filter(game=alert.game, dropped="").first(), alert.game
    over = alert.kind in ABOUT_TURNS and (
        game.status != Game.Status.RUNNING or alert.occasion != str(game.action_count)
    )
    if webhook is None or over:
        _done([alert])
        return None
    sentence = letters.for_chat(game, selectors.seats_of(game), alert.kind)
    letter = Letter(alert.kind, "", sentence, letters.table_address(game), "")
    return Parcel(alert.pk, letter, (f"{CHAT_TARGET}:{webhook.pk}",))


def _done(alerts: list[Alert]) -> None:
    Alert.objects.filter(pk__in=[alert.pk for alert in alerts]).update(due_at=None, targets=None)


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


def _sent(letter: Letter, target: str) -> bool:
    """Whether there is nothing more to do about this target."""
    way, _colon, number = target.partition(":")
    return {"push": _push, MAIL_TARGET: _mail, CHAT_TARGET: _chat}[way](letter, int(number))


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


def _chat(letter: Letter, webhook_id: int) -> bool:
    webhook = Webhook.objects.filter(pk=webhook_id, dropped="").first()
    if webhook is None:
        return True
    payload = letters.chat_payload(webhook.style, letter.body, letter.url)
    try:
        status = outbound.post_json(webhook.url, payload)
    except outbound.Unwelcome:
        return _drop(webhook, "its address is not one that this site may post to")
    except outbound.Unreachable:
        status = 0
    if 200 <= status < 300:
        Webhook.objects.filter(pk=webhook.pk).update(failures=0)
        return True
    Webhook.objects.filter(pk=webhook.pk).update(failures=F("failures") + 1)
    if status in (*GONE, *REFUSED):
        return _drop(webhook, f"it answered {status}")
    if webhook.failures + 1 >= MOST_FAILURES:
        return _drop(webhook, "it did not answer" if status == 0 else f"it kept answering {status}")
    return False


def _drop(webhook: Webhook, why: str) -> bool:
    Webhook.objects.filter(pk=webhook.pk).update(dropped=why)
    return True
