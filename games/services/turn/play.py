"""One move: whoever makes it, a person, a bot or the clock, it goes through `play_as`."""

from functools import partial

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games.faults import Fault, as_game_fault
from games.models import Action, Game, Order, Seat, Vote
from games.positions import BOT, CLOCK, PLAYER, Move, Position, next_position
from games.queries.standing_orders import ordered_action
from games.queries.table import Table
from games.queries.table_cache import table_cache
from games.queries.tables import table_after
from games.rules import Outcome, RuleViolation
from games.rules.plain import Json
from games.services.care.containment import check_running, stops_game_on_fault
from games.services.changes import LockedTable, broken_form, check_key, lock_table, save_change
from games.services.notify import alerts
from games.services.refusals import NotAllowed, Refused, Stale
from games.services.results import ratings
from games.services.table import deals
from games.services.turn.schedule import (
    CLOCK_FIELDS,
    WAKE_FIELDS,
    begin_turn,
    call_player,
    go_on_with_turn,
    schedule_wake,
)
from games.services.turn.time_bank import charge_time_bank
from games.tableau import opens_stage, tableau_of
from games.tableau.posted_fields import Posted, number_in


@stops_game_on_fault
@transaction.atomic(durable=True)
def act(*, user: User, game_id: str, version: int, key: str, action: Json) -> Game:
    """Play for one's own seat. The same key with the same action again changes nothing and is no error.

    `version` is that of the table the player was looking at. A change that left the decision as it was, such as
    somebody else's seat going to a bot, does not make it stale.
    """
    return _act(lock_table(game_id), user, version, key, action)


@stops_game_on_fault
@transaction.atomic(durable=True)
def act_as_posted(*, user: User, game_id: str, posted: Posted) -> Game:
    """The same as the form at a table says it, however that was sent."""
    table = lock_table(game_id)
    version, key = number_in(posted, "version"), posted.get("key", "")
    return _act(table, user, version, key, tableau_of(table.rules).read_action(posted))


@stops_game_on_fault
@transaction.atomic(durable=True)
def act_for_program(
    *, user: User, game_id: str, action: Json, version: int | None = None, key: str = ""
) -> tuple[Game, bool]:
    """The same as a program says it, and whether anything was stored: a repeat stores nothing.

    Without a version it is about the present decision, whichever that is; without a key, about this decision alone.
    """
    table = lock_table(game_id)
    if version is None:
        version = table.game.turn_version
    before = table.game.action_count
    game = _act(table, user, version, key or str(version), action)
    return game, game.action_count > before


def _act(table: LockedTable, user: User, version: int, key: str, action: Json) -> Game:
    game, seat = table.game, table.seat_of(user)
    check_key(key)
    if key.isdecimal() and key != str(version):
        # Those are keys of decisions: nobody uses up one of a decision to come, which may be somebody else's.
        raise broken_form()
    parsed = table.rules.action_from_json(action)
    if _is_repeat(table, seat, key, parsed):
        return game
    check_running(game)
    is_fresh = game.turn_version <= version <= game.version
    if not is_fresh and _was_decided_for(table, seat, version):
        raise Stale(
            _("Too late: the clock, or the bot that took over, had already decided."),
            "timed_out",
        )
    if seat.bot_playing:
        raise NotAllowed(_("A bot plays your seat. Take it back first."), "substituted")
    if not is_fresh:
        raise Stale(
            _("The table had moved on before your move arrived. Nothing was played; have a look and decide again.")
        )
    seat.seen_actions = game.action_count + 1
    _play_as_player(table, seat, parsed, key)
    return game


@stops_game_on_fault
@transaction.atomic(durable=True)
def resolve_doubt(*, user: User, game_id: str, key: str) -> Move | None:
    """The move that came of a form whose answer was lost. If there is none, none will come of it any more.

    What is still under way then was decided on a version that is stale from now on: the same decision is asked anew.
    """
    table = lock_table(game_id)
    game, seat = table.game, table.seat_of(user)
    check_key(key)
    move = _sent_with(table, seat, key)
    if move is None and game.going_on and game.turn == seat.number:
        # Whoever asks is there, so nobody has to vote about them any more.
        Vote.objects.filter(game=game).delete()
        game.turn_version = game.version + 1
        transaction.on_commit(partial(_remember, table_cache.table(game.id, game.version), table))
        save_change(game, ["turn_version"])
    return move


@stops_game_on_fault
@transaction.atomic(durable=True)
def act_for_bot(*, game_id: str, number: int, seat: int, action: object) -> bool:
    """Play what a bot decided on after `number` actions, if the game still stands there and the seat is a bot's."""
    table = lock_table(game_id)
    game = table.game
    if game.status != Game.Status.RUNNING or game.action_count != number or game.turn != seat:
        return False
    if not table.seats[seat].bot_playing:
        return False
    try:
        play_as(table, seat, action, BOT)
    except RuleViolation as violation:
        raise Fault(f"The bot of seat {seat} wanted something illegal ({violation.code})") from None
    return True


@stops_game_on_fault
@transaction.atomic(durable=True)
def act_by_order(*, game_id: str, number: int) -> bool:
    """Play what a standing order says, if the game still stands where it was after `number` actions.

    If it says nothing (any more), its player has the time that is left.
    """
    table = lock_table(game_id)
    game = table.game
    if game.status != Game.Status.RUNNING or game.action_count != number or game.turn is None:
        return False
    seat = table.seats[game.turn]
    if seat.bot_playing:
        return False
    if follow_order(table, seat):
        return True
    _ask_player(table)
    return False


def follow_order(table: LockedTable, seat: Seat) -> bool:
    """Play what the orders of whoever is to act say; whether they say anything.

    It is stored like any other action of that player, so that nobody can tell.
    """
    action = ordered_action(table.rules, seat.pk, seat.number, table.position)
    if action is None:
        return False
    _play_as_player(table, seat, action)
    game = table.game
    if game.turn == seat.number and game.act_at is None and game.tell_at is None:
        # There is more to do in this turn, and whoever leaves it to orders may be anywhere.
        _ask_player(table)
    return True


def _ask_player(table: LockedTable) -> None:
    """No order says what to do now: whoever is to act has the time that is left."""
    call_player(table)
    schedule_wake(table.game)
    table.game.save(update_fields=WAKE_FIELDS)


def play_automatically(table: LockedTable, seat: int, made_by: str) -> None:
    """Play what is played for whoever does not decide."""
    with as_game_fault(f"looking what is played for seat {seat}"):
        action = table.rules.timeout_action(table.position.state, seat)
    play_as(table, seat, action, made_by)


def _is_repeat(table: LockedTable, seat: Seat, key: str, action: object) -> bool:
    earlier = _sent_with(table, seat, key)
    if earlier is not None and earlier.action != action:
        raise Refused(_("You have already decided differently. Nothing more was played."), "key_reused")
    return earlier is not None


def _was_decided_for(table: LockedTable, seat: Seat, version: int) -> bool:
    """Whether somebody else made the last move of that seat, as its own player did not, and not before that version."""
    game = table.game
    moves = (position.move for position in table.position.back())
    last = next((move for move in moves if move and move.seat == seat.number), None)
    if last is None or last.made_by not in (BOT, CLOCK):
        return False
    # Each action since then has counted the version up, as has that move.
    return version < game.version - (game.action_count - last.number)


def _sent_with(table: LockedTable, seat: Seat, key: str) -> Move | None:
    """The move of that seat that was sent with this key."""
    if not table.game.is_dealt:
        return None
    moves = (position.move for position in table.position.back())
    return next((move for move in moves if move and move.key == key and move.seat == seat.number), None)


def _play_as_player(table: LockedTable, seat: Seat, action: object, key: str | None = None) -> None:
    seat.seen_at = timezone.now()
    play_as(table, seat.number, action, PLAYER, key)
    seat.save(update_fields=["seen_at", "seen_actions", "bank_left"])


def play_as(table: LockedTable, seat: int, action: object, made_by: str, key: str | None = None) -> None:
    """Play, store and announce, or raise `IllegalAction` with nothing changed."""
    game, rules, before, now = table.game, table.rules, table.position, timezone.now()
    move = Move(game.action_count + 1, seat, action, made_by, now, key)
    position = next_position(rules, before, move)
    with as_game_fault("looking whether the turn goes on"):
        goes_on = rules.turn_goes_on(before.state, position.state)
    if made_by == PLAYER and not goes_on:
        charge_time_bank(game, table.seats[seat], rules.share_of_turn(before.state))
    Action.objects.create(
        game=game,
        number=move.number,
        seat=seat,
        action=rules.action_to_json(action),
        made_by=made_by,
        key=key,
        at=now,
    )
    game.action_count = move.number
    if game.version != game.turn_version:
        # Only a change within this turn can have been a vote.
        Vote.objects.filter(game=game).delete()
    if opens_stage(rules, position):
        # Orders for an auction or a turn end with it.
        Order.objects.filter(seat__game=game, stage__lt=rules.stage(position.state)).delete()
    table.position = position
    # Whoever hears of the move finds it at hand.
    transaction.on_commit(partial(_remember, table_cache.table(game.id, game.version), table))
    advance_turn(table, position, goes_on=goes_on)


def _remember(known: Table | None, table: LockedTable) -> None:
    """Keep what is on disk now. The table as it is shown follows from the one before, if nothing but a move changed."""
    game = table.game
    table_cache.keep_position(game.id, game.repairs, table.position)
    if known is not None and known.version + 1 == game.version and game.status == known.status:
        table_cache.keep_table(table_after(known, game, table.seats, table.position))


def advance_turn(table: LockedTable, position: Position, *, goes_on: bool = False, lobby: bool = False) -> None:
    """Write what follows from a new position: whose turn it is, or how the game ended.

    `goes_on` says that it is the same turn of the same player.
    """
    game = table.game
    with as_game_fault("looking for the outcome"):
        outcome = table.rules.outcome(position.state)
    fields = ["action_count", "turn_version", *CLOCK_FIELDS]
    if goes_on:
        go_on_with_turn(table, position)
    else:
        begin_turn(table, position)
    game.turn_version = game.version + 1
    if outcome is not None:
        game.status, game.ended_at = Game.Status.FINISHED, timezone.now()
        fields += ["status", "ended_at", "rated_at", "deck_was_known"]
        _store_results(table, outcome)
        deals.lock_deal(game)
        deals.note_who_knew(game)
        ratings.rate_at_the_end(game)
        alerts.alert_end(game)
        Order.objects.filter(seat__game=game).delete()
    save_change(game, fields, lobby=lobby or outcome is not None)
    if outcome is not None:
        deals.open_deal_if_over(game)


def _store_results(table: LockedTable, outcome: Outcome) -> None:
    for seat, result in zip(table.seats, outcome.seats, strict=True):
        seat.rank, seat.score, seat.won = result.rank, float(result.score), seat.number in outcome.winners
        seat.save(update_fields=["rank", "score", "won"])
