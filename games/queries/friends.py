"""Reads about friends: where they sit, how one fares against each, who can be asked to a table."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.db.models import Count, Exists, F, OuterRef, Q

from accounts.models import Audience, Block, User
from accounts.people import audience
from games.models import Alert, Game, Seat
from games.queries.access import open_to_all
from games.queries.seats import WITH_SEATS

MOST_TABLES_EACH = 5
MOST_TABLES = 200


@dataclass(frozen=True, slots=True)
class Tally:
    """How two people fared in games that they finished together. A place that a bot played out is nobody's merit."""

    played: int = 0
    ahead: int = 0
    behind: int = 0
    won: int = 0
    lost: int = 0
    """Won by the other; both may have won."""


@dataclass(frozen=True, slots=True)
class OpenTable:
    """A table that somebody may go to; `mine` tells whether they sit there already."""

    game: Game
    mine: bool


@dataclass(frozen=True, slots=True)
class Friend:
    person: User
    tables: list[OpenTable]
    tally: Tally


def friends_with_tables(reader: User) -> list[Friend]:
    """Everybody's friends in a few questions, however many there are."""
    people = list(audience.friends_of(reader))
    tables, tallies = open_tables(reader, people), tallies_against(reader, people)
    return [Friend(person, tables.get(person.pk, []), tallies.get(person.pk, Tally())) for person in people]


def open_tables(reader: User, people: Sequence[User]) -> dict[int, list[OpenTable]]:
    """The tables of these people that the reader may join or watch, by person; by link only those of the reader."""
    found: dict[int, list[OpenTable]] = {}
    ids = {person.pk for person in people}
    games = Game.objects.filter(_open_to(reader), Exists(Seat.objects.filter(game=OuterRef("pk"), user__in=ids)))
    games = games.select_related("host").prefetch_related(WITH_SEATS, "kept_seats").order_by("-status", "-created_at")
    for game in games[:MOST_TABLES]:
        here = {seat.user_id for seat in game.seats.all() if seat.user_id}
        for user_id in here & ids:
            found.setdefault(user_id, []).append(OpenTable(game, reader.pk in here))
    return {user_id: tables[:MOST_TABLES_EACH] for user_id, tables in found.items()}


def _open_to(reader: User) -> Q:
    """Whoever hosts a table is not offered to those with whom they want to have nothing to do."""
    waiting, running = Q(status=Game.Status.WAITING), Q(status=Game.Status.RUNNING)
    own = Q(Exists(Seat.objects.filter(game=OuterRef("pk"), user=reader)))
    apart = Block.objects.filter(
        Q(blocker=OuterRef("host"), blocked=reader) | Q(blocker=reader, blocked=OuterRef("host"))
    )
    return (waiting | running) & (own | (open_to_all() & ~Q(Exists(apart))))


def tallies_against(reader: User, people: Sequence[User]) -> dict[int, Tally]:
    """The results of the reader against each of these people who has played with them."""
    together = Seat.objects.filter(
        user__in=people, game__status=Game.Status.FINISHED, game__seats__user=reader
    ).annotate(own_rank=F("game__seats__rank"), own_won=F("game__seats__won"), own_bot=F("game__seats__bot"))
    rows = together.values("user").annotate(
        played=Count("pk"),
        ahead=Count("pk", filter=Q(own_rank__lt=F("rank"), own_bot="")),
        behind=Count("pk", filter=Q(own_rank__gt=F("rank"), bot="")),
        mine=Count("pk", filter=Q(own_won=True, own_bot="")),
        theirs=Count("pk", filter=Q(won=True, bot="")),
    )
    return {row["user"]: Tally(row["played"], row["ahead"], row["behind"], row["mine"], row["theirs"]) for row in rows}


def to_invite(game_id: str, host: User) -> list[User]:
    """Friends of somebody in a waiting room who are not there, were not told yet, and may be asked by name."""
    told = Alert.objects.filter(game=game_id, kind=Alert.Kind.INVITATION, recipient=OuterRef("pk"))
    there = Seat.objects.filter(game=game_id, user=OuterRef("pk"))
    friends = audience.friends_of(host).exclude(invited_by=Audience.NOBODY)
    return list(friends.exclude(Exists(told)).exclude(Exists(there)))
