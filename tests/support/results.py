"""Games that ended as a test wants it, and what became of ratings."""

from django.utils import timezone

from games.models import Game, Rating, RatingChange, Seat
from games.queries.positions import position_of, rules_of
from games.queries.rating_eligibility import why_unrated
from games.queries.seats import SEATS
from games.services.results import ratings
from games.skill import margin, points
from tests.support.tables import do, fresh


def end(game: Game, ranks, *, rated=True) -> Game:
    """Let a game be over with these ranks by seat, and count it."""
    for number, rank in enumerate(ranks):
        Seat.objects.filter(game=game, number=number).update(rank=rank, score=0.0, won=rank == 1)
    Game.objects.filter(pk=game.pk).update(
        status=Game.Status.FINISHED, turn=None, deadline=None, wake_at=None, ended_at=timezone.now()
    )
    if rated:
        ratings.rate_missed(game_id=game.id)
    return fresh(game)


def play_until(game: Game, actions: int) -> None:
    """Everybody does the least they can, so many times."""
    while (now := fresh(game)).action_count < actions:
        assert now.turn is not None
        rules, seat = rules_of(now), now.seats.get(number=now.turn)
        do(now, seat.user, rules.action_to_json(rules.timeout_action(position_of(now).state, seat.number)))


def strengths(slug="high-society"):
    """Everybody's rating, as it is shown."""
    found = Rating.objects.filter(slug=slug).select_related("user")
    return {one.user.username if one.user else one.bot: (points(one.mean), margin(one.deviation)) for one in found}


def told(change: RatingChange):
    """Before, and after."""
    return (
        (points(change.mean_before), margin(change.deviation_before)),
        (points(change.mean_after), margin(change.deviation_after)),
    )


def result(game: Game):
    """End a game, and say which seats did not count, and why."""
    over = end(game, range(1, game.seats.count() + 1))
    seats = list(SEATS.filter(game=over))
    helped, taken = ratings.helped_seats([over.id])[over.id], ratings.taken_seats(over.notices.all())
    unrated = {number: why.value for number, why in why_unrated(over, seats, helped, taken).items()}
    changed = set(RatingChange.objects.filter(seat__game=over).values_list("seat__number", flat=True))
    assert changed == {seat.number for seat in seats} - unrated.keys()
    return unrated
