"""Which seats of a finished game count for ratings, and why the others do not."""

from collections.abc import Collection, Sequence

from games.models import Game, Seat, Unrated
from games.positions import CLOCK, PLAYER

Entrant = tuple[int | None, str]
"""Whose rating it is: a person's, or that of a kind of bot."""

ON_THEIR_OWN = (PLAYER, CLOCK)
"""Who makes the moves of a seat that counts: its player, or nobody in time."""


def entrant_of(seat: Seat) -> Entrant:
    return (None, seat.bot) if _is_bot(seat) else (seat.user_id, "")


def why_unrated(
    game: Game, seats: Sequence[Seat], helped: Collection[int], taken: Collection[int]
) -> dict[int, Unrated]:
    """For every seat that does not count, by number, why it does not.

    `helped` are seats for which somebody else made a move, `taken` those that were handed over.
    """
    numbers = [seat.number for seat in seats]
    if not game.rated:
        return dict.fromkeys(numbers, Unrated.TABLE)
    if game.deal is not None and game.deal.known:
        return dict.fromkeys(numbers, Unrated.KNOWN_DEAL)
    if game.deck_was_known:
        return dict.fromkeys(numbers, Unrated.NOT_ALONE)
    found = {seat.number: why for seat in seats if (why := _why(seat, helped, taken))}
    entrants = {entrant_of(seat) for seat in seats if seat.number not in found}
    return dict.fromkeys(numbers, Unrated.ALONE) | found if len(entrants) < 2 else found


def _why(seat: Seat, helped: Collection[int], taken: Collection[int]) -> Unrated | None:
    if seat.number in taken:
        return Unrated.HANDED_OVER
    if _is_bot(seat):
        return None
    if seat.user is None or seat.user.deleted_at is not None:
        return Unrated.GONE
    if seat.user.is_guest:
        return Unrated.GUEST
    return Unrated.HELPED if seat.number in helped else None


def _is_bot(seat: Seat) -> bool:
    """Whether the seat is a bot's own, and not that of somebody for whom one plays."""
    return seat.user_id is None and bool(seat.name) and bool(seat.bot)
