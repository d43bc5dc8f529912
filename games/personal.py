"""Reads about one person at all tables: their games, what waits for them, how they fared, what is stored of them."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Prefetch, Q, QuerySet
from django.db.models.fields.json import KeyTransform

from accounts.models import User
from games.history import PLAYER
from games.models import Action, Game, Message, Notice, Order, Seat, Upload
from games.selectors import WITH_SEATS


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

    to_act: list[Game]
    running: list[Game]
    waiting: list[Game]
    finished: list[Game]

    @property
    def any(self) -> bool:
        return bool(self.to_act or self.running or self.waiting or self.finished)


def my_games(user: User, ended: int = 30) -> MyGames:
    """All that goes on, and the last that ended."""
    games = games_of(user)
    going_on = (Game.Status.RUNNING, Game.Status.PAUSED, Game.Status.ERRORED)
    running = list(games.filter(status__in=going_on))
    to_act = sorted((game for game in running if waits_for(game, user)), key=_urgency)
    return MyGames(
        to_act=to_act,
        running=[game for game in running if game not in to_act],
        waiting=list(games.filter(status=Game.Status.WAITING)),
        finished=list(
            games.filter(status__in=(Game.Status.FINISHED, Game.Status.ABORTED)).order_by("-ended_at")[:ended]
        ),
    )


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
    """The most urgent game that waits for somebody, another than the one they come from if there is one."""
    waiting = my_games(user).to_act
    return next((game for game in waiting if game.id != besides), next(iter(waiting), None))


def find_person(username: str) -> User | None:
    """Somebody with a public page: everybody whose account exists."""
    if not username.isprintable():
        return None
    return User.objects.filter(username=username, is_active=True, deleted_at=None).first()


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
    games = Game.objects.prefetch_related(WITH_SEATS)
    ended = (
        Seat.objects.filter(user=person, game__status=Game.Status.FINISHED)
        .prefetch_related(Prefetch("game", games))
        .order_by("-game__ended_at")[:last]
    )
    return [Result(seat, seat.game, _open_to(seat.game, reader)) for seat in ended]


def _open_to(game: Game, reader: User | None) -> bool:
    return game.public or (reader is not None and any(seat.user_id == reader.pk for seat in game.seats.all()))


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
    orders_given = _by(given.values("seat_id", "auction", "card_kind", "terms", "changed_at"), "seat_id")
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
