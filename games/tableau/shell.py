"""What the shells of all tables show, whatever is played there: every kind of game adds its own to these."""

from dataclasses import dataclass
from typing import NamedTuple, TypedDict

from django.utils.translation import gettext as _

from games.tableau.emblems import person_note, seat_emblem
from games.tableau.scene import Person, Scene

Facts = tuple[tuple[str, str | int], ...]
"""What a browser reckons with, by name."""


@dataclass(frozen=True, slots=True)
class PublicTableBase:
    slug: str
    name: str
    number: int
    """How many actions have been made: what has been played once is not played again."""
    version: int
    mode: str
    """What kind of moment this is, in a word for a machine; `over` after the end."""
    players: int
    turn: int | None
    """Whose turn it is."""
    turn_words: str
    waiting: str
    """The same for those who are not to act."""
    deadline_ms: int | None
    announcement: str
    """The latest action in words, for screen readers."""
    commitment: str
    badges: tuple[int, ...]
    """The emblem and colour of each seat."""

    @property
    def facts(self) -> Facts:
        return ()


@dataclass(frozen=True, slots=True)
class PrivateTableBase:
    seat: int
    emblem: str
    mode: str
    stage: int
    """What is in the making is not carried into the next one."""
    my_turn: bool
    over: bool
    crowned: bool
    """Whether this seat alone has won: the table itself says so."""
    status: str
    """What is asked of this seat, or how the game ended for it, in a sentence; nothing while it just waits."""

    @property
    def facts(self) -> Facts:
        return ()


class Place(NamedTuple):
    """Who sits where, as every seat around a table shows it."""

    seat: int
    person: Person
    emblem: str
    note: str
    """What is unusual about who plays: a bot, or a bot for somebody."""


class PublicFields(TypedDict):
    """Those of a `PublicTableBase`, all but its announcement."""

    slug: str
    name: str
    number: int
    version: int
    mode: str
    players: int
    turn: int | None
    turn_words: str
    waiting: str
    deadline_ms: int | None
    commitment: str
    badges: tuple[int, ...]


class PrivateFields(TypedDict):
    """Those of a `PrivateTableBase`, all but its status."""

    seat: int
    emblem: str
    mode: str
    stage: int
    my_turn: bool
    over: bool
    crowned: bool


def public_fields(scene: Scene, mode: str, turn_words: str = "") -> PublicFields:
    """What all tables show alike; `turn_words` say it where whoever is to act has something unusual to decide."""
    turn = scene.turn
    return {
        "slug": scene.rules.slug,
        "name": _(scene.rules.name),
        "number": scene.position.number,
        "version": scene.version,
        "mode": mode,
        "players": len(scene.people),
        "turn": turn,
        "turn_words": turn_words or _turn_words(scene),
        "waiting": _("%(sentence)s.") % {"sentence": turn_words} if turn_words else _waiting_words(scene),
        "deadline_ms": scene.deadline_ms,
        "commitment": scene.commitment,
        "badges": tuple(person.seat if person.badge is None else person.badge for person in scene.people),
    }


def private_fields(scene: Scene, seat: int, mode: str) -> PrivateFields:
    return {
        "seat": seat,
        "emblem": seat_emblem(seat),
        "mode": mode,
        "stage": scene.stage,
        "my_turn": scene.turn == seat,
        "over": scene.turn is None,
        "crowned": scene.outcome is not None and list(scene.outcome.winners) == [seat],
    }


def place_of(scene: Scene, seat: int) -> Place:
    person = scene.people[seat]
    return Place(seat, person, seat_emblem(seat), person_note(person))


def _turn_words(scene: Scene) -> str:
    turn = scene.turn
    return _("The game is over.") if turn is None else _("It is %(name)s's turn") % {"name": scene.name(turn)}


def _waiting_words(scene: Scene) -> str:
    return "" if scene.turn is None else _("Waiting for %(name)s.") % {"name": scene.name(scene.turn)}
