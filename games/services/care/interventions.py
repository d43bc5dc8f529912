"""What an admin can do about a game. Each of these is recorded in the game and told to its players.

Admins play, too, so none of this lets them choose somebody else's move or see what players cannot see.
"""

from functools import partial

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from accounts.people.locks import lock_if_active
from games.faults import Fault
from games.models import Action, Game, Notice, Order, Seat
from games.models.table_properties import Status
from games.positions import ADMIN, Position
from games.queries import integrity
from games.queries.seats import read_seats
from games.services.care.containment import stops_game_on_fault
from games.services.changes import LockedTable, lock_row, lock_table, save_change
from games.services.refusals import Refused
from games.services.table import deals, rooms
from games.services.table import seats as seating
from games.services.turn.play import advance_turn, play_automatically
from games.services.turn.schedule import CLOCK_FIELDS, begin_turn, clear_moments, restart_clock, stop_clock


@transaction.atomic
def pause(*, by: User, game_id: str, reason: str = "") -> Game:
    """Stop the clock, and let nobody move."""
    game = lock_row(game_id)
    _check(game, Game.Status.RUNNING)
    game.status = Game.Status.PAUSED
    stop_clock(game)
    _save_with_notice(game, Notice.Kind.PAUSED, by=by, reason=reason)
    return game


@stops_game_on_fault
@transaction.atomic
def resume(*, by: User, game_id: str, reason: str = "") -> Game:
    """Let a paused or repaired game go on. Its columns are written anew from its setup and its actions."""
    table = lock_table(game_id)
    game = table.game
    _check(game, Game.Status.PAUSED, Game.Status.ERRORED)
    if game.status == Game.Status.ERRORED:
        game.repairs += 1
    game.fault = ""
    if game.setup is None:
        rooms.wait_again(game)
        _save_with_notice(game, Notice.Kind.RESUMED, by=by, reason=reason)
        return game
    _go_on_from_history(table)
    _save_with_notice(game, Notice.Kind.RESUMED, by=by, reason=reason)
    return game


@transaction.atomic
def abort(*, by: User, game_id: str, reason: str = "") -> Game:
    """End a game without a result; its deck is shown to everybody. A table that waits is closed."""
    game = lock_row(game_id)
    if game.status == Game.Status.WAITING:
        rooms.close_now(game)
    else:
        _check(game, Game.Status.RUNNING, Game.Status.PAUSED, Game.Status.ERRORED)
        game.status, game.ended_at = Game.Status.ABORTED, timezone.now()
        clear_moments(game)
        game.stopped_at = None
        Order.objects.filter(seat__game=game).delete()
        game.kept_seats.all().delete()
    _save_with_notice(game, Notice.Kind.ABORTED, by=by, reason=reason)
    deals.open_deal_if_over(game)
    return game


@transaction.atomic
def substitute(*, by: User, game_id: str, seat: int, reason: str = "") -> Game:
    """Let a bot play for somebody, who may come back whenever they like."""
    table = lock_table(game_id)
    concerned = _seat(table, seat, by)
    if concerned.bot_playing:
        raise Refused(_("A bot plays this seat already."))
    seating.substitute(table, concerned, Notice.Kind.SUBSTITUTED, by=by, reason=reason)
    return table.game


@stops_game_on_fault
@transaction.atomic
def hand_over(*, by: User, game_id: str, seat: int, to: User, reason: str = "") -> Game:
    """Give a seat to somebody else for the rest of the game."""
    table = lock_table(game_id)
    game, concerned = table.game, _seat(table, seat, by)
    if to == by:
        raise Refused(_("Nobody hands a seat to themselves: you would see a hand that is not yours."))
    if not lock_if_active(to):
        raise Refused(_("This account cannot play."))
    if any(other.user_id == to.pk for other in table.seats):
        raise Refused(_("%(name)s sits at this table already.") % {"name": to})
    deals.check_newcomer(game, to)
    former = Seat(number=concerned.number, user=concerned.user, name=concerned.name)
    concerned.user, concerned.bot, concerned.name, concerned.known_as = to, "", "", ""
    concerned.joined_at = concerned.seen_at = timezone.now()
    concerned.seen_actions = game.action_count
    concerned.save()
    concerned.known_as = read_seats(game.id)[concerned.number].shown_name
    concerned.save(update_fields=["known_as"])
    concerned.orders.all().delete()
    if game.status == Game.Status.RUNNING:
        begin_turn(table, table.position, began=None if game.turn == seat else game.turn_began_at)
    seating.record_notice(game, Notice.Kind.HANDED_OVER, former, by=by, successor=to, reason=reason)
    return game


@stops_game_on_fault
@transaction.atomic
def act_for(*, by: User, game_id: str, seat: int, reason: str = "") -> Game:
    """Play for the seat that everybody waits for what the clock would play: the admin decides that, not what."""
    table = lock_table(game_id)
    game = table.game
    _check(game, Game.Status.RUNNING)
    concerned = _seat(table, seat, by)
    if game.turn != concerned.number:
        raise Refused(_("It is not the turn of this seat."))
    play_automatically(table, concerned.number, ADMIN)
    seating.record_notice(game, Notice.Kind.ACTED, concerned, by=by, reason=reason)
    return game


def replace_banned(user: User, by: User | None) -> None:
    """Somebody is banned: they stand up from tables that wait, and bots play on for them in games."""
    seating.at_each_table(partial(_replace_banned, user, by), seating.tables_left_by(user))


@transaction.atomic
def _replace_banned(user: User, by: User | None, game_id: str) -> None:
    table = lock_table(game_id)
    game = table.game
    if game.is_unstarted:
        rooms.stand_up(game, user)
        return
    seat = next((seat for seat in table.seats if seat.user_id == user.pk), None)
    if seat is not None and game.going_on and not seat.bot_playing:
        seating.substitute(table, seat, Notice.Kind.SUBSTITUTED if by else Notice.Kind.LEFT, by=by)


def _go_on_from_history(table: LockedTable) -> None:
    game = table.game
    position = _replay(table, list(Action.objects.filter(game=game).order_by("number")))
    game.action_count = position.number
    # What was noted after actions that are taken back was noted after the last that stays.
    game.notices.filter(after__gt=position.number).update(after=position.number)
    if integrity.outcome_of(table.rules, position) is not None:
        game.stopped_at = None
        advance_turn(table, position)
    elif game.ended_at is not None:
        game.status, game.stopped_at = Game.Status.ABORTED, None
    else:
        game.status = Game.Status.RUNNING
        restart_clock(table, position)


def _replay(table: LockedTable, actions: list[Action]) -> Position:
    try:
        return integrity.replay(table.game, table.seats, actions)
    except Fault as fault:
        if table.game.status == Game.Status.ERRORED:
            raise Refused(_("The game is not repaired yet. %(fault)s") % {"fault": fault}) from None
        raise


def _check(game: Game, *statuses: Status) -> None:
    if game.status not in statuses:
        raise Refused(_("That is not possible: this game is %(status)s.") % {"status": game.get_status_display()})


def _seat(table: LockedTable, number: int, by: User) -> Seat:
    """A seat of a game that has begun and not ended, and in which this admin has nothing to win."""
    if any(seat.user_id == by.pk for seat in table.seats):
        raise Refused(_("You play in this game yourself: ask another admin, or pause or abort it."))
    _check(table.game, Game.Status.RUNNING, Game.Status.PAUSED, Game.Status.ERRORED)
    seat = next((seat for seat in table.seats if seat.number == number), None)
    if seat is None:
        raise Refused(_("There is no such seat."))
    return seat


def _save_with_notice(game: Game, kind: Notice.Kind, *, by: User, reason: str) -> None:
    Notice.objects.create(game=game, after=game.action_count, kind=kind, by=by, reason=reason)
    save_change(game, ["status", "fault", "repairs", "action_count", "ended_at", *CLOCK_FIELDS], lobby=True)
