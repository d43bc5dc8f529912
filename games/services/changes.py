"""How a table is changed: its row is locked, its version counts up, and after the commit everybody hears of it."""

from collections.abc import Iterable
from functools import cached_property, partial

from django.db import transaction
from django.utils.translation import gettext as _

from accounts.models import User
from games.models import Game, Seat
from games.positions import Position
from games.queries.positions import position_of, rules_of
from games.rules import AnyRules
from games.services import announce
from games.services.refusals import NotAllowed, Refused
from hsweb.databases.prepared import PreparedQuery

LONGEST_KEY = 40


class LockedTable:
    """A table for one transaction alone: what is written about it was read here, each of it once.

    On SQLite the transaction itself is the lock.
    """

    def __init__(self, game: Game) -> None:
        self.game = game

    @cached_property
    def seats(self) -> list[Seat]:
        """In order. Hardly anything asks for their users."""
        return _seats(self.game.pk)

    @cached_property
    def rules(self) -> AnyRules:
        return rules_of(self.game)

    @cached_property
    def position(self) -> Position:
        return position_of(self.game, self.rules)

    @property
    def somebody_plays(self) -> bool:
        """Bots do not play for nobody: a game that everybody has left waits until somebody is back."""
        return any(not seat.bot_playing for seat in self.seats)

    def seat_of(self, user: User) -> Seat:
        """The seat of somebody who has to sit there."""
        seat = next((seat for seat in self.seats if seat.user_id == user.pk), None)
        if seat is None:
            raise NotAllowed(_("You do not sit at this table."), "not_seated")
        return seat


def lock_table(game_id: str) -> LockedTable:
    return LockedTable(lock_row(game_id))


def lock_row(game_id: str) -> Game:
    """The row alone, for this transaction alone."""
    game = _locked.first(game_id)
    if game is None:
        raise Game.DoesNotExist
    return game


_locked = PreparedQuery(lambda: Game.objects.select_for_update().filter(pk=""))
_seats = PreparedQuery(lambda: Seat.objects.filter(game="").order_by("number"))


def save_change(game: Game, fields: Iterable[str] = (), *, lobby: bool = False) -> None:
    """Store these columns as the next version. `lobby` tells those who look at the list of tables, too."""
    game.version += 1
    game.save(update_fields=["version", *fields])
    transaction.on_commit(partial(announce.announce_change, game.id, game.version))
    if lobby and game.public:
        transaction.on_commit(announce.announce_lobby)


def check_key(key: str) -> None:
    """The one-time key of a form, by which a form that arrives twice is known."""
    if not (0 < len(key) <= LONGEST_KEY and key.isascii() and key.isprintable()):
        raise broken_form()


def broken_form() -> Refused:
    return Refused(_("This form is broken. Reload the page and try again."), "invalid_key")
