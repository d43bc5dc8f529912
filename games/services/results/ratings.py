"""What a finished game does to the ratings of those who played it: once, in the transaction that ends it.

Locks are taken in this order: the game, the people by number, their ratings by number. Whoever counts everything anew
takes them in the same order.
"""

import logging
from collections.abc import Collection, Iterable, Sequence

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from accounts.models import User
from games.faults import fault_description
from games.models import Action, Game, Notice, Rating, RatingChange, Seat
from games.queries.rating_eligibility import ON_THEIR_OWN, Entrant, entrant_of, why_unrated
from games.queries.seats import SEATS
from games.services.changes import lock_row, save_change
from games.skill import NEWCOMER, Strength, new_strengths

logger = logging.getLogger(__name__)


def rate_at_the_end(game: Game) -> None:
    """Count a locked game that has just ended. If that fails the game still ends, and is counted later."""
    try:
        with transaction.atomic():
            rate(game)
    except Exception as exception:
        game.rated_at = None
        logger.error("Game %s is not rated yet: %s", game.id, fault_description("rating the game", exception))


@transaction.atomic
def rate_missed(*, game_id: str) -> bool:
    """Count a finished game that was not counted when it ended; whether it was still to be counted."""
    game = lock_row(game_id)
    if game.status != Game.Status.FINISHED or game.rated_at is not None:
        return False
    rate(game)
    save_change(game, ["rated_at"])
    return True


def uncounted_games() -> list[str]:
    """Finished games that were not counted, in the order in which they ended."""
    games = Game.objects.filter(status=Game.Status.FINISHED, rated_at=None)
    return list(games.order_by("ended_at", "pk").values_list("pk", flat=True))


def rate(game: Game) -> None:
    """Change the ratings of those who count in a locked game that is over. Again changes nothing.

    Storing `rated_at` is left to whoever stores the game.
    """
    if game.rated_at is not None:
        return
    game.rated_at = timezone.now()
    seats = list(SEATS.filter(game=game))
    _lock_people(seats)
    unrated = why_unrated(game, seats, helped_seats([game.id])[game.id], taken_seats(game.notices.all()))
    counting = [seat for seat in seats if seat.number not in unrated]
    if counting:
        _change(game, counting)


def _lock_people(seats: Iterable[Seat]) -> None:
    """Who they are at this moment: somebody may have become more than a guest, or left, since the table was read."""
    ids = [seat.user_id for seat in seats if seat.user_id is not None]
    people = {user.pk: user for user in User.objects.select_for_update(no_key=True).filter(pk__in=ids).order_by("pk")}
    for seat in seats:
        if seat.user_id is not None:
            seat.user = people.get(seat.user_id)


def helped_seats(game_ids: Collection[str]) -> dict[str, set[int]]:
    """For each of these games the seats for which somebody else than their players made a move."""
    found: dict[str, set[int]] = {game_id: set() for game_id in game_ids}
    others = Action.objects.filter(game__in=game_ids).exclude(made_by__in=ON_THEIR_OWN)
    for game_id, seat in others.order_by().values_list("game_id", "seat").distinct():
        found[game_id].add(seat)
    return found


def taken_seats(notices: Iterable[Notice]) -> set[int]:
    return {notice.seat for notice in notices if notice.kind == Notice.Kind.HANDED_OVER and notice.seat is not None}


def _change(game: Game, seats: Sequence[Seat]) -> None:
    ratings = _lock_or_create_ratings(game.slug, {entrant_of(seat) for seat in seats})
    before = {entrant: Strength(rating.mean, rating.deviation) for entrant, rating in ratings.items()}
    after = new_strengths(before, entries_of(seats))
    for entrant, rating in ratings.items():
        apply_strength(rating, after[entrant])
        rating.changed_at = timezone.now()
    Rating.objects.bulk_update(ratings.values(), ["mean", "deviation", "score", "games", "changed_at"])
    changes = [change_of(ratings[(who := entrant_of(seat))], seat, before[who]) for seat in seats]
    RatingChange.objects.bulk_create(changes)


def entries_of(seats: Iterable[Seat]) -> list[tuple[Entrant, int]]:
    return [(entrant_of(seat), seat.rank) for seat in seats if seat.rank is not None]


def apply_strength(rating: Rating, strength: Strength) -> None:
    """Write the outcome of one more game."""
    rating.mean, rating.deviation, rating.score = strength.mean, strength.deviation, strength.score
    rating.games += 1


def change_of(rating: Rating, seat: Seat, before: Strength) -> RatingChange:
    return RatingChange(
        rating=rating,
        seat_id=seat.pk,
        mean_before=before.mean,
        deviation_before=before.deviation,
        mean_after=rating.mean,
        deviation_after=rating.deviation,
    )


def newcomer(slug: str, entrant: Entrant) -> Rating:
    user_id, bot = entrant
    return Rating(
        slug=slug,
        user_id=user_id,
        bot=bot,
        mean=NEWCOMER.mean,
        deviation=NEWCOMER.deviation,
        score=NEWCOMER.score,
    )


def _lock_or_create_ratings(slug: str, entrants: Collection[Entrant]) -> dict[Entrant, Rating]:
    """Their ratings, for this transaction alone. Those that are missing are made first, always in the same order.

    Two games may make the same one at the same moment: the later waits for the earlier, and uses that.
    """
    wanted = Rating.objects.filter(
        Q(user__in=[user_id for user_id, _bot in entrants if user_id is not None])
        | Q(user=None, bot__in=[bot for user_id, bot in entrants if user_id is None]),
        slug=slug,
    )
    known = set(wanted.values_list("user", "bot"))
    if missing := sorted(set(entrants) - known, key=lambda entrant: (entrant[0] or 0, entrant[1])):
        Rating.objects.bulk_create([newcomer(slug, entrant) for entrant in missing], ignore_conflicts=True)
    return {(one.user_id, one.bot): one for one in wanted.select_for_update().order_by("pk")}


def delete_ratings(user: User) -> None:
    """Whoever has deleted their account takes their ratings along; those of the others stay what they are."""
    Rating.objects.filter(user=user).delete()
