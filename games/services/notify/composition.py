"""What people and chats are really told: decided when it is due, by how things are then."""

from dataclasses import dataclass
from datetime import timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.languages import in_language_of
from accounts.models import User
from accounts.notifications import kinds
from accounts.notifications.mail import verified_address
from accounts.people.audience import has_blocked
from accounts.rest.planning import rest_of
from accounts.time_zones import find_zone
from games.models import Alert, Game, Message, Seat, Webhook
from games.queries import my_games
from games.queries.seats import SEATS
from games.wording import notifications
from games.wording.notifications import Letter

Kind = Alert.Kind

LOOKS_FOR = timedelta(seconds=45)
"""How long after the last sign of it somebody is taken to be looking at a table."""
ABOUT_TURNS = (Kind.TURN, Kind.REMINDER)

PUSH, MAIL, CHAT = "push", "mail", "chat"


@dataclass(frozen=True, slots=True)
class Parcel:
    """A letter, the alert that is done once it is sent, and where it goes: ways with the number of who is there."""

    alert_id: int
    letter: Letter
    targets: tuple[str, ...]


@transaction.atomic(durable=True)
def compose_parcels(ids: list[int]) -> list[Parcel]:
    """What is to be sent for these alerts, be it to a person, to the chats of their tables, or to both.

    What is not worth telling any more is done.
    """
    alerts = list(
        Alert.objects.filter(pk__in=ids, due_at__isnull=False).select_related("recipient", "game__host", "by")
    )
    chats = [parcel for alert in alerts if alert.recipient is None and (parcel := _compose_chat_parcel(alert))]
    recipient = next((alert.recipient for alert in alerts if alert.recipient is not None), None)
    return [*chats, *(_compose_personal_parcels(recipient, ids) if recipient is not None else ())]


def _compose_personal_parcels(recipient: User, ids: list[int]) -> list[Parcel]:
    # Two couriers with an alert each must not both write about all games that wait.
    User.objects.select_for_update(no_key=True).get(pk=recipient.pk)
    alerts = list(_still_due(recipient, ids))
    later = rest_of(recipient).end_of_quiet(timezone.now())
    if later is not None:
        Alert.objects.filter(pk__in=[alert.pk for alert in alerts]).update(due_at=later)
        return []
    with in_language_of(recipient), timezone.override(find_zone(recipient.time_zone)):
        return _compose_parcels_of(recipient, alerts, ids)


def _still_due(recipient: User, ids: list[int]) -> list[Alert]:
    """These alerts, and whatever else is to be told about this person's turns."""
    about = Q(pk__in=ids) | Q(kind__in=ABOUT_TURNS)
    waiting = Alert.objects.filter(about, recipient=recipient, due_at__isnull=False)
    return list(waiting.select_related("game", "by"))


def _compose_parcels_of(recipient: User, alerts: list[Alert], ids: list[int]) -> list[Parcel]:
    if not recipient.is_active:
        _mark_done(alerts)
        return []
    turns = [alert for alert in alerts if alert.kind in ABOUT_TURNS]
    others = [alert for alert in alerts if alert.kind not in ABOUT_TURNS]
    parcels = [_compose_parcel(recipient, alert, _compose_letter(recipient, alert)) for alert in others]
    return [parcel for parcel in (*parcels, _compose_turn_parcel(recipient, turns, ids)) if parcel is not None]


def _compose_turn_parcel(recipient: User, alerts: list[Alert], ids: list[int]) -> Parcel | None:
    """One letter about everything that waits for somebody, whatever it is that has just come.

    It stands for one of the alerts that this courier has claimed; the others are done with it.
    """
    fresh = [alert for alert in alerts if _waits(alert, recipient)]
    _mark_done([alert for alert in alerts if alert not in fresh])
    claimed = [alert for alert in fresh if alert.pk in ids]
    if not claimed:
        return None
    lead = min(claimed, key=lambda alert: (alert.targets is not None, alert.kind != Kind.REMINDER, alert.pk))
    _mark_done([alert for alert in fresh if alert is not lead])
    waiting = [(game, *_at(game, recipient)) for game in my_games.my_games(recipient).to_act]
    if len(waiting) > 1:
        return _compose_parcel(recipient, lead, notifications.digest(waiting, lead.kind))
    write = notifications.reminder if lead.kind == Kind.REMINDER else notifications.turn
    return _compose_parcel(recipient, lead, write(lead.game, *_at(lead.game, recipient)))


def _waits(alert: Alert, recipient: User) -> bool:
    """Whether it is still that turn, and its player does not know."""
    game = alert.game
    own = Seat.objects.filter(game=game, user=recipient).first()
    if own is None or game.status != Game.Status.RUNNING or game.turn != own.number or own.bot_playing:
        return False
    return alert.occasion == str(game.action_count) and not is_looking(own)


def _compose_letter(recipient: User, alert: Alert) -> Letter | None:
    """What a single alert is about, or nothing if it is not worth telling any more."""
    game, by = alert.game, str(alert.by or "")
    if alert.by is not None and has_blocked(recipient, alert.by):
        return None
    if alert.kind == Kind.INVITATION:
        seated = Seat.objects.filter(game=game, user=recipient).exists()
        return notifications.invitation(game, by) if game.status == Game.Status.WAITING and not seated else None
    seats = list(SEATS.filter(game=game))
    own = next((seat for seat in seats if seat.user_id == recipient.pk), None)
    if own is None or is_looking(own):
        return None
    if alert.kind == Kind.MENTION:
        said = Message.objects.filter(pk=int(alert.occasion)).exclude(author__muted_by__listener=recipient).first()
        return notifications.mention(game, by, said) if said else None
    if alert.kind == Kind.STARTED:
        return notifications.started(game, seats, own) if game.going_on else None
    return notifications.ended(game, seats, own) if game.status == Game.Status.FINISHED else None


def _at(game: Game, user: User) -> tuple[list[Seat], Seat]:
    seats = list(SEATS.filter(game=game))
    return seats, next(seat for seat in seats if seat.user_id == user.pk)


def is_looking(seat: Seat) -> bool:
    return seat.looked_at is not None and timezone.now() - seat.looked_at < LOOKS_FOR


def _compose_parcel(recipient: User, alert: Alert, letter: Letter | None) -> Parcel | None:
    if letter is None:
        _mark_done([alert])
        return None
    targets = tuple(alert.targets) if alert.targets is not None else targets_for(recipient, alert, letter.kind)
    if not targets:
        _mark_done([alert])
        return None
    return Parcel(alert.pk, letter, targets)


def targets_for(recipient: User, alert: Alert, kind: str) -> tuple[str, ...]:
    browsers = []
    if kinds.wants(recipient, kind, kinds.PUSH):
        # Those that answered last come first: the others may use up all the time there is.
        listening = recipient.push_subscriptions.filter(dropped="").order_by("failures", "pk")
        browsers = [f"{PUSH}:{pk}" for pk in listening.values_list("pk", flat=True)]
    mails = kinds.wants(recipient, kind, kinds.MAIL) and _is_worth_a_mail(alert) and verified_address(recipient)
    return (*browsers, *((f"{MAIL}:{recipient.pk}",) if mails else ()))


def _is_worth_a_mail(alert: Alert) -> bool:
    """A live game would be over before anybody has read it."""
    return alert.kind == Kind.INVITATION or alert.game.turn_seconds is None or alert.game.by_correspondence


def _compose_chat_parcel(alert: Alert) -> Parcel | None:
    webhook, game = Webhook.objects.filter(game=alert.game, dropped="").first(), alert.game
    over = alert.kind in ABOUT_TURNS and (
        game.status != Game.Status.RUNNING or alert.occasion != str(game.action_count)
    )
    if webhook is None or over:
        _mark_done([alert])
        return None
    with in_language_of(game.host):
        sentence = notifications.for_chat(game, list(SEATS.filter(game=game)), alert.kind)
    letter = Letter(alert.kind, "", sentence, notifications.table_address(game), "")
    return Parcel(alert.pk, letter, (f"{CHAT}:{webhook.pk}",))


def _mark_done(alerts: list[Alert]) -> None:
    Alert.objects.filter(pk__in=[alert.pk for alert in alerts]).update(due_at=None, targets=None)
