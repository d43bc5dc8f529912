"""What came of a game that is over, beside its outcome: what belongs to the people who played it."""

from typing import Any

from accounts.models import Audience
from games import words
from games.counting import ON_THEIR_OWN, Why, why_unrated
from games.faults import Fault, told_apart
from games.models import Game, Notice, Seat
from games.queries.seats import SEATS
from games.queries.table import Table
from games.tableau import Pile, tableau_of


def ratings_told(table: Table) -> tuple[str, ...]:
    """What a finished game did to the rating of each seat, or why it did nothing, in words."""
    if table.status != Game.Status.FINISHED or table.position is None:
        return ()
    seats = list(SEATS.select_related("rating_change", "game__deal").filter(game=table.id))
    game = seats[0].game
    moves = [earlier.move for earlier in table.position.back() if earlier.move is not None]
    helped = {move.seat for move in moves if move.made_by not in ON_THEIR_OWN}
    taken = {notice.seat for notice in table.notices if notice.kind == Notice.Kind.HANDED_OVER}
    unrated = why_unrated(game, seats, helped, {seat for seat in taken if seat is not None})
    # Whoever would count today and did not was a guest then.
    otherwise = Why.GUEST if game.rated_at else Why.LATER
    return tuple(_told(seat, unrated.get(seat.number, otherwise)) for seat in seats)


def _told(seat: Seat, why: Why) -> str:
    change = getattr(seat, "rating_change", None)
    if change is None:
        return words.unrated(why)
    # Everybody is shown the same table, so it tells what everybody may know.
    is_shown = seat.user is None or seat.user.results_for == Audience.EVERYBODY
    return words.rating_change(change) if is_shown else words.rated()


def read_seal(table: Table) -> dict[str, Any]:
    """The deck of a game whose secrets are open, and all that is needed to check its seal."""
    game = Game.objects.only("setup", "salt").get(pk=table.id)
    return {
        "table": table.id,
        "commitment": table.commitment,
        "salt": game.salt,
        "setup": game.canonical_setup,
        "piles": _piles(table, game),
    }


def _piles(table: Table, game: Game) -> list[Pile]:
    """Every card from the top of its pile, and whether the game got that far; nothing if that cannot be told."""
    if table.rules is None or table.position is None or game.setup is None:
        return []
    try:
        with told_apart("showing what was dealt"):
            return tableau_of(table.rules).piles(table.rules, game.setup, table.position.state)
    except Fault:
        return []


def rematch_of(table: Table) -> str:
    """The table of the next game between the same people; nothing if there is none, or it was closed."""
    again = Game.objects.filter(rematch_of=table.id).exclude(status=Game.Status.CLOSED)
    return again.values_list("pk", flat=True).first() or ""
