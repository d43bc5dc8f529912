"""What a table is drawn from: a game at one moment, and who sits where."""

from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Any, NamedTuple

from games.positions import Position
from games.rules import AnyRules, Outcome


class Person(NamedTuple):
    """Who sits at a seat, as everybody sees them."""

    seat: int
    name: str
    bot: str = ""
    """The kind of bot that plays this seat now; nothing for a human."""
    substituted: bool = False
    """A bot plays for a person who left or was voted out."""
    username: str = ""
    """For a link to the public profile; nothing for bots and former players."""
    badge: int | None = None
    """Which emblem and colour are theirs; those of the seat's number where nothing is known of who sits there."""


@dataclass(frozen=True, slots=True)
class Notice:
    """Something that happened at the table beside the rules: after which action, in words."""

    after: int
    text: str


class Former(NamedTuple):
    """Who sat at a seat up to that action, before it was handed over."""

    seat: int
    until: int
    name: str


@dataclass(frozen=True, slots=True)
class Scene:
    """A game at one moment, with who sits where: everything a table is drawn from."""

    rules: AnyRules
    position: Position
    people: tuple[Person, ...]
    version: int
    notices: tuple[Notice, ...] = ()
    former: tuple[Former, ...] = ()
    deadline: datetime | None = None
    turn_seconds: int | None = None
    hides_past: bool = False
    """Whether nobody is reminded of what is past while the game goes on."""
    everything: bool = False
    """Whether all is shown, be it hidden before: only of games that have ended."""
    commitment: str = ""
    _views: dict[int | None, Any] = field(default_factory=dict, init=False, compare=False, repr=False)

    def view(self, seat: int | None = None) -> Any:
        """What this seat, or a spectator, may know; worked out once."""
        if seat not in self._views:
            purses = True if self.everything else False if self.hides_past else None
            self._views[seat] = self.rules.view(self.position.state, seat, open_purses=purses)
        return self._views[seat]

    @property
    def outcome(self) -> Outcome | None:
        return self.rules.outcome(self.position.state)

    @property
    def stage(self) -> int:
        return self.rules.stage(self.position.state)

    @property
    def turn(self) -> int | None:
        """Whose turn it is."""
        return next(iter(self.rules.to_act(self.position.state)), None)

    @property
    def deadline_ms(self) -> int | None:
        """When the turn runs out, in milliseconds since 1970, as browsers count."""
        return None if self.deadline is None else int(self.deadline.timestamp() * 1000)

    def at(self, number: int, *, everything: bool = False) -> "Scene":
        """The same game as it was after that many actions."""
        position = next(position for position in self.position.back() if position.number == number)
        notices = tuple(notice for notice in self.notices if notice.after <= number)
        return replace(self, position=position, notices=notices, deadline=None, everything=everything)

    def name(self, seat: int) -> str:
        return self.people[seat].name

    def names_at(self, number: int) -> tuple[str, ...]:
        """What those are called who sat there when that action was made."""
        names = [person.name for person in self.people]
        for former in reversed(self.former):
            if number <= former.until:
                names[former.seat] = former.name
        return tuple(names)


def stage_start(rules: AnyRules, position: Position) -> Position:
    """Where the stage of the game began that this position belongs to."""
    return next(earlier for earlier in position.back() if opens_stage(rules, earlier))


def opens_stage(rules: AnyRules, position: Position) -> bool:
    """Whether a new stage of the game began with this position."""
    return any(event["type"] == rules.stage_event for event in position.events)
