"""The reserve of a seat beyond the time of its turns."""

from datetime import timedelta
from math import ceil

from django.utils import timezone

from accounts.rest.planning import rest_of
from games.models import Game, Seat

QUICK, REFILL = 0.25, 0.25
"""Whoever answers within this share of a turn's time gets that share of the whole bank back."""


def charge_time_bank(game: Game, seat: Seat, share: float) -> None:
    """Take from a seat's time bank what a turn took too long, or put something back for a quick answer."""
    if not (game.bank_seconds and game.turn_seconds and game.turn_began_at and seat.user):
        return
    turn = timedelta(seconds=game.turn_seconds * share)
    used = rest_of(seat.user).counted(game.turn_began_at, timezone.now())
    left = seat.bank_left or 0
    if used > turn:
        left -= ceil((used - turn).total_seconds())
    elif used <= turn * QUICK:
        left += int(game.bank_seconds * REFILL)
    seat.bank_left = min(max(left, 0), game.bank_seconds)


def empty_time_bank(game: Game, seat: Seat) -> None:
    """Whoever lets time run out has spent the bank, too."""
    if game.bank_seconds:
        seat.bank_left = 0
        seat.save(update_fields=["bank_left"])
