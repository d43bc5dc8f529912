"""What people are to be told wherever they are is written down here, with the change that it is about.

Whether it is still worth telling, and how, is decided when it is due, in `composition`.
"""

import secrets
from collections.abc import Iterable
from datetime import timedelta

from django.db import transaction
from django.utils import timezone

from accounts.models import User
from games.models import Alert, Game, Message, Seat, Webhook
from games.queries.seats import SEATS
from games.services.changes import lock_table
from games.services.turn.schedule import WAKE_FIELDS, schedule_wake

Kind = Alert.Kind

AT_ONCE = timedelta(0)
KEPT = timedelta(days=60)
SOON = timedelta(seconds=20)
"""For what somebody who is there sees by themselves meanwhile."""


@transaction.atomic(durable=True)
def alert_turn(*, game_id: str) -> bool:
    """Whoever is to act is called or reminded, if that is due; whether it was."""
    table, now = lock_table(game_id), timezone.now()
    game = table.game
    if game.status != Game.Status.RUNNING or game.turn is None:
        return False
    seat = table.seats[game.turn]
    due = [
        (column, kind)
        for column, kind in (("tell_at", Kind.TURN), ("remind_at", Kind.REMINDER))
        if (moment := getattr(game, column)) is not None and moment <= now
    ]
    for column, kind in due:
        setattr(game, column, None)
        if game.act_at is None:
            _create_turn_alert(game, seat, kind)
    schedule_wake(game)
    game.save(update_fields=WAKE_FIELDS)
    return bool(due)


def _create_turn_alert(game: Game, seat: Seat, kind: Kind) -> None:
    # The number of actions tells one turn from the next, whatever else happens in it.
    occasion = str(game.action_count)
    if seat.user is not None and not seat.bot_playing:
        create_alerts([seat.user], game, kind, occasion)
        if game.by_correspondence:
            create_chat_alert(game, kind, occasion)


def alert_start(game: Game) -> None:
    create_alerts(_company(game), game, Kind.STARTED, "start", after=SOON)
    create_chat_alert(game, Kind.STARTED, "start")


def alert_end(game: Game) -> None:
    create_alerts(_company(game), game, Kind.ENDED, "end", after=SOON)
    create_chat_alert(game, Kind.ENDED, "end")


def alert_invitation(game: Game, people: Iterable[User], by: User) -> None:
    create_alerts(people, game, Kind.INVITATION, f"by-{by.pk}", by=by)


def alert_mention(message: Message, people: Iterable[User]) -> None:
    create_alerts(people, message.game, Kind.MENTION, str(message.pk), by=message.author, after=SOON)


def create_alerts(
    people: Iterable[User],
    game: Game,
    kind: Kind,
    occasion: str,
    *,
    by: User | None = None,
    after: timedelta = AT_ONCE,
) -> None:
    """Write it down for each of them, once for each occasion."""
    now = timezone.now()
    alerts = [
        Alert(recipient=person, game=game, kind=kind, occasion=occasion, by=by, at=now, due_at=now + after)
        for person in people
    ]
    Alert.objects.bulk_create(alerts, ignore_conflicts=True)


def create_chat_alert(game: Game, kind: Kind, occasion: str) -> None:
    """The same for the group chat of a table, if it has one that wants to know."""
    webhook = Webhook.objects.filter(game=game, dropped="").first()
    if webhook is not None and kind in webhook.kinds:
        now = timezone.now()
        alert = Alert(game=game, kind=kind, occasion=occasion, at=now, due_at=now)
        Alert.objects.bulk_create([alert], ignore_conflicts=True)


def greet_chat(webhook: Webhook) -> None:
    """The first line in a chat that was just connected, whatever else it wants to hear."""
    now, occasion = timezone.now(), secrets.token_hex(8)
    Alert.objects.create(game_id=webhook.game_id, kind=Kind.CONNECTED, occasion=occasion, at=now, due_at=now)


def delete_old_alerts() -> None:
    """Remove what was told long ago. Nothing of it could be told again: those turns are over."""
    Alert.objects.filter(due_at=None, at__lt=timezone.now() - KEPT).delete()


def _company(game: Game) -> list[User]:
    """The people at a table; nobody where somebody plays against bots alone, and is there anyway."""
    people = [seat.user for seat in SEATS.filter(game=game) if seat.user is not None and seat.user.is_active]
    return people if len(people) > 1 else []
