"""What people are called at tables. A change of it is a change of every table that tells it, whoever made it."""

from functools import partial

from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import F, Q

from accounts.models import User
from accounts.names.validation import clean_display_name
from games.models import Game, Message, Notice, Seat
from games.services import announce
from games.services.changes import lock_row, save_change
from games.services.refusals import Refused

AT_ONCE = 500
"""Games that are over are counted up so many at a time."""


def clean_name(name: str) -> str:
    """A name that somebody else asks for, as it may be shown; or why not, in words."""
    try:
        return clean_display_name(name)
    except ValidationError as wrong:
        raise Refused(" ".join(wrong.messages), "invalid_name") from None


def refresh_name(user: User) -> None:
    """Somebody is called differently, or their page is gone or back: tables that go on tell it at once."""
    for game_id in _tables_naming(user, ~Q(game__status__in=Game.ENDED)):
        with transaction.atomic():
            save_change(lock_row(game_id), lobby=True)
            transaction.on_commit(partial(announce.announce_chat, game_id))


def remove_name(user: User) -> None:
    """Whoever deletes their account takes their name away from every table, those included whose game is over.

    Of the latter nobody is told one by one: sockets that still show one compare its version every few seconds.
    """
    Seat.objects.filter(user=user).exclude(known_as="").update(known_as="")
    refresh_name(user)
    over = _tables_naming(user, Q(game__status__in=Game.ENDED))
    for first in range(0, len(over), AT_ONCE):
        games = Game.objects.filter(pk__in=over[first : first + AT_ONCE])
        with transaction.atomic():
            # Always in the same order: of two who do this at once, none waits for the other in a circle.
            list(games.select_for_update().order_by("pk").values_list("pk"))
            games.update(version=F("version") + 1)


def _tables_naming(user: User, which: Q) -> list[str]:
    """Where somebody sits, is spoken of or has spoken."""
    spoken_of = Q(person=user) | Q(successor=user) | Q(by=user)
    naming = (Seat.objects.filter(user=user), Notice.objects.filter(spoken_of), Message.objects.filter(author=user))
    return sorted({game_id for rows in naming for game_id in rows.filter(which).values_list("game_id", flat=True)})
