"""One move: whoever makes it, a person, a bot or the clock, it goes through `_play`."""

from functools import partial
from typing import Any

from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext as _

from accounts.models import User
from games import selectors
from games.history import BOT, CLOCK, PLAYER, Move, Position, following
from games.models import Action, Game, Seat, Vote
from games.rules import Outcome, find_rules
from games.rules.plain import Json
from games.services.changing import check_key, locked, save_change
from games.services.refusals import NotAllowed, Refused, Stale
from games.services.timing import begin_turn


@transaction.atomic(durable=True)
def act(*, user: User, game_id: str, version: int, key: str, action: Json) -> Game:
    """Play for one's own seat. The same key with the same action again changes nothing and is no error.

    `version` is that of the table the player was looking at. A change that left the decision as it was, such as
    somebody else's seat going to a bot, does not make it stale.
    """
    game = locked(game_id)
    seat = Seat.objects.filter(game=game, user=user).first()
    if seat is None:
        raise NotAllowed(_("You do not sit at this table."), "not_seated")
    check_key(key)
    parsed = find_rules(game.slug, game.rules_version).action_from_json(action)
    if _is_repeat(game, seat, key, parsed):
        return game
    if game.status != Game.Status.RUNNING:
        raise Stale(_("This game is not running."), "not_running")
    if seat.played_by_bot:
        raise NotAllowed(_("A bot plays your seat. Take it back first."), "substituted")
    if not game.turn_version <= version <= game.version:
        raise Stale(
            _("The table had moved on before your action arrived. Nothing was played; have a look and decide again.")
        )
    Seat.objects.filter(pk=seat.pk).update(seen_at=timezone.now(), seen_actions=game.action_count + 1)
    _play(game, seat.number, parsed, PLAYER, key)
    return game


@transaction.atomic(durable=True)
def act_for_bot(*, game_id: str, number: int, seat: int, action: Any) -> bool:
    """Play what a bot decided on after `number` actions, if the game still stands there and the seat is a bot's."""
    game = locked(game_id)
    if game.status != Game.Status.RUNNING or game.action_count != number or game.turn != seat:
        return False
    if not game.seats.get(number=seat).played_by_bot:
        return False
    _play(game, seat, action, BOT)
    return True


@transaction.atomic(durable=True)
def time_out(*, game_id: str) -> bool:
    """Play for the seat whose time has run out, if it really has."""
    game = locked(game_id)
    if game.status != Game.Status.RUNNING or game.turn is None or game.deadline is None:
        return False
    if game.deadline > timezone.now():
        return False
    state = selectors.position_of(game).state
    _play(game, game.turn, find_rules(game.slug, game.rules_version).timeout_action(state, game.turn), CLOCK)
    return True


def _is_repeat(game: Game, seat: Seat, key: str, action: Any) -> bool:
    earlier = Action.objects.filter(game=game, seat=seat.number, key=key).first()
    rules = find_rules(game.slug, game.rules_version)
    if earlier is not None and rules.action_from_json(earlier.action) != action:
        raise Refused(_("This form was already sent with another action. Reload the page and try again."), "key_reused")
    return earlier is not None


def _play(game: Game, seat: int, action: Any, made_by: str, key: str | None = None) -> None:
    """Play, store and announce, or raise `IllegalAction` with nothing changed."""
    rules = find_rules(game.slug, game.rules_version)
    now = timezone.now()
    move = Move(game.action_count + 1, seat, action, made_by, now)
    position = following(rules, selectors.position_of(game), move)
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
    Vote.objects.filter(game=game).delete()
    settle_turn(game, position)
    transaction.on_commit(partial(selectors.positions.keep, game.id, position))


def settle_turn(game: Game, position: Position, *, lobby: bool = False) -> None:
    """Write what follows from a new position: whose turn it is, or how the game ended."""
    outcome = find_rules(game.slug, game.rules_version).outcome(position.state)
    fields = ["action_count", "turn", "turn_began_at", "deadline", "wake_at", "turn_version"]
    begin_turn(game, position)
    game.turn_version = game.version + 1
    if outcome is not None:
        game.status, game.ended_at = Game.Status.FINISHED, timezone.now()
        fields += ["status", "ended_at"]
        _store_results(game, outcome)
    save_change(game, fields, lobby=lobby or outcome is not None)


def _store_results(game: Game, outcome: Outcome) -> None:
    for seat, result in zip(game.seats.order_by("number"), outcome.seats, strict=True):
        seat.rank, seat.score, seat.won = result.rank, float(result.score), seat.number in outcome.winners
        seat.save(update_fields=["rank", "score", "won"])
