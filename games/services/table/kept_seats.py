"""Seats that are kept under a name: for everybody but whoever has their invitation they are taken."""

from collections.abc import Iterable

from django.utils.translation import gettext as _

from accounts.models import User
from accounts.names.look_alikes import skeleton
from accounts.services.accounts import update_preferences
from games.models import Game, KeptSeat
from games.queries.seats import read_seats
from games.services.refusals import Refused
from games.services.table.names import clean_name


def keep(game: Game, names: Iterable[str]) -> None:
    """Keep seats of a locked table under these names, each unlike those of all who sit there or will."""
    here = (*(seat.shown_name for seat in read_seats(game.id)), *game.kept_seats.values_list("name", flat=True))
    taken = set(map(skeleton, here))
    for name in map(clean_name, names):
        if skeleton(name) in taken:
            sentence = _("%(name)s looks too much like another name at this table. Choose a different one.")
            raise Refused(sentence % {"name": name}, "same_name")
        taken.add(skeleton(name))
        KeptSeat.objects.create(game=game, name=name)


def count_taken(game: Game) -> int:
    """How many seats somebody has, or is going to have."""
    return game.seats.count() + game.kept_seats.count()


def find(game: Game, invitation: str | None) -> KeptSeat | None:
    """The seat of a table that is kept for whoever has this invitation."""
    return game.kept_seats.filter(invitation=invitation).first() if invitation else None


def take(kept: KeptSeat, user: User) -> None:
    """Somebody has just sat down there. Guests are called as the seat was kept, here and everywhere."""
    kept.delete()
    if user.is_guest:
        update_preferences(user=user, display_name=kept.name)
