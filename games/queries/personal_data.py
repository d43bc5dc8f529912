"""All that is stored about a person's games, as plain data for themselves, without the secrets of the tables."""

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import TypedDict

from django.db.models import Exists, F, OuterRef, QuerySet

from accounts.models import User
from games.models import Action, Deal, Game, Message, Notice, Order, Rating, RatingChange, Seat, Upload
from games.positions import PLAYER

Row = dict[str, object]


class OwnAction(TypedDict):
    number: int
    action: object
    at: datetime


class GameFacts(TypedDict):
    table: str
    game: str
    status: str
    host: bool
    opened: datetime
    started: datetime | None
    ended: datetime | None
    seat: int
    joined: datetime
    last_seen: datetime | None
    rank: int | None
    score: float | None
    won: bool


class PersonalGame(GameFacts):
    actions: list[OwnAction]
    orders: list[Row]
    chat: list[Row]


def personal_ratings(user: User) -> list[Row]:
    """All that is stored about how strong somebody is, as plain data."""
    changes = RatingChange.objects.filter(rating__user=user).order_by("id")
    told = _grouped(
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


def personal_deals(user: User) -> list[Row]:
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


def personal_games(user: User) -> list[PersonalGame]:
    """All that is stored about somebody's games, as plain data, without the secrets of the tables."""
    seats = list(Seat.objects.filter(user=user).select_related("game").order_by("joined_at", "pk"))
    actions = _own_actions(user)
    given = Order.objects.filter(seat__user=user).order_by("pk")
    orders_given = _grouped(given.values("seat_id", "stage", "card_kind", "terms", "changed_at"), "seat_id")
    said = _grouped(Message.objects.filter(author=user).order_by("pk").values("game_id", "text", "at"), "game_id")
    taken = Notice.objects.filter(kind=Notice.Kind.HANDED_OVER, successor=user).order_by("pk")
    # What was done at a seat before somebody came there, another did.
    since = {(notice.game_id, notice.seat): notice.after for notice in taken}
    return [
        {
            **_game_facts(user, seat),
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


def personal_uploads(user: User) -> list[Row]:
    """The games that somebody brought along, as they are kept."""
    return [dict(row) for row in Upload.objects.filter(owner=user).values("id", "created_at", "document")]


def _own_actions(user: User) -> dict[str, list[OwnAction]]:
    """By game, what was done by hand at seats that are somebody's now."""
    own = Action.objects.filter(game__seats__user=user, seat=F("game__seats__number"), made_by=PLAYER)
    found: dict[str, list[OwnAction]] = {}
    for game_id, number, action, at in own.order_by("number").values_list("game_id", "number", "action", "at"):
        found.setdefault(game_id, []).append({"number": number, "action": action, "at": at})
    return found


def _grouped(rows: Iterable[Mapping[str, object]], column: str) -> dict[object, list[Row]]:
    """Rows by what they have in that column, which they lose."""
    found: dict[object, list[Row]] = {}
    for row in rows:
        rest = {name: value for name, value in row.items() if name != column}
        found.setdefault(row[column], []).append(rest)
    return found


def _game_facts(user: User, seat: Seat) -> GameFacts:
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
