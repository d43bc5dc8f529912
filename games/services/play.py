"""One move: whoever makes it, a person, a bot or the clock, it goes through `play_as`."""

from functools import partial
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games import selectors
from games.faults import Fault, told_apart
from games.history import BOT, PLAYER, Move, Position, following
from games.models import Action, Game, Order, Seat, Vote
from games.rules import Outcome, RuleViolation
from games.rules.plain import Json
from games.services import alerts, deals, ratings
from games.services.changing import check_key, locked_table, save_change
from games.services.containing import check_running, contained
from games.services.refusals import NotAllowed, Refused, Stale
from games.services.timing import (
    CLOCK_FIELDS,
    WAKE_FIELDS,
    begin_turn,
    call_player,
    go_on_with_turn,
    settle_bank,
    wake_next,
)
from games.tableau import opens_stage


@contained
@transaction.atomic(durable=True)
def act(*, user: User, game_id: str, version: int, key: str, action: Json) -> Game:
    """Play for one's own seat. The same key with the same action again changes nothing and is no error.

    `version` is that of the table the player was looking at. A change that left the decision as it was, such as
    somebody else's seat going to a bot, does not make it stale.
    """
    game = locked_table(game_id)
    seat = selectors.seat_of(game, user)
    if seat is None:
        raise NotAllowed(_("You do not sit at this table."), "not_seated")
    check_key(key)
    parsed = selectors.rules_of(game).action_from_json(action)
    if _is_repeat(game, seat, key, parsed):
        return game
    check_running(game)
    if seat.played_by_bot:
        raise NotAllowed(_("A bot plays your seat. Take it back first."), "substituted")
    if not game.turn_version <= version <= game.version:
        raise Stale(
            _("The table had moved on before your action arrived. Nothing was played; have a look and decide again.")
        )
    seat.seen_actions = game.action_count + 1
    _play_as_player(game, seat, parsed, key)
    return game


@contained
@transaction.atomic(durable=True)
def act_for_bot(*, game_id: str, number: int, seat: int, action: Any) -> bool:
    """Play what a bot decided on after `number` actions, if the game still stands there and the seat is a bot's."""
    game = locked_table(game_id)
    if game.status != Game.Status.RUNNING or game.action_count != number or game.turn != seat:
        return False
    if not selectors.seats_of(game)[seat].played_by_bot:
        return False
    try:
        play_as(game, seat, action, BOT)
    except RuleViolation as violation:
        raise Fault(f"The bot of seat {seat} wanted something illegal ({violation.code})") from None
    return True


@contained
@transaction.atomic(durable=True)
def act_by_order(*, game_id: str, number: int) -> bool:
    """Play what a standing order says, if the game still stands where it was after `number` actions.

    If it says nothing (any more), its player has the time that is left.
    """
    game = locked_table(game_id)
    if game.status != Game.Status.RUNNING or game.action_count != number or game.turn is None:
        return False
    seat = selectors.seats_of(game)[game.turn]
    if seat.played_by_bot:
        return False
    if follow_order(game, seat):
        return True
    _ask_player(game)
    return False


def follow_order(game: Game, seat: Seat) -> bool:
    """Play in a table that was locked whole what the orders of whoever is to act say; whether they say anything.

    It is stored like any other action of that player, so that nobody can tell.
    """
    action = selectors.ordered_action(game, seat, selectors.position_of(game))
    if action is None:
        return False
    _play_as_player(game, seat, action)
    if game.turn == seat.number and game.act_at is None and game.tell_at is None:
        # There is more to do in this turn, and whoever leaves it to orders may be anywhere.
        _ask_player(game)
    return True


def _ask_player(game: Game) -> None:
    """No order says what to do now: whoever is to act has the time that is left."""
    call_player(game)
    wake_next(game)
    game.save(update_fields=WAKE_FIELDS)


def play_automatically(game: Game, seat: int, made_by: str) -> None:
    """Play in a locked game what is played for whoever does not decide."""
    state = selectors.position_of(game).state
    with told_apart(f"looking what is played for seat {seat}"):
        action = selectors.rules_of(game).timeout_action(state, seat)
    play_as(game, seat, action, made_by)


def _is_repeat(game: Game, seat: Seat, key: str, action: Any) -> bool:
    if game.setup is None:
        return False
    moves = (position.move for position in selectors.position_of(game).back())
    earlier = next((move for move in moves if move and move.key == key and move.seat == seat.number), None)
    if earlier is not None and earlier.action != action:
        raise Refused(_("This form was already sent with another action. Reload the page and try again."), "key_reused")
    return earlier is not None


def _play_as_player(game: Game, seat: Seat, action: Any, key: str | None = None) -> None:
    seat.seen_at = timezone.now()
    play_as(game, seat.number, action, PLAYER, key)
    seat.save(update_fields=["seen_at", "seen_actions", "bank_left"])


def play_as(game: Game, seat: int, action: Any, made_by: str, key: str | None = None) -> None:
    """Play in a table that was locked whole, store and announce, or raise `IllegalAction` with nothing changed."""
    rules, before = selectors.rules_of(game), selectors.position_of(game)
    now = timezone.now()
    move = Move(game.action_count + 1, seat, action, made_by, now, key)
    position = following(rules, before, move)
    with told_apart("looking whether the turn goes on"):
        goes_on = rules.turn_goes_on(before.state, position.state)
    if made_by == PLAYER and not goes_on:
        settle_bank(game, selectors.seats_of(game)[seat], rules.share_of_turn(before.state))
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
    # Whoever hears of the move finds it at hand.
    transaction.on_commit(partial(selectors.positions.keep, game, position))
    transaction.on_commit(partial(selectors.latest_tables.keep, game))
    settle_turn(game, position, goes_on=goes_on)


def settle_turn(game: Game, position: Position, *, goes_on: bool = False, lobby: bool = False) -> None:
    """Write what follows from a new position: whose turn it is, or how the game ended.

    `goes_on` says that it is the same turn of the same player.
    """
    with told_apart("looking for the outcome"):
        outcome = selectors.rules_of(game).outcome(position.state)
    fields = ["action_count", "turn_version", *CLOCK_FIELDS]
    if goes_on:
        go_on_with_turn(game, position)
    else:
        begin_turn(game, position)
    game.turn_version = game.version + 1
    if outcome is not None:
        game.status, game.ended_at = Game.Status.FINISHED, timezone.now()
        fields += ["status", "ended_at", "rated_at", "deck_was_known"]
        _store_results(game, outcome)
        deals.hold(game)
        deals.note_who_knew(game)
        ratings.rate_at_the_end(game)
        alerts.ended(game)
        Order.objects.filter(seat__game=game).delete()
    save_change(game, fields, lobby=lobby or outcome is not None)
    if outcome is not None:
        deals.table_ended(game)


def _store_results(game: Game, outcome: Outcome) -> None:
    for seat, result in zip(selectors.seats_of(game), outcome.seats, strict=True):
        seat.rank, seat.score, seat.won = result.rank, float(result.score), seat.number in outcome.winners
        seat.save(update_fields=["rank", "score", "won"])
