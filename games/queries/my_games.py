"""One person's games: what waits for them, what goes on, what has ended, and what they brought along."""

from collections.abc import Iterable
from dataclasses import dataclass

from django.db.models import Count, Exists, F, OuterRef, QuerySet
from django.db.models.fields.json import KeyTransform

from accounts.models import User
from games.models import Alert, Game, Seat, Upload
from games.queries.seats import WITH_SEATS


def games_of(user: User) -> QuerySet[Game]:
    """The games of one person, the latest first, each with what is theirs there."""
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


def _urgency(game: Game) -> tuple[bool, float]:
    """Those whose time runs out soonest come first; without a clock, those that wait the longest."""
    since = game.deadline or game.turn_began_at
    return game.deadline is None, since.timestamp() if since is not None else 0.0


def waits_for(game: Game, user: User) -> bool:
    """Whether it is this person's turn there; the seats are at hand."""
    if game.status != Game.Status.RUNNING:
        return False
    acting = [seat for seat in game.seats.all() if seat.number == game.turn]
    return any(seat.user_id == user.pk and not seat.bot_playing for seat in acting)


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


def uploads_of(user: User) -> QuerySet[Upload]:
    """The games that somebody brought along, the latest first; of what is in them only who played."""
    return Upload.objects.filter(owner=user).defer("document").annotate(players=KeyTransform("players", "document"))
