"""Which seats of a finished game count for ratings, and why the others do not."""

from collections.abc import Collection, Sequence
from typing import Any, Protocol

from django.db import models
from django.utils.translation import gettext_lazy as _

from games.history import CLOCK, PLAYER
from games.models import Game, Seat

Entrant = tuple[int | None, str]
"""Whose rating it is: a person's, or that of a kind of bot."""

ON_THEIR_OWN = (PLAYER, CLOCK)
"""Who makes the moves of a seat that counts: its player, or nobody in time."""


class Why(models.TextChoices):
    """Why a seat does not count, as a table tells it."""

    TABLE = "table", _("the table does not count")
    KNOWN_DEAL = "known_deal", _("a known deal does not count")
    NOT_ALONE = "not_alone", _("others had begun the same deal")
    GUEST = "guest", _("guests are not rated")
    GONE = "gone", _("has no account any more")
    HELPED = "helped", _("was played for")
    HANDED_OVER = "handed_over", _("took the seat over")
    ALONE = "alone", _("nobody to compare with")
    LATER = "later", _("not counted yet")


class Counted(Protocol):
    """What says of a table whether it is played for ratings."""

    @property
    def rated(self) -> bool: ...
    @property
    def deal(self) -> Any: ...


def counts(game: Counted) -> bool:
    """Whether a table is played for ratings at all."""
    return game.rated and not _is_known(game)


def _is_known(game: Counted) -> bool:
    return game.deal is not None and game.deal.known


def entrant_of(seat: Seat) -> Entrant:
    return (None, seat.bot) if _is_bot(seat) else (seat.user_id, "")


def why_unrated(game: Game, seats: Sequence[Seat], helped: Collection[int], taken: Collection[int]) -> dict[int, Why]:
    """For every seat that does not count, by number, why it does not.

    `helped` are seats for which somebody else made a move, `taken` those that were handed over.
    """
    numbers = [seat.number for seat in seats]
    if not game.rated:
        return dict.fromkeys(numbers, Why.TABLE)
    if _is_known(game):
        return dict.fromkeys(numbers, Why.KNOWN_DEAL)
    if game.deck_was_known:
        return dict.fromkeys(numbers, Why.NOT_ALONE)
    found = {seat.number: why for seat in seats if (why := _why(seat, helped, taken))}
    entrants = {entrant_of(seat) for seat in seats if seat.number not in found}
    return dict.fromkeys(numbers, Why.ALONE) | found if len(entrants) < 2 else found


def _why(seat: Seat, helped: Collection[int], taken: Collection[int]) -> Why | None:
    if seat.number in taken:
        return Why.HANDED_OVER
    if _is_bot(seat):
        return None
    if seat.user is None or seat.user.deleted_at is not None:
        return Why.GONE
    if seat.user.is_guest:
        return Why.GUEST
    return Why.HELPED if seat.number in helped else None


def _is_bot(seat: Seat) -> bool:
    """Whether the seat is a bot's own, and not that of somebody for whom one plays."""
    return seat.user_id is None and bool(seat.name) and bool(seat.bot)
