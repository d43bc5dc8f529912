"""Reads: the position of a game, a table as people see it, the lists of tables."""

from collections import OrderedDict
from dataclasses import dataclass
from threading import Lock
from typing import Any

from django.db.models import Count, Exists, F, OuterRef, Prefetch, Q, QuerySet
from django.utils.translation import gettext_lazy as _

from accounts.models import User
from games.history import PLAYER, Move, Position, following, opening
from games.models import Action, Game, Message, Mute, Notice, Seat
from games.rules import find_rules
from games.tableau.scene import Notice as NoticeInWords
from games.tableau.scene import Person, Scene

KEPT_POSITIONS = 500


class Positions:
    """The latest known position of each game. Positions are immutable, so one may be continued but never be wrong."""

    def __init__(self, size: int) -> None:
        self._size = size
        self._kept: OrderedDict[str, Position] = OrderedDict()
        self._lock = Lock()

    def get(self, game_id: str, number: int) -> Position | None:
        """The latest position of that game with at most that many actions, if one is known."""
        with self._lock:
            position = self._kept.get(game_id)
        while position is not None and position.number > number:
            position = position.previous
        return position

    def keep(self, game_id: str, position: Position) -> None:
        with self._lock:
            known = self._kept.get(game_id)
            if known is None or known.number < position.number:
                self._kept[game_id] = position
            self._kept.move_to_end(game_id)
            while len(self._kept) > self._size:
                self._kept.popitem(last=False)

    def forget(self) -> None:
        with self._lock:
            self._kept.clear()


positions = Positions(KEPT_POSITIONS)


def position_of(game: Game) -> Position:
    """Where a started game stands after its `action_count` actions."""
    rules = find_rules(game.slug, game.rules_version)
    position = positions.get(game.id, game.action_count) or opening(rules, rules.setup_from_json(game.setup))
    if position.number < game.action_count:
        later = Action.objects.filter(game=game, number__gt=position.number, number__lte=game.action_count)
        for stored in later.order_by("number"):
            move = Move(stored.number, stored.seat, rules.action_from_json(stored.action), stored.made_by, stored.at)
            position = following(rules, position, move)
    positions.keep(game.id, position)
    return position


def seats_of(game: Game) -> list[Seat]:
    return list(Seat.objects.filter(game=game).select_related("user").order_by("number"))


def seat_of(game: Game, user: User | None) -> Seat | None:
    if user is None or not user.is_authenticated:
        return None
    return Seat.objects.filter(game=game, user=user).first()


NOTICES = {
    Notice.Kind.LEFT: _("%(name)s left the table; a bot plays on."),
    Notice.Kind.REPLACED: _("The table let a bot play for %(name)s."),
    Notice.Kind.RETURNED: _("%(name)s is back."),
}


def scene_of(game: Game) -> Scene:
    """A started game with everything its table is drawn from."""
    seats = seats_of(game)
    return Scene(
        rules=find_rules(game.slug, game.rules_version),
        position=position_of(game),
        people=tuple(person_at(seat) for seat in seats),
        version=game.version,
        notices=tuple(
            NoticeInWords(notice.after, NOTICES[Notice.Kind(notice.kind)] % {"name": seats[notice.seat].shown_name})
            for notice in game.notices.all()
        ),
        deadline=game.deadline,
        turn_seconds=game.turn_seconds,
        open_purses=game.open_purses,
        commitment=game.commitment,
    )


def person_at(seat: Seat) -> Person:
    here = seat.user if seat.user and seat.user.is_active else None
    return Person(seat.number, seat.shown_name, seat.played_by_bot, seat.substituted, here.username if here else "")


_WITH_SEATS = Prefetch("seats", Seat.objects.select_related("user").order_by("number"))


def public_tables(most: int = 50) -> QuerySet[Game]:
    """Tables that anybody may join or watch: those that wait first, the latest of each first."""
    listed = Q(status=Game.Status.WAITING) | Q(status=Game.Status.RUNNING)
    return (
        Game.objects.filter(listed, public=True)
        .select_related("host")
        .prefetch_related(_WITH_SEATS)
        .order_by("-status", "-created_at")[:most]
    )


def games_of(user: User) -> QuerySet[Game]:
    """The games of one person: where it is their turn first, then running, waiting, ended; the latest first."""
    return (
        Game.objects.filter(seats__user=user)
        .exclude(status=Game.Status.CLOSED)
        .annotate(
            own_seat=F("seats__number"), own_bot=F("seats__bot"), own_rank=F("seats__rank"), own_won=F("seats__won")
        )
        .select_related("host")
        .prefetch_related(_WITH_SEATS)
        .order_by("-created_at")
    )


def may_see(game: Game, user: User | None) -> bool:
    """Public tables are open to all; the others to those who sit there, or sat where this is the rematch."""
    if game.public:
        return True
    if user is None or not user.is_authenticated:
        return False
    return Seat.objects.filter(Q(game=game) | Q(game__rematch=game), user=user).exists()


def chat_of(game: Game, reader: User | None, last: int = 60) -> list[Message]:
    """The last lines of a table's chat, without those of people whom the reader has muted."""
    said = Message.objects.filter(game=game).select_related("author")
    if reader is not None and reader.is_authenticated:
        said = said.exclude(author__muted_by__listener=reader)
    return list(said.order_by("-id")[:last])[::-1]


def fellow_players(game: Game, reader: User | None) -> list[Seat]:
    """The other people at a table, each with whether the reader has muted them."""
    if reader is None or not reader.is_authenticated:
        return []
    muted = Exists(Mute.objects.filter(listener=reader, muted=OuterRef("user")))
    others = game.seats.filter(user__isnull=False).exclude(user=reader)
    return list(others.select_related("user").annotate(muted=muted).order_by("number"))


def table_of_invitation(token: str) -> Game | None:
    return Game.objects.select_related("host").filter(invitation=token).first()


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
    running = list(games.filter(status=Game.Status.RUNNING))
    to_act = [game for game in running if waits_for(game, user)]
    return MyGames(
        to_act=to_act,
        running=[game for game in running if game not in to_act],
        waiting=list(games.filter(status=Game.Status.WAITING)),
        finished=list(games.filter(status=Game.Status.FINISHED).order_by("-ended_at")[:ended]),
    )


def waits_for(game: Game, user: User) -> bool:
    """Whether it is this person's turn there; the seats are at hand."""
    acting = [seat for seat in game.seats.all() if seat.number == game.turn]
    return any(seat.user_id == user.pk and not seat.played_by_bot for seat in acting)


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
    games = Game.objects.prefetch_related(_WITH_SEATS)
    ended = (
        Seat.objects.filter(user=person, game__status=Game.Status.FINISHED)
        .prefetch_related(Prefetch("game", games))
        .order_by("-game__ended_at")[:last]
    )
    return [Result(seat, seat.game, _open_to(seat.game, reader)) for seat in ended]


def _open_to(game: Game, reader: User | None) -> bool:
    return game.public or (reader is not None and any(seat.user_id == reader.pk for seat in game.seats.all()))


def personal_games(user: User) -> list[dict[str, Any]]:
    """All that is stored about somebody's games, as plain data, without the secrets of the tables."""
    seats = Seat.objects.filter(user=user).select_related("game").order_by("joined_at", "pk")
    return [_personal_game(user, seat) for seat in seats]


def _personal_game(user: User, seat: Seat) -> dict[str, Any]:
    game = seat.game
    own = Action.objects.filter(game=game, seat=seat.number, made_by=PLAYER)
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
        "actions": list(own.order_by("number").values("number", "action", "at")),
        "chat": list(Message.objects.filter(game=game, author=user).order_by("pk").values("text", "at")),
    }
