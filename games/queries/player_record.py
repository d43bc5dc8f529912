"""How somebody has fared: their wins by game, their last results, and how strong they have become."""

from dataclasses import dataclass

from django.db.models import Count, F, Prefetch, Q, Window
from django.db.models.functions import RowNumber

from accounts.models import User
from games.models import Game, Rating, RatingChange, Seat
from games.queries.seats import WITH_SEATS
from games.skill import points
from games.tableau.sparkline import Sparkline, draw_sparkline


@dataclass(frozen=True, slots=True)
class Record:
    """How somebody fared at one game."""

    slug: str
    played: int
    won: int


def records_of(person: User) -> list[Record]:
    """Wins are those that the person played out; a bot that ended the game for them won it itself."""
    ended = Seat.objects.filter(user=person, game__status=Game.Status.FINISHED)
    by_game = ended.values("game__slug").annotate(played=Count("pk"), wins=Count("pk", filter=Q(won=True, bot="")))
    return [Record(row["game__slug"], row["played"], row["wins"]) for row in by_game.order_by("-played", "game__slug")]


@dataclass(frozen=True, slots=True)
class Result:
    """How a game ended for somebody. `open` tells whether the reader may know more about that table."""

    seat: Seat
    game: Game
    open: bool


def results_of(person: User, reader: User | None, last: int = 12) -> list[Result]:
    games = Game.objects.select_related("deal").prefetch_related(WITH_SEATS)
    ended = (
        Seat.objects.filter(user=person, game__status=Game.Status.FINISHED)
        .prefetch_related(Prefetch("game", games))
        .order_by("-game__ended_at")[:last]
    )
    return [Result(seat, seat.game, open_to(seat.game, reader)) for seat in ended]


def open_to(game: Game, reader: User | None) -> bool:
    """Whether a reader may know more of an ended game than its result; the seats are at hand."""
    return game.open_to_all or (reader is not None and any(seat.user_id == reader.pk for seat in game.seats.all()))


@dataclass(frozen=True, slots=True)
class Progress:
    """How strong somebody is at a game, and how they became so."""

    rating: Rating
    curve: Sparkline
    first: int
    last: int


def progress_of(person: User, games: int = 60) -> list[Progress]:
    """By game, the most played first; with the last so many games as a curve."""
    latest = Window(RowNumber(), partition_by=F("rating"), order_by=F("id").desc())
    changes = RatingChange.objects.filter(rating__user=person).annotate(age=latest).filter(age__lte=games)
    by_rating: dict[int, list[RatingChange]] = {}
    for change in changes.order_by("id"):
        by_rating.setdefault(change.rating_id, []).append(change)
    ratings = Rating.objects.filter(user=person).order_by("-games", "slug")
    return [_progress(rating, by_rating.get(rating.pk, [])) for rating in ratings]


def _progress(rating: Rating, changes: list[RatingChange]) -> Progress:
    means = [*(change.mean_before for change in changes[:1]), *(change.mean_after for change in changes)]
    means = means or [rating.mean]
    return Progress(rating, draw_sparkline(means), points(means[0]), points(means[-1]))
