"""Who is how strong, best first."""

from dataclasses import dataclass

from django.core.paginator import Page, Paginator
from django.db.models import Q, QuerySet

from accounts.models import User
from accounts.people.audience import shows_results_to
from games.models import Rating

PER_PAGE = 50


@dataclass(frozen=True, slots=True)
class LeaderboardRow:
    number: int
    rating: Rating
    own: bool


@dataclass(frozen=True, slots=True)
class Leaderboard:
    slug: str
    page: "Page[Rating]"
    places: list[LeaderboardRow]
    own: LeaderboardRow | None
    """Where the reader stands, if that is on another page."""


def leaderboard_of(slug: str, reader: User | None, page: int | str = 1) -> Leaderboard:
    """A page of everybody who lets others know, of the bots, and of the reader. There is a page for any number."""
    shown = Paginator(listed_ratings(slug, reader), PER_PAGE).get_page(page)
    first = shown.start_index()
    places = [LeaderboardRow(first + number, rating, _is_own(rating, reader)) for number, rating in enumerate(shown)]
    own = None if any(place.own for place in places) else _own_place(slug, reader)
    return Leaderboard(slug, shown, places, own)


def listed_ratings(slug: str, reader: User | None) -> QuerySet[Rating]:
    """The best first; whoever was rated first comes first among equals."""
    shown = Q(user=None) | shows_results_to(reader, "user")
    return (
        Rating.objects.filter(shown, slug=slug)
        .exclude(user__is_active=False)
        .select_related("user")
        .order_by("-score", "id")
    )


def _own_place(slug: str, reader: User | None) -> LeaderboardRow | None:
    """Two questions, however many there are."""
    if reader is None:
        return None
    own = listed_ratings(slug, reader).filter(user=reader).first()
    if own is None:
        return None
    better = Q(score__gt=own.score) | Q(score=own.score, id__lt=own.pk)
    return LeaderboardRow(listed_ratings(slug, reader).filter(better).count() + 1, own, True)


def _is_own(rating: Rating, reader: User | None) -> bool:
    return reader is not None and rating.user_id == reader.pk
