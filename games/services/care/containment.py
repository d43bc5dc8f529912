"""A fault in one game stops that game, and nothing else notices."""

import logging
from collections.abc import Callable
from functools import wraps
from inspect import Parameter, signature
from math import inf
from typing import ParamSpec, TypeVar

from django.db import transaction
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.faults import Fault
from games.models import Game, Notice
from games.queries import game_file, tables
from games.queries.access import may_see
from games.queries.table import Table
from games.services.changes import lock_row, save_change
from games.services.refusals import Stale
from games.services.turn.schedule import CLOCK_FIELDS, stop_clock

logger = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

WHY_NOT: dict[str, Promise] = {
    Game.Status.PAUSED: _("This game is paused by an admin. Nothing was played."),
    Game.Status.ERRORED: _(
        "Something went wrong, and this game has stopped. Nothing is lost, and the admins have been told."
    ),
    Game.Status.ABORTED: _("An admin has ended this game."),
}


def stops_game_on_fault(service: Callable[P, T]) -> Callable[P, T]:
    """A service that changes one game. If it meets a fault, all it did is undone and the game is stopped."""
    # That one parameter has this name is more than a ParamSpec can say.
    assert signature(service).parameters["game_id"].kind is Parameter.KEYWORD_ONLY

    @wraps(service)
    def guarded(*args: P.args, **kwargs: P.kwargs) -> T:
        try:
            return service(*args, **kwargs)
        except Fault as fault:
            stop_game(game_id=str(kwargs["game_id"]), fault=fault)
            raise Stale(WHY_NOT[Game.Status.ERRORED], "errored") from None

    return guarded


@transaction.atomic(durable=True)
def stop_game(*, game_id: str, fault: Fault) -> None:
    """Mark a game as errored, for its players in words and for the admins in detail. Once is enough.

    A game that has ended stays ended, even if it cannot be shown any more.
    """
    game = lock_row(game_id)
    if game.status not in (Game.Status.WAITING, Game.Status.RUNNING, Game.Status.PAUSED):
        return
    logger.error("Game %s is stopped: %s", game.id, fault)
    game.status, game.fault, game.fault_told_at = Game.Status.ERRORED, str(fault), None
    stop_clock(game)
    Notice.objects.create(game=game, after=game.action_count, kind=Notice.Kind.ERRORED)
    save_change(game, ["status", "fault", "fault_told_at", *CLOCK_FIELDS], lobby=True)


def find_table_or_stop(game_id: str, version: int = 0, seconds: float = 0.0) -> Table | None:
    """`tables.find_table`, to be shown: one whose rules are gone or whose history cannot be is stopped first."""
    try:
        return tables.find_table(game_id, version, seconds)
    except Fault as fault:
        return stop_if_broken(game_id, fault)


def find_visible_table(viewer: User | None, game_id: str, version: int | None = None) -> Table | None:
    """One that is for them: as it is now, or as it was known to be since that version."""
    table = find_table_or_stop(game_id, version or 0, 0.0 if version is None else inf)
    return table if table is not None and may_see(table, viewer) else None


def draw_or_stop(table: Table, draw: Callable[[Table], T]) -> T:
    """What is drawn of a table. One that cannot be drawn is stopped, and drawn as one that stands still."""
    try:
        return draw(table)
    except Fault as fault:
        bare = stop_if_broken(table.id, fault)
        assert bare is not None, "tables are never deleted"
        return draw(bare)


def file_or_stop(table: Table) -> str | None:
    """The game as a file; nothing if it cannot be told, and then it is stopped."""
    try:
        return game_file.text_of(table)
    except Fault as fault:
        stop_game(game_id=table.id, fault=fault)
        return None


def stop_if_broken(game_id: str, fault: Fault) -> Table | None:
    """The table of a game that was found to be broken, without it; one that has ended stays ended."""
    stop_game(game_id=game_id, fault=fault)
    return tables.read_table(game_id, bare=True)


def check_running(game: Game) -> None:
    if game.status != Game.Status.RUNNING:
        raise Stale(why_not_running(game.status), "not_running")


def why_not_running(status: str) -> Promise:
    return WHY_NOT.get(status, _("This game is not running."))
