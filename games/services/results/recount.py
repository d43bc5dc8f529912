"""All ratings from scratch: every finished game again, in the order in which they ended.

Guests of old games may have accounts by now, and still do not count there: the changes that are stored tell which
people counted, and nobody joins them later. Whoever has deleted their account is left out.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from django.db import connection, transaction
from django.db.models import F, Prefetch
from django.db.models.functions import Coalesce, Now

from accounts.models import User
from games.models import Game, Rating, RatingChange, Seat
from games.queries.rating_eligibility import Entrant, entrant_of, why_unrated
from games.services.results.ratings import apply_strength, change_of, entries_of, helped_seats, newcomer, taken_seats
from games.skill import Strength, new_strengths

AT_ONCE = 200
"""Games that are read together."""
ROWS_AT_ONCE = 1000


@dataclass
class Recount:
    """What has been worked out so far."""

    ratings: dict[tuple[str, Entrant], Rating] = field(default_factory=dict)
    changes: list[RatingChange] = field(default_factory=list)
    games: set[str] = field(default_factory=set)

    def add(self, game: Game, helped: set[int]) -> None:
        self.games.add(game.id)
        seats = _counting(game, helped)
        if not seats:
            return
        ratings = {who: self._rating(game.slug, who) for who in map(entrant_of, seats)}
        before = {who: Strength(rating.mean, rating.deviation) for who, rating in ratings.items()}
        after = new_strengths(before, entries_of(seats))
        for who, rating in ratings.items():
            apply_strength(rating, after[who])
        self.changes += (change_of(ratings[(who := entrant_of(seat))], seat, before[who]) for seat in seats)

    def _rating(self, slug: str, who: Entrant) -> Rating:
        return self.ratings.setdefault((slug, who), newcomer(slug, who))

    def leave_out(self, gone: set[int]) -> None:
        """Forget people who have left meanwhile."""
        self.ratings = {name: one for name, one in self.ratings.items() if one.user_id not in gone}
        self.changes = [change for change in self.changes if change.rating.user_id not in gone]


def recount(*, tell: Callable[[int, int], None]) -> int:
    """Count every finished game anew, and say how many. `tell` hears how many are done, and of how many.

    Most of the work is done before anything is locked. Then games wait with their end until all is written.
    """
    result = Recount()
    finished = _finished()
    for start in range(0, len(finished), AT_ONCE):
        _count(result, finished[start : start + AT_ONCE])
        tell(len(result.games), len(finished))
    with transaction.atomic():
        _keep_others_out()
        _count(result, [game_id for game_id in _finished() if game_id not in result.games])
        result.leave_out(set(User.objects.filter(deleted_at__isnull=False).values_list("pk", flat=True)))
        _write(result)
    return len(result.games)


def _finished() -> list[str]:
    games = Game.objects.filter(status=Game.Status.FINISHED)
    return list(games.order_by("ended_at", "pk").values_list("pk", flat=True))


def _count(result: Recount, game_ids: Sequence[str]) -> None:
    """Count these games, in this order."""
    seats = Prefetch("seats", Seat.objects.select_related("user", "rating_change").order_by("number"))
    # Setups are large, and nobody asks for them here.
    games = Game.objects.defer("setup").prefetch_related(seats, "notices", "deal").in_bulk(game_ids)
    helped = helped_seats(game_ids)
    for game_id in game_ids:
        result.add(games[game_id], helped[game_id])


def _counting(game: Game, helped: set[int]) -> list[Seat]:
    seats = list(game.seats.all())
    unrated = why_unrated(game, seats, helped, taken_seats(game.notices.all()))
    counting = [seat for seat in seats if seat.number not in unrated and not _came_later(game, seat)]
    return counting if len(set(map(entrant_of, counting))) > 1 else []


def _came_later(game: Game, seat: Seat) -> bool:
    """Whether somebody who would count today did not when the game was counted: they were a guest."""
    return game.rated_at is not None and seat.user_id is not None and getattr(seat, "rating_change", None) is None


def _keep_others_out() -> None:
    """Games, people, ratings: in the order in which everybody locks them. On SQLite the transaction is the lock."""
    finished = Game.objects.filter(status=Game.Status.FINISHED)
    list(finished.select_for_update().order_by("pk").values_list("pk", flat=True))
    players = User.objects.filter(pk__in=Seat.objects.filter(game__in=finished).values("user"))
    list(players.select_for_update(no_key=True).order_by("pk").values_list("pk", flat=True))
    if connection.vendor == "postgresql":
        with connection.cursor() as cursor:
            # Others may still read.
            cursor.execute(f"LOCK TABLE {connection.ops.quote_name(Rating._meta.db_table)} IN EXCLUSIVE MODE")


def _write(result: Recount) -> None:
    RatingChange.objects.all().delete()
    Rating.objects.all().delete()
    Rating.objects.bulk_create(result.ratings.values(), batch_size=ROWS_AT_ONCE)
    RatingChange.objects.bulk_create(result.changes, batch_size=ROWS_AT_ONCE)
    # Tables show what became of ratings, so each of them has changed.
    Game.objects.filter(status=Game.Status.FINISHED).update(
        version=F("version") + 1, rated_at=Coalesce("rated_at", Now())
    )
