"""Seats of a running game: people leave, are voted away while they are gone, and come back."""

from datetime import datetime, timedelta

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games import selectors
from games.models import SUBSTITUTE, Game, Notice, Seat, Vote
from games.services import tables
from games.services.changing import locked, save_change
from games.services.refusals import NotAllowed, Refused, Stale
from games.services.timing import begin_turn

AWAY_AFTER = timedelta(seconds=60)
"""How long somebody has to be out of sight before the others may vote."""


def leave(*, user: User, game_id: str) -> Game:
    """Stand up: from a waiting table for good, in a running game a bot plays on."""
    with transaction.atomic():
        game = locked(game_id)
        if game.status == Game.Status.WAITING:
            return tables.leave(user=user, game_id=game_id)
        seat = _own_seat(game, user)
        if game.status == Game.Status.RUNNING and not seat.played_by_bot:
            _substitute(game, seat, Notice.Kind.LEFT)
        return game


@transaction.atomic
def come_back(*, user: User, game_id: str) -> Game:
    """Take one's seat back from the bot that played on."""
    game = locked(game_id)
    seat = _own_seat(game, user)
    _check_running(game)
    if seat.substituted:
        seat.bot, seat.seen_at = "", timezone.now()
        seat.save(update_fields=["bot", "seen_at"])
        _record(game, seat, Notice.Kind.RETURNED)
    return game


@transaction.atomic
def vote_to_replace(*, user: User, game_id: str, seat_number: int) -> Game:
    """Wish that a bot plays for somebody who is gone; the majority of the other people decides."""
    game = locked(game_id)
    voter = _own_seat(game, user)
    _check_running(game)
    if voter.played_by_bot:
        raise NotAllowed(_("A bot plays your seat. Take it back first."), "substituted")
    absent = game.seats.filter(number=seat_number).exclude(pk=voter.pk).first()
    if absent is None or not is_gone(game, absent, timezone.now()):
        raise Refused(_("There is nobody to replace: they are at the table."), "not_gone")
    Vote.objects.get_or_create(game=game, voter=voter, absent=absent)
    if absent.votes_against.count() >= votes_needed(game, absent):
        _substitute(game, absent, Notice.Kind.REPLACED)
    else:
        save_change(game)
    return game


def is_gone(game: Game, seat: Seat, now: datetime) -> bool:
    """Whether everybody waits, without a clock, for somebody who has not been seen for a while."""
    if game.status != Game.Status.RUNNING or game.turn_seconds or game.turn != seat.number or seat.played_by_bot:
        return False
    since = max(filter(None, (game.turn_began_at, seat.seen_at)), default=None)
    return since is not None and now - since >= AWAY_AFTER


def votes_needed(game: Game, absent: Seat) -> int:
    """More than half of the other people who are still playing."""
    others = [seat for seat in game.seats.exclude(pk=absent.pk) if not seat.played_by_bot]
    return len(others) // 2 + 1


def hand_over_all(user: User) -> None:
    """Before an account goes: leave every table."""
    stays = (Game.Status.WAITING, Game.Status.RUNNING)
    for game_id in Seat.objects.filter(user=user, game__status__in=stays).values_list("game_id", flat=True):
        leave(user=user, game_id=game_id)


def saw(*, game_id: str, user_id: int, number: int) -> None:
    """Note that somebody has the table before their eyes, as it is after `number` actions."""
    Seat.objects.filter(game_id=game_id, user_id=user_id).update(seen_at=timezone.now(), seen_actions=number)


def _own_seat(game: Game, user: User) -> Seat:
    seat = game.seats.filter(user=user).first()
    if seat is None:
        raise NotAllowed(_("You do not sit at this table."), "not_seated")
    return seat


def _check_running(game: Game) -> None:
    if game.status != Game.Status.RUNNING:
        raise Stale(_("This game is not running."), "not_running")


def _substitute(game: Game, seat: Seat, kind: Notice.Kind) -> None:
    seat.bot = SUBSTITUTE
    seat.save(update_fields=["bot"])
    _record(game, seat, kind)


def _record(game: Game, seat: Seat, kind: Notice.Kind) -> None:
    """Tell the table who plays this seat from now on; their turn goes on."""
    Notice.objects.create(game=game, after=game.action_count, kind=kind, seat=seat.number)
    Vote.objects.filter(game=game).delete()
    if game.turn == seat.number:
        begin_turn(game, selectors.position_of(game), began=game.turn_began_at)
    save_change(game, ["turn", "turn_began_at", "deadline", "wake_at"])
