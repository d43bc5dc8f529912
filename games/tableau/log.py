"""The story of a game, line by line, with what happened beside the rules in its place."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import islice, takewhile
from typing import Any, NamedTuple

from django.utils.translation import get_language

from games.history import Position
from games.rules.base import Event
from games.tableau.contract import tableau_of
from games.tableau.emblems import seat_emblem
from games.tableau.narrator import Narrator
from games.tableau.scene import Scene, opening_of_stage, opens_stage

NOTICE = "notice"

KEPT_POSITIONS = 8192
"""Positions whose lines are kept: a move draws its own, and finds those before it."""


class LogLine(NamedTuple):
    number: int
    """The action this belongs to; 0 is before the first."""
    stage: int
    kind: str
    """The type of the event, or `notice`."""
    text: str
    seat: int | None = None
    opens_stage: bool = False

    @property
    def emblem(self) -> str:
        """The template of the seat's emblem, if this is about a seat."""
        return "" if self.seat is None else seat_emblem(self.seat)


class Told(NamedTuple):
    """What the telling of a position depends on, besides the position itself."""

    rules: Any
    names: tuple[str, ...]
    language: str | None
    """The one in force."""
    unsealed: bool
    """Whether what closed purses kept to themselves is told: once the game is over, all of it."""

    @classmethod
    def of(cls, scene: Scene, number: int | None = None) -> "Told":
        """As it is told now, or of that action by the names of those who sat there then."""
        names = scene.names_at(scene.position.number if number is None else number)
        unsealed = not scene.open_purses and (scene.everything or scene.outcome is not None)
        return cls(scene.rules, names, get_language(), unsealed)

    @property
    def narrator(self) -> Narrator:
        return tableau_of(self.rules).narrator(self.rules, self.names)


def draw_log(scene: Scene, last: int | None = None) -> list[LogLine]:
    """The whole story or its last lines, the latest first."""
    return list(islice(_told_back(scene), last))


def story_since(scene: Scene, number: int) -> list[LogLine]:
    """What happened after that action, in order."""
    since = takewhile(lambda line: line.number >= number, _told_back(scene))
    return [line for line in since if line.number > number or line.kind == NOTICE][::-1]


def beginning_of_stage(scene: Scene) -> int:
    """After how many actions the present stage began, such as the auction of the card that lies on the table."""
    return opening_of_stage(scene.rules, scene.position).number


def latest_words(scene: Scene) -> str:
    """The latest action and what came of it, in sentences."""
    position, told, tableau = scene.position, Told.of(scene), tableau_of(scene.rules)
    settled = opens_stage(scene.rules, position)
    amounts = tableau.tells_past(scene) or (tableau.running_stage(scene) is not None and not settled)
    narrator = told.narrator
    return " ".join(narrator.tell(event, position.move, amounts) for event in events_at(position, told))


def events_at(position: Position, told: Told) -> Sequence[Event]:
    """What happened at a position, as it may be told now."""
    if not told.unsealed or position.previous is None:
        return position.events
    events: Sequence[Event] = told.rules.events(position.previous.state, position.state, open_purses=True)
    return events


def _told_back(scene: Scene) -> Iterator[LogLine]:
    """Every line of the story, the latest first."""
    tableau, told, stage = tableau_of(scene.rules), Told.of(scene), scene.stage
    tells_past, running = tableau.tells_past(scene), tableau.running_stage(scene)
    for position in scene.position.back():
        if scene.former:
            told = Told.of(scene, position.number)
        began = stage - opens_stage(scene.rules, position)
        yield from _notices(scene, position, stage)
        # An action belongs to the stage it was made in, even if it ends it.
        yield from _lines_at(position, told, stage, tells_past or began == running)
        stage = began


@lru_cache(maxsize=KEPT_POSITIONS)
def _lines_at(position: Position, told: Told, stage: int, amounts: bool) -> tuple[LogLine, ...]:
    """What happened at a position, the latest first."""
    narrator, lines = told.narrator, []
    for event in reversed(events_at(position, told)):
        text, opens = narrator.tell(event, position.move, amounts), event["type"] == told.rules.stage_event
        lines.append(LogLine(position.number, stage, event["type"], text, event.get("seat"), opens))
        stage -= opens
    return tuple(lines)


def _notices(scene: Scene, position: Position, stage: int) -> Iterator[LogLine]:
    for notice in reversed(scene.notices):
        if notice.after == position.number:
            yield LogLine(position.number, stage, NOTICE, str(notice.text))
