"""How a table is changed: its row is locked, its version counts up, and after the commit everybody hears of it."""

from collections.abc import Iterable
from functools import partial

from django.db import transaction

from games import realtime
from games.models import Game


def locked(game_id: str) -> Game:
    """The table, for this transaction alone. On SQLite the transaction itself is the lock."""
    return Game.objects.select_for_update().get(pk=game_id)


def save_change(game: Game, fields: Iterable[str] = (), *, lobby: bool = False) -> None:
    """Store these columns as the next version. `lobby` tells those who look at the list of tables, too."""
    game.version += 1
    game.save(update_fields=["version", *fields])
    transaction.on_commit(partial(realtime.announce_change, game.id, game.version))
    if lobby and game.public:
        transaction.on_commit(realtime.announce_lobby)
