"""Where a game stands: what its setup and its actions lead to, or `Fault`."""

from collections.abc import Iterable
from functools import partial

from django.db import transaction

from games.faults import as_game_fault
from games.models import Action, Game
from games.positions import Move, Position, first_position, next_position
from games.queries.table_cache import table_cache
from games.rules import AnyRules, find_rules


def rules_of(game: Game) -> AnyRules:
    """The rules a game was begun with."""
    with as_game_fault("looking for the rules"):
        return find_rules(game.slug, game.rules_version)


def position_of(game: Game, rules: AnyRules | None = None) -> Position:
    """Where a started game stands after its `action_count` actions; what is known of it is continued."""
    rules = rules or rules_of(game)
    known = table_cache.position(game.id, game.repairs, game.action_count)
    position = known or opening_of(game, rules)
    if position.number < game.action_count:
        later = Action.objects.filter(game=game, number__gt=position.number, number__lte=game.action_count)
        position = replayed(rules, position, later.order_by("number"))
    if position is not known:
        # A transaction reads its own actions, too, and they may yet be undone.
        transaction.on_commit(partial(table_cache.keep_position, game.id, game.repairs, position))
    return position


def opening_of(game: Game, rules: AnyRules) -> Position:
    """The first position of a started game, as it is stored."""
    with as_game_fault("reading the setup"):
        first = rules.setup_from_json(game.setup)
    return first_position(rules, first)


def replayed(rules: AnyRules, position: Position, later: Iterable[Action]) -> Position:
    """The position after these stored actions, which follow on the given one."""
    for stored in later:
        with as_game_fault(f"reading action {stored.number}"):
            action = rules.action_from_json(stored.action)
        move = Move(stored.number, stored.seat, action, stored.made_by, stored.at, stored.key)
        position = next_position(rules, position, move, stored=True)
    return position
