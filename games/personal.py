"""Reads about one person at all tables: their games, what waits for them, how they fared, what is stored of them."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Prefetch, Q, QuerySet, Window
from django.db.models.fields.json import KeyTransform
from django.db.models.functions import RowNumber

from accounts.models import User
from games import curves
from games.history import PLAYER
from games.models import Action, Alert, Deal, Game, Message, Notice, Order, Rating, RatingChange, Seat, Upload
from games.queries.seats import WITH_SEATS
from games.ratings import points


def games_of(user: User) -> QuerySet[Game]:
    """The games of one person: where it is their turn first, then running, waiting, ended; the latest first."""
    return (
        Game.objects.filter(seats__user=user)
        .exclude(status=Game.Status.CLOSED)
        .annotate(
            own_seat=F("seats__number"), own_bot=F("seats__bot"), own_rank=F("seats__rank"), own_won=F("seats__won")
        )
        .select_related("host")
        .prefetch_related(WITH_SEATS)
        .order_by("-created_at")
    )


@dataclass(frozen=True, slots=True)
class MyGames:
    """Somebody's games by what they ask of them."""

    invited: list[Game]
    to_act: list[Game]
    running: list[Game]
    waiting: list[Game]
    finished: list[Game]

    @property
    def any(self) -> bool:
        return bool(self.invited or self.to_act or self.running or self.waiting or self.finished)


def my_games(user: User, ended: int = 30) -> MyGames:
    """All that goes on, and the last that ended."""
    games = games_of(user)
    going_on = (Game.Status.RUNNING, Game.Status.PAUSED, Game.Status.ERRORED)
    running = list(games.filter(status__in=going_on))
    to_act = sorted((game for game in running if waits_for(game, user)), key=_urgency)
    return MyGames(
        invited=list(invitations_of(user)),
        to_act=to_act,
        running=[game for game in running if game not in to_act],
        waiting=list(games.filter(status=Game.Status.WAITING)),
        finished=list(
            games.filter(status__in=(Game.Status.FINISHED, Game.Status.ABORTED)).order_by("-ended_at")[:ended]
        ),
    )


def invitations_of(user: User) -> QuerySet[Game]:
    """Tables that wait and to which somebody was asked by name."""
    asked = Alert.objects.filter(recipient=user, kind=Alert.Kind.INVITATION, game=OuterRef("pk"))
    seated = Seat.objects.filter(user=user, game=OuterRef("pk"))
    games = Game.objects.filter(Exists(asked), ~Exists(seated), status=Game.Status.WAITING)
    return games.select_related("host").prefetch_related(WITH_SEATS).order_by("-created_at")


def _urgency(game: Game) -> tuple[bool, Any]:
    """Those whose time runs out soonest come first; without a clock, those that wait the longest."""
    return game.deadline is None, game.deadline or game.turn_began_at


def waits_for(game: Game, user: User) -> bool:
    """Whether it is this person's turn there; the seats are at hand."""
    if game.status != Game.Status.RUNNING:
        return False
    acting = [seat for seat in game.seats.all() if seat.number == game.turn]
    return any(seat.user_id == user.pk and not seat.played_by_bot for seat in acting)


def count_waiting(user: User | None) -> int:
    """How many games wait for somebody."""
    return counts_waiting([user.pk]).get(user.pk, 0) if user is not None else 0


def counts_waiting(user_ids: Iterable[int]) -> dict[int, int]:
    """The same for many people at once; those for whom none waits are left out."""
    acting = Seat.objects.filter(user__in=user_ids, bot="", game__status=Game.Status.RUNNING, number=F("game__turn"))
    return dict(acting.values("user").annotate(count=Count("pk")).values_list("user", "count"))


def next_waiting(user: User, besides: str) -> Game | None:
    """The most urgent game that waits for somebody; from one of them to the one after it, and round again."""
    waiting = my_games(user).to_act
    place = next((place for place, game in enumerate(waiting) if game.id == besides), -1)
    return waiting[(place + 1) % len(waiting)] if waiting else None


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
    curve: curves.Curve
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
    return Progress(rating, curves.drawn(means), points(means[0]), points(means[-1]))


def personal_ratings(user: User) -> list[dict[str, Any]]:
    """All that is stored about how strong somebody is, as plain data."""
    changes = RatingChange.objects.filter(rating__user=user).order_by("id")
    told = _by(
        changes.values(
            "rating_id",
            "mean_before",
            "deviation_before",
            "mean_after",
            "deviation_after",
            table=F("seat__game_id"),
            ended=F("seat__game__ended_at"),
        ),
        "rating_id",
    )
    ratings = Rating.objects.filter(user=user).order_by("slug")
    return [
        {
            "game": rating.slug,
            "mean": rating.mean,
            "deviation": rating.deviation,
            "score": rating.score,
            "games": rating.games,
            "changed": rating.changed_at,
            "changes": told.get(rating.pk, []),
        }
        for rating in ratings
    ]


def personal_deals(user: User) -> list[dict[str, Any]]:
    """The deals that somebody made, without their decks."""
    columns = ("code", "slug", "tables", "known", "created_at", "closed_at", "opened_at")
    return list(Deal.objects.filter(owner=user).order_by("pk").values(*columns))


def people_of_games(people: QuerySet[User]) -> QuerySet[User]:
    """Those of these people who sit or sat at a table, opened one or said something there."""
    return people.filter(
        Exists(Seat.objects.filter(user=OuterRef("pk")))
        | Exists(Game.objects.filter(host=OuterRef("pk")))
        | Exists(Message.objects.filter(author=OuterRef("pk")))
    )


def personal_games(user: User) -> list[dict[str, Any]]:
    """All that is stored about somebody's games, as plain data, without the secrets of the tables."""
    seats = list(Seat.objects.filter(user=user).select_related("game").order_by("joined_at", "pk"))
    own = Action.objects.filter(game__seats__user=user, seat=F("game__seats__number"), made_by=PLAYER)
    actions = _by(own.order_by("number").values("game_id", "number", "action", "at"), "game_id")
    given = Order.objects.filter(seat__user=user).order_by("pk")
    orders_given = _by(given.values("seat_id", "stage", "card_kind", "terms", "changed_at"), "seat_id")
    said = _by(Message.objects.filter(author=user).order_by("pk").values("game_id", "text", "at"), "game_id")
    taken = Notice.objects.filter(kind=Notice.Kind.HANDED_OVER, successor=user).order_by("pk")
    # What was done at a seat before somebody came there, another did.
    since = {(notice.game_id, notice.seat): notice.after for notice in taken}
    return [
        {
            **_personal_game(user, seat),
            "actions": [
                action
                for action in actions.get(seat.game_id, [])
                if action["number"] > since.get((seat.game_id, seat.number), 0)
            ],
            "orders": orders_given.get(seat.pk, []),
            "chat": said.get(seat.game_id, []),
        }
        for seat in seats
    ]


def uploads_of(user: User) -> QuerySet[Upload]:
    """The games that somebody brought along, the latest first; of what is in them only who played."""
    return Upload.objects.filter(owner=user).defer("document").annotate(players=KeyTransform("players", "document"))


def personal_uploads(user: User) -> list[dict[str, Any]]:
    """The games that somebody brought along, as they are kept."""
    return [dict(row) for row in Upload.objects.filter(owner=user).values("id", "created_at", "document")]


def _by(rows: Iterable[Any], column: str) -> dict[Any, list[dict[str, Any]]]:
    """Rows by what they have in that column, which they lose."""
    found: dict[Any, list[dict[str, Any]]] = {}
    for row in rows:
        found.setdefault(row.pop(column), []).append(row)
    return found


def _personal_game(user: User, seat: Seat) -> dict[str, Any]:
    game = seat.game
    return {
        "table": game.id,
        "game": game.slug,
        "status": game.status,
        "host": game.host_id == user.pk,
        "opened": game.created_at,
        "started": game.started_at,
        "ended": game.ended_at,
        "seat": seat.number,
        "joined": seat.joined_at,
        "last_seen": seat.seen_at,
        "rank": seat.rank,
        "score": seat.score,
        "won": seat.won,
    }
