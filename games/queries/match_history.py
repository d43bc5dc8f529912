"""Reads about the games that somebody has finished, all of them, narrowed down as wished."""

from dataclasses import dataclass
from datetime import timedelta

from django.core.paginator import Page, Paginator
from django.db.models import Avg, Count, Prefetch, Q, QuerySet
from django.utils import timezone

from accounts.models import User
from games.models import Game, Seat
from games.queries.access import open_to_all
from games.queries.player_record import Result, open_to
from games.queries.seats import WITH_SEATS

PAGE = 25
PERIODS = {"month": timedelta(days=30), "year": timedelta(days=365)}
PLAYED_OUT_AND_WON = Q(won=True, bot="")
"""A bot that ended a game for somebody won it itself."""


@dataclass(frozen=True, slots=True)
class Filters:
    """What is looked for; nothing is everything."""

    game: str = ""
    won: bool | None = None
    against: User | None = None
    period: str = ""


@dataclass(frozen=True, slots=True)
class Summary:
    played: int
    won: int
    average_rank: float | None
    """Of the games that were played out."""


def finished_seats(person: User, reader: User | None, filters: Filters) -> QuerySet[Seat]:
    """The seats that somebody had in finished games, the latest first.

    With whom somebody sat at a table by link is for those who sat there: others cannot ask for it either.
    """
    seats = Seat.objects.filter(user=person, game__status=Game.Status.FINISHED)
    if filters.game:
        seats = seats.filter(game__slug=filters.game)
    if filters.won is not None:
        seats = seats.filter(PLAYED_OUT_AND_WON) if filters.won else seats.exclude(PLAYED_OUT_AND_WON)
    if filters.period:
        seats = seats.filter(game__ended_at__gte=timezone.now() - PERIODS[filters.period])
    if filters.against is not None:
        seats = seats.filter(_known_to(person, reader), game__in=_games_of(filters.against))
    return seats.order_by("-game__ended_at", "-pk")


def _known_to(person: User, reader: User | None) -> Q:
    if person == reader:
        return Q()
    public = open_to_all("game__")
    return public if reader is None else public | Q(game__in=_games_of(reader))


def _games_of(person: User) -> QuerySet[Seat, str]:
    return Seat.objects.filter(user=person).values_list("game", flat=True)


def summary_of(seats: QuerySet[Seat]) -> Summary:
    sums = seats.order_by().aggregate(
        played=Count("pk"), won=Count("pk", filter=PLAYED_OUT_AND_WON), average_rank=Avg("rank", filter=Q(bot=""))
    )
    return Summary(**sums)


def history_page(seats: QuerySet[Seat], number: str) -> "Page[Seat]":
    """One page; a number that is none, or too large, leads to the first or the last."""
    games = Game.objects.prefetch_related(WITH_SEATS)
    return Paginator(seats.prefetch_related(Prefetch("game", games)), PAGE).get_page(number)


def results_on(page: "Page[Seat]", reader: User | None) -> list[Result]:
    return [Result(seat, seat.game, open_to(seat.game, reader)) for seat in page]
