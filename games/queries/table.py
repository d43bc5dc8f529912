"""A table as it is shown: everything that belongs to it, and nothing of it ever changes.

The version counts whatever is in here, whoever changes it, so two of the same version are the same. What belongs to
people and is shown beside it, such as ratings, presence or what they say, is never in here.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from django.utils.translation import gettext as _

from accounts.models import User
from accounts.names.validation import FORMER_PLAYER
from games.models import Game
from games.models.table_properties import TableProperties
from games.models.tables import bot_on_seat
from games.positions import Position
from games.rules import AnyRules


@dataclass(frozen=True, slots=True)
class TableSeat:
    pk: int
    number: int
    user_id: int | None
    name: str
    """What whoever sits here is called at this table; nothing for those who have taken their name away."""
    former: int
    """The how manieth of those without a name this is."""
    bot: str
    """The kind of bot that plays now, as it is stored."""
    is_bots_own: bool
    """Whether the bot plays for itself, and not for somebody who went away."""
    username: str
    """For a link to the public page; nothing for bots and for people who are gone."""
    is_guest: bool
    bank_left: int | None
    badge: int
    """Which emblem and colour are theirs at this table, before the game, in it and after it."""

    @property
    def shown_name(self) -> str:
        return self.name or former_name(self.former)

    @property
    def bot_playing(self) -> str:
        return bot_on_seat(self.bot, self.user_id)

    @property
    def substituted(self) -> bool:
        """Whether a bot plays for a person who went away."""
        return bool(self.bot_playing) and not self.is_bots_own


def former_name(number: int) -> str:
    return _(FORMER_PLAYER) if number < 2 else f"{_(FORMER_PLAYER)} ({number})"


@dataclass(frozen=True, slots=True)
class TableKeptSeat:
    """A seat that waits for somebody under a name."""

    pk: int
    name: str
    invitation: str
    """A secret of whoever hosts the table."""


@dataclass(frozen=True, slots=True)
class TablePerson:
    """Whom a notice speaks of. Those who have taken their name away have none."""

    pk: int
    name: str

    def __str__(self) -> str:
        return self.name or _(FORMER_PLAYER)


@dataclass(frozen=True, slots=True)
class TableNotice:
    """Something that happened beside the rules."""

    after: int
    kind: str
    seat: int | None
    person: TablePerson | None
    name: str
    successor: TablePerson | None
    by: TablePerson | None
    reason: str
    at: datetime


@dataclass(frozen=True, slots=True)
class TableDeal:
    """The deck that other tables play, too."""

    pk: int
    code: str
    owner_id: int | None
    known: bool
    opened_at: datetime | None


@dataclass(frozen=True, slots=True)
class Table(TableProperties):
    id: str
    slug: str
    status: str
    host_id: int | None
    size: int
    public: bool
    watchable: bool
    rated: bool
    deal: TableDeal | None
    options: Mapping[str, object]
    turn_seconds: int | None
    bank_seconds: int | None
    on_timeout: str
    bot_pace: str
    hurry: bool
    invitation: str
    version: int
    turn_version: int
    commitment: str
    is_dealt: bool
    action_count: int
    turn: int | None
    turn_began_at: datetime | None
    deadline: datetime | None
    started_at: datetime | None
    ended_at: datetime | None
    repairs: int
    seats: tuple[TableSeat, ...]
    kept: tuple[TableKeptSeat, ...]
    """In the order they were kept."""
    notices: tuple[TableNotice, ...]
    rules: AnyRules | None
    """Those it is played by; none where the game cannot be shown."""
    position: Position | None
    """Where its game stands; none before the start, and where it cannot be shown."""

    @property
    def is_room(self) -> bool:
        """Whether people meet here for a game that has not begun, or never will."""
        return self.status in (Game.Status.WAITING, Game.Status.CLOSED)

    @property
    def is_bare(self) -> bool:
        """Whether its game is left out, though it does not stand still: it cannot be shown."""
        return self.rules is None and self.status != Game.Status.ERRORED

    @property
    def stands_still(self) -> bool:
        """Whether nobody may move, though the game has not come to its end."""
        return self.status not in (Game.Status.RUNNING, Game.Status.FINISHED)

    @property
    def free(self) -> range:
        """A number for each seat that nobody has, and that is kept for nobody."""
        return range(len(self.seats) + len(self.kept), self.size)

    @property
    def people(self) -> tuple[TableSeat, ...]:
        """The seats of people, be it that a bot plays for them."""
        return tuple(seat for seat in self.seats if seat.user_id is not None)

    @property
    def acting(self) -> TableSeat | None:
        """Who is to act."""
        return next((seat for seat in self.seats if seat.number == self.turn), None)

    def seat_of(self, user: User | None) -> TableSeat | None:
        """That of somebody, if they sit here."""
        return None if user is None else next((seat for seat in self.seats if seat.user_id == user.pk), None)

    def may_act(self, seat: TableSeat | None) -> bool:
        """Whether everybody waits for whoever sits there."""
        is_turn = seat is not None and self.status == Game.Status.RUNNING and self.turn == seat.number
        return is_turn and seat is not None and not seat.bot_playing
