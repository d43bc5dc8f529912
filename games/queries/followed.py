"""The tables of which somebody is told as long as they listen, and what is for them alone."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import NamedTuple

from django.db.models import Exists, OuterRef, Q

from accounts.models import Block, User
from accounts.people.audience import has_blocked
from games.models import Alert, Game, Message, Seat

Kind = Alert.Kind

PERSONAL = (Kind.INVITATION, Kind.MENTION, Kind.REMINDER)
"""What tables do not tell everybody there."""


KEPT_AFTER_THE_END = timedelta(minutes=10)
"""How long tables that are over are followed: longer than any transaction takes from its clock to its commit."""
MOST_OPEN = 200
"""Those that were opened last: a cursor of more would be too long for the head of a request."""


class Followed(NamedTuple):
    version: int
    ended_at: datetime | None
    """Nothing as long as it goes on or waits."""

    def goes_on_after(self, moment: datetime) -> bool:
        return self.ended_at is None or self.ended_at > moment


def followed_tables(user: User, ended_since: datetime) -> dict[str, Followed]:
    """Where somebody sits or is invited, and where they sat until then: those that are over first, as they ended."""
    return followed_by_many([user.pk], ended_since).get(user.pk, {})


def followed_by_many(people: Collection[int], ended_since: datetime) -> dict[int, dict[str, Followed]]:
    """The same for many people at once; those who follow none are left out."""
    over, going_on = _seated(people, Q(game__status__in=Game.ENDED, game__ended_at__gt=ended_since)), _open_to(people)
    return {
        person: {**over.get(person, {}), **dict(list(going_on.get(person, {}).items())[-MOST_OPEN:])}
        for person in over.keys() | going_on.keys()
    }


def _open_to(people: Collection[int]) -> dict[int, dict[str, Followed]]:
    """Invitations first: however many there are, they crowd out none of the tables at which somebody sits."""
    seated = _seated(people, ~Q(game__status__in=Game.ENDED))
    is_blocked = Exists(Block.objects.filter(blocker=OuterRef("recipient"), blocked=OuterRef("by")))
    invited = Alert.objects.filter(
        ~is_blocked, recipient__in=people, kind=Kind.INVITATION, game__status=Game.Status.WAITING
    )
    found: dict[int, dict[str, Followed]] = {}
    for person, game_id, version in invited.values_list("recipient_id", "game_id", "game__version"):
        if game_id not in seated.get(person, {}):
            found.setdefault(person, {})[game_id] = Followed(version, None)
    for person, tables in seated.items():
        found.setdefault(person, {}).update(tables)
    return found


def _seated(people: Collection[int], condition: Q) -> dict[int, dict[str, Followed]]:
    seats = Seat.objects.filter(condition, user__in=people).order_by("game__ended_at", "game__created_at")
    found: dict[int, dict[str, Followed]] = {}
    for person, game_id, version, ended_at in seats.values_list(
        "user_id", "game_id", "game__version", "game__ended_at"
    ):
        found.setdefault(person, {})[game_id] = Followed(version, ended_at)
    return found


def notice_ids(user: User) -> dict[str, list[int]]:
    """By table, the ids of what is for somebody alone."""
    found: dict[str, list[int]] = {}
    for game_id, pk in newer_notices([user.pk], 0).get(user.pk, []):
        found.setdefault(game_id, []).append(pk)
    return found


def notices_in_order(ids: Collection[int]) -> list[Alert]:
    """These, in the order in which they were written at each table."""
    found = Alert.objects.filter(pk__in=ids).select_related("by", "game").defer("game__setup")
    return list(found.order_by("pk")) if ids else []


def newer_notices(people: Collection[int], after: int) -> dict[int, list[tuple[str, int]]]:
    """By person, the table and the id of each of their notices with a higher id than that."""
    found: dict[int, list[tuple[str, int]]] = {}
    newer = Alert.objects.filter(pk__gt=after, recipient__in=people, kind__in=PERSONAL)
    for person, game_id, pk in newer.values_list("recipient_id", "game_id", "pk"):
        found.setdefault(person, []).append((game_id, pk))
    return found


def latest_notice() -> int:
    """The highest id of all, so far: others with a lower one may still be on their way to the disk."""
    return Alert.objects.order_by("-pk").values_list("pk", flat=True).first() or 0


def is_worth_telling(notice: Alert, user: User) -> bool:
    """Whether somebody would still be told of it, and wants to hear from whoever caused it."""
    if notice.by is not None and has_blocked(user, notice.by):
        return False
    own = Seat.objects.filter(game=notice.game_id, user=user)
    if notice.kind == Kind.INVITATION:
        return notice.game.status == Game.Status.WAITING and not own.exists()
    if notice.kind == Kind.MENTION:
        said = Message.objects.filter(pk=int(notice.occasion)).exclude(author__muted_by__listener=user)
        # Whoever has left meanwhile and come back has heard of it, or need not.
        return said.exists() and own.filter(joined_at__lte=notice.at).exists()
    return notice.occasion == str(notice.game.action_count) and _is_asked(user, notice.game)


def _is_asked(user: User, game: Game) -> bool:
    is_running = game.status == Game.Status.RUNNING and game.turn is not None
    return is_running and Seat.objects.filter(game=game, user=user, number=game.turn or 0, bot="").exists()
