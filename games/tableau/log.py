"""The story of a game, line by line, with what happened beside the rules in its place."""

from collections.abc import Iterator, Sequence
from itertools import islice, takewhile
from typing import NamedTuple
from weakref import WeakKeyDictionary

from django.utils.translation import get_language

from games.positions import Position
from games.rules import AnyRules
from games.rules.base import Event
from games.tableau.contract import tableau_of
from games.tableau.emblems import seat_emblem
from games.tableau.fragments import Fragment, fragment
from games.tableau.narrator import Narrator
from games.tableau.scene import Scene, opens_stage, stage_start

NOTICE = "notice"

AFTER_EVENTS = 100
"""Notices are counted from here: what was told less of is told in full once a game is over."""


class LogLine(NamedTuple):
    id: str
    """What tells it from every other line of the same story, however long that becomes."""
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


class Narration(NamedTuple):
    """What the telling of a position depends on, besides the position itself."""

    rules: AnyRules
    names: tuple[str, ...]
    language: str | None
    """The one in force."""
    unsealed: bool
    """Whether what was hidden is told: once the game is over, all of it."""

    @classmethod
    def of(cls, scene: Scene, number: int | None = None) -> "Narration":
        """As it is told now, or of that action by the names of those who sat there then."""
        names = scene.names_at(scene.position.number if number is None else number)
        unsealed = scene.hides_past and (scene.everything or scene.outcome is not None)
        return cls(scene.rules, names, get_language(), unsealed)

    @property
    def narrator(self) -> Narrator:
        return tableau_of(self.rules).narrator(self.rules, self.names)


def draw_log(scene: Scene, last: int | None = None) -> list[LogLine]:
    """The whole story or its last lines, the latest first."""
    return list(islice(_lines_back(scene), last))


def continue_log(scene: Scene, last: int, before: Scene | None, lines: list[LogLine]) -> list[LogLine]:
    """The last lines of a story, of which these are known if they were told at the moment before."""
    if before is None or not _goes_on(scene, before):
        return draw_log(scene, last)
    new = takewhile(lambda line: line.number == scene.position.number, _lines_back(scene))
    return [*new, *lines][:last]


def _goes_on(scene: Scene, before: Scene) -> bool:
    """Whether nothing but one action has come to the story: with a new stage, what was told before may be told less."""
    is_next = scene.position.previous is before.position and scene.stage == before.stage and scene.outcome is None
    around = (scene.people, scene.notices, scene.former)
    return is_next and around == (before.people, before.notices, before.former)


def log_fragment(lines: Sequence[LogLine]) -> Fragment:
    """What holds a story, of which each line is a part by itself."""
    return fragment("games/table/_log.html", *(line.id for line in lines))


def line_fragment(line: LogLine) -> Fragment:
    shape = line._replace(id="", number=0, stage=0, text="")
    text: dict[str, str | int] = {"text": line.text, "number": line.number}
    return fragment("games/table/_log_line.html", text=text, id=line.id, line=shape)


def story_since(scene: Scene, number: int) -> list[LogLine]:
    """What happened after that action, in order."""
    since = takewhile(lambda line: line.number >= number, _lines_back(scene))
    return [line for line in since if line.number > number or line.kind == NOTICE][::-1]


def stage_start_number(scene: Scene) -> int:
    """After how many actions the present stage began, such as the auction of the card that lies on the table."""
    return stage_start(scene.rules, scene.position).number


def latest_words(scene: Scene) -> str:
    """The latest action and what came of it, in sentences."""
    position, narration, tableau = scene.position, Narration.of(scene), tableau_of(scene.rules)
    settled = opens_stage(scene.rules, position)
    amounts = tableau.tells_past(scene) or (tableau.running_stage(scene) is not None and not settled)
    narrator = narration.narrator
    return " ".join(narrator.tell(event, position.move, amounts) for event in events_at(position, narration))


def events_at(position: Position, narration: Narration) -> Sequence[Event]:
    """What happened at a position, as it may be told now."""
    if not narration.unsealed or position.previous is None:
        return position.events
    return narration.rules.events(position.previous.state, position.state, open_purses=True)


def told_back(scene: Scene) -> Iterator[tuple[Position, int, bool]]:
    """Every position, the latest first, with its stage and whether sums of what happened there may be told."""
    tableau, stage = tableau_of(scene.rules), scene.stage
    tells_past, running = tableau.tells_past(scene), tableau.running_stage(scene)
    for position in scene.position.back():
        began = stage - opens_stage(scene.rules, position)
        # An action belongs to the stage it was made in, even if it ends it.
        yield position, stage, tells_past or began == running
        stage = began


def _lines_back(scene: Scene) -> Iterator[LogLine]:
    """Every line of the story, the latest first."""
    narration = Narration.of(scene)
    for position, stage, amounts in told_back(scene):
        if scene.former:
            narration = Narration.of(scene, position.number)
        yield from _notices(scene, position, stage)
        yield from _lines_at(position, narration, stage, amounts)


_lines: WeakKeyDictionary[Position, dict[tuple[Narration, int, bool], tuple[LogLine, ...]]] = WeakKeyDictionary()
"""The lines of each position, as long as anybody has it: a move tells its own, and finds those before it."""


def _lines_at(position: Position, narration: Narration, stage: int, amounts: bool) -> tuple[LogLine, ...]:
    """What happened at a position, the latest first."""
    known = _lines.setdefault(position, {})
    how = narration, stage, amounts
    if how not in known:
        known[how] = _tell_lines(position, *how)
    return known[how]


def _tell_lines(position: Position, narration: Narration, stage: int, amounts: bool) -> tuple[LogLine, ...]:
    narrator, lines, events = narration.narrator, [], events_at(position, narration)
    for place, event in reversed(list(enumerate(events))):
        text, opens = narrator.tell(event, position.move, amounts), event["type"] == narration.rules.stage_event
        name = f"log-{position.number}-{place}"
        lines.append(LogLine(name, position.number, stage, event["type"], text, event.get("seat"), opens))
        stage -= opens
    return tuple(lines)


def _notices(scene: Scene, position: Position, stage: int) -> Iterator[LogLine]:
    if not scene.notices:
        return
    here = [notice for notice in scene.notices if notice.after == position.number]
    for place, notice in reversed(list(enumerate(here, AFTER_EVENTS))):
        yield LogLine(f"log-{position.number}-{place}", position.number, stage, NOTICE, str(notice.text))
