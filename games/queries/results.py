"""What came of a game that is over, beside its outcome: what belongs to the people who played it."""

from dataclasses import dataclass
from typing import TypedDict

from django.db.models import Exists, OuterRef

from accounts.models import Audience
from games.faults import Fault, as_game_fault
from games.models import Game, Notice, RatingChange, Seat, Unrated
from games.queries.rating_eligibility import ON_THEIR_OWN, why_unrated
from games.queries.seats import SEATS
from games.queries.table import Table
from games.tableau import Pile, tableau_of


@dataclass(frozen=True, slots=True)
class RatingResult:
    """What a finished game did to the rating of one seat, or why it did nothing."""

    change: RatingChange | None
    unrated: Unrated
    is_shown: bool
    """Everybody is shown the same table, so it tells what everybody may know."""


def rating_results(table: Table) -> tuple[RatingResult, ...]:
    """For each seat of a finished game; nothing for any other."""
    if table.status != Game.Status.FINISHED or table.position is None:
        return ()
    seats = list(SEATS.select_related("rating_change", "game__deal").filter(game=table.id))
    game = seats[0].game
    moves = [earlier.move for earlier in table.position.back() if earlier.move is not None]
    helped = {move.seat for move in moves if move.made_by not in ON_THEIR_OWN}
    taken = {notice.seat for notice in table.notices if notice.kind == Notice.Kind.HANDED_OVER}
    unrated = why_unrated(game, seats, helped, {seat for seat in taken if seat is not None})
    # Whoever would count today and did not was a guest then.
    otherwise = Unrated.GUEST if game.rated_at else Unrated.LATER
    return tuple(_result(seat, unrated.get(seat.number, otherwise)) for seat in seats)


def _result(seat: Seat, unrated: Unrated) -> RatingResult:
    is_shown = seat.user is None or seat.user.results_for == Audience.EVERYBODY
    return RatingResult(getattr(seat, "rating_change", None), unrated, is_shown)


class Seal(TypedDict):
    """The deck of a game whose secrets are open, and all that is needed to check its seal."""

    table: str
    commitment: str
    salt: str
    setup: str
    piles: list[Pile]


def read_seal(table: Table) -> Seal:
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
        with as_game_fault("showing what was dealt"):
            return tableau_of(table.rules).piles(table.rules, game.setup, table.position)
    except Fault:
        return []


@dataclass(frozen=True, slots=True)
class Rematch:
    """The next game between the same people, as it is told to one of them."""

    table: str
    has_begun: bool
    is_over: bool
    is_seated: bool
    """Whether they sit there already."""


def rematch_of(table: Table, user_id: int | None) -> Rematch | None:
    """Nothing if there is none, or it was closed."""
    seated = Exists(Seat.objects.filter(game=OuterRef("pk"), user=user_id))
    games = Game.objects.filter(rematch_of=table.id).exclude(status=Game.Status.CLOSED)
    again = games.values_list("pk", "started_at", "status", seated).first()
    if again is None:
        return None
    rematch, started_at, status, is_seated = again
    return Rematch(rematch, started_at is not None, status in Game.ENDED, is_seated)
