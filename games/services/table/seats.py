"""Seats of a running game: people leave, are voted away while they are gone, and come back."""

from collections.abc import Callable, Iterable, Mapping
from contextlib import suppress

from django.db import transaction
from django.db.models import F, Q
from django.db.models.functions import Greatest
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.people.locks import lock_if_active, lock_users
from games.models import SUBSTITUTE, Alert, Game, Notice, Order, Seat, Vote
from games.queries.presence import is_gone, votes_needed
from games.services.care.containment import check_running, stops_game_on_fault
from games.services.changes import LockedTable, lock_table, save_change
from games.services.refusals import NotAllowed, Refused
from games.services.table import rooms
from games.services.turn.schedule import CLOCK_FIELDS, begin_turn, give_turn_to_bot


def leave(*, user: User, game_id: str) -> Game:
    """Stand up: from a waiting table for good, in a game that goes on a bot plays on."""
    with transaction.atomic():
        table = lock_table(game_id)
        game = table.game
        if game.is_unstarted:
            rooms.stand_up(game, user)
            return game
        seat = table.seat_of(user)
        if game.going_on and not seat.bot_playing:
            substitute(table, seat, Notice.Kind.LEFT)
        return game


@stops_game_on_fault
@transaction.atomic
def come_back(*, user: User, game_id: str) -> Game:
    """Take one's seat back from the bot that played on."""
    table = lock_table(game_id)
    seat = table.seat_of(user)
    check_running(table.game)
    if seat.substituted:
        _check_return(table, user)
        _take_back(table, seat)
    return table.game


def _check_return(table: LockedTable, user: User) -> None:
    """Refuse those who are not welcome any more, and games for which nobody counted any more, if there are enough."""
    lock_users(user, *filter(None, [table.game.host]))
    if not lock_if_active(user):
        raise NotAllowed(_("This account cannot play."), "banned")
    if not table.somebody_plays:
        rooms.check_return(table.game)


def _take_back(table: LockedTable, seat: Seat) -> None:
    """A turn that the bot has not played yet begins anew for whoever had lost it by time."""
    game, nobody_was_here = table.game, not table.somebody_plays
    seat.bot, seat.seen_at = "", timezone.now()
    seat.save(update_fields=["bot", "seen_at"])
    if game.turn == seat.number:
        timed_out = game.notices.filter(seat=seat.number, kind=Notice.Kind.TIMED_OUT, after=game.action_count).exists()
        began = None if timed_out else game.turn_began_at
        begin_turn(table, table.position, began=began)
    elif nobody_was_here:
        # The bots had stopped, too.
        begin_turn(table, table.position, began=game.turn_began_at)
    record_notice(game, Notice.Kind.RETURNED, seat)


@stops_game_on_fault
@transaction.atomic
def return_at_once(*, user: User, game_id: str) -> None:
    """Somebody whose time ran out is back at the table, and so the bot that took over stands up."""
    table = lock_table(game_id)
    seat = next((seat for seat in table.seats if seat.user_id == user.pk), None)
    if seat is None or not seat.substituted or table.game.status != Game.Status.RUNNING:
        return
    latest = table.game.notices.filter(seat=seat.number).last()
    if latest is not None and latest.kind == Notice.Kind.TIMED_OUT:
        with suppress(Refused):
            _check_return(table, user)
            _take_back(table, seat)


@transaction.atomic
def vote_to_replace(*, user: User, game_id: str, seat_number: int) -> Game:
    """Wish that a bot plays for somebody who is gone; the majority of the other people decides."""
    table = lock_table(game_id)
    game, voter = table.game, table.seat_of(user)
    check_running(game)
    if voter.bot_playing:
        raise NotAllowed(_("A bot plays your seat. Take it back first."), "substituted")
    absent = next((seat for seat in table.seats if seat.number == seat_number and seat is not voter), None)
    if absent is None or not is_gone(game, absent, timezone.now()):
        raise Refused(_("They are at the table: there is nobody to replace."), "not_gone")
    Vote.objects.get_or_create(game=game, voter=voter, absent=absent)
    if absent.votes_against.count() >= votes_needed(table.seats, absent.pk):
        substitute(table, absent, Notice.Kind.REPLACED)
    else:
        save_change(game)
    return game


def hand_over_all(user: User) -> None:
    """After an account is gone: leave every table, and leave no orders behind."""
    at_each_table(lambda game_id: _leave_if_there(user, game_id), tables_left_by(user))
    Order.objects.filter(seat__user=user).delete()
    Alert.objects.filter(Q(recipient=user) | Q(by=user)).delete()


def _leave_if_there(user: User, game_id: str) -> None:
    """Their seat may have gone to somebody else meanwhile."""
    with suppress(NotAllowed):
        leave(user=user, game_id=game_id)


def at_each_table(do: Callable[[str], object], game_ids: Iterable[str]) -> None:
    """Do something at several tables. If it fails at one of them, it is done at the others, and fails in the end."""
    failures = []
    for game_id in game_ids:
        try:
            do(game_id)
        except Exception as error:
            failures.append(error)
    if failures:
        raise failures[0]


def tables_left_by(user: User) -> list[str]:
    """Where somebody who goes away leaves a seat."""
    return list(Seat.objects.filter(user=user).exclude(game__status__in=Game.ENDED).values_list("game_id", flat=True))


def mark_seen(*, owners: Mapping[int, int], number: int) -> None:
    """Note that these people have one table before their eyes, as it is after `number` actions, each from their seat.

    A seat that somebody else has taken over since then is not theirs any more.
    """
    now = timezone.now()
    # A page that lags behind has not forgotten what another has shown.
    # Nobody has two seats there, so whoever is among them sits where they did.
    theirs = Seat.objects.filter(pk__in=owners, user__in=set(owners.values()))
    theirs.update(seen_at=now, looked_at=now, seen_actions=Greatest(F("seen_actions"), number))


def mark_tab_hidden(*, owners: Mapping[int, int]) -> None:
    """Note that tables of those who sit there are open, but behind something else. A seat may be another's by now."""
    sitting = Seat.objects.filter(pk__in=owners).values_list("pk", "user")
    theirs = [seat for seat, person in sitting if owners[seat] == person]
    Seat.objects.filter(pk__in=theirs).update(seen_at=timezone.now(), looked_at=None)


def substitute(table: LockedTable, seat: Seat, kind: Notice.Kind, *, by: User | None = None, reason: str = "") -> None:
    """Let a bot play one of the seats of a table; if it was that seat's turn, the bot goes on with it."""
    game = table.game
    seat.bot = SUBSTITUTE
    seat.save(update_fields=["bot"])
    if game.status == Game.Status.RUNNING and (game.turn == seat.number or not table.somebody_plays):
        give_turn_to_bot(table)
    record_notice(game, kind, seat, by=by, reason=reason)


def record_notice(
    game: Game,
    kind: Notice.Kind,
    seat: Seat | None = None,
    *,
    by: User | None = None,
    successor: User | None = None,
    reason: str = "",
) -> None:
    """Tell the table what happened beside the rules; votes begin anew."""
    Notice.objects.create(
        game=game,
        after=game.action_count,
        kind=kind,
        seat=seat.number if seat else None,
        person=seat.user if seat else None,
        name=seat.name if seat else "",
        successor=successor,
        by=by,
        reason=reason,
    )
    Vote.objects.filter(game=game).delete()
    save_change(game, CLOCK_FIELDS)
