"""How a table is changed: its row is locked, its version counts up, and after the commit everybody hears of it."""

from collections.abc import Iterable
from functools import partial

from django.db import transaction
from django.utils.translation import gettext as _

from games import realtime, selectors
from games.models import Game
from games.services.refusals import Refused

LONGEST_KEY = 40


def locked(game_id: str) -> Game:
    """The table, for this transaction alone. On SQLite the transaction itself is the lock."""
    return Game.objects.select_for_update().get(pk=game_id)


def locked_table(game_id: str) -> Game:
    """The same with everything that the table is drawn from, so that nobody has to read it again after the change."""
    game = locked(game_id)
    selectors.complete(game)
    return game


def save_change(game: Game, fields: Iterable[str] = (), *, lobby: bool = False) -> None:
    """Store these columns as the next version. `lobby` tells those who look at the list of tables, too."""
    game.version += 1
    game.save(update_fields=["version", *fields])
    transaction.on_commit(partial(realtime.announce_change, game.id, game.version))
    if lobby and game.public:
        transaction.on_commit(realtime.announce_lobby)


def check_key(key: str) -> None:
    """The one-time key of a form, by which a form that arrives twice is known."""
    if not (0 < len(key) <= LONGEST_KEY and key.isascii() and key.isprintable()):
        raise Refused(_("This form is broken. Reload the page and try again."), "invalid_key")
