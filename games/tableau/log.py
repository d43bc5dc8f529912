"""The story of a game, line by line, with what happened beside the rules in its place."""

from collections.abc import Iterator
from functools import lru_cache
from itertools import islice, takewhile
from typing import Any, NamedTuple

from django.utils.translation import get_language

from games.history import Position
from games.rules.auction import AUCTION
from games.rules.base import Event
from games.tableau.faces import seat_emblem
from games.tableau.narrator import Narrator
from games.tableau.scene import Scene

NOTICE = "notice"

KEPT_POSITIONS = 8192
"""Positions whose lines are kept: a move draws its own, and finds those before it."""


class LogLine(NamedTuple):
    number: int
    """The action this belongs to; 0 is before the first."""
    auction: int
    kind: str
    """The type of the event, or `notice`."""
    text: str
    seat: int | None = None

    @property
    def emblem(self) -> str:
        """The template of the seat's emblem, if this is about a seat."""
        return "" if self.seat is None else seat_emblem(self.seat)

    @property
    def opens_auction(self) -> bool:
        return self.kind == "card_revealed"


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


def draw_log(scene: Scene, last: int | None = None) -> list[LogLine]:
    """The whole story or its last lines, the latest first."""
    return list(islice(_told_back(scene), last))


def story_since(scene: Scene, number: int) -> list[LogLine]:
    """What happened after that action, in order."""
    since = takewhile(lambda line: line.number >= number, _told_back(scene))
    return [line for line in since if line.number > number or line.kind == NOTICE][::-1]


def last_change(scene: Scene) -> int:
    """After how many actions the card that lies on the table now was turned up."""
    back = scene.position.back()
    revealing = (position for position in back if any(event["type"] == "card_revealed" for event in position.events))
    return next(revealing).number


def latest_words(scene: Scene) -> str:
    """The latest action and what came of it, in sentences."""
    position, told = scene.position, Told.of(scene)
    narrator = Narrator(told.rules, told.names)
    settled = any(event["type"] == "card_revealed" for event in position.events)
    amounts = scene.tells_prices or (running_auction(scene) is not None and not settled)
    return " ".join(narrator.tell(event, position.move, amounts) for event in events_at(position, told))


def events_at(position: Position, told: Told) -> list[Event]:
    """What happened at a position, as it may be told now."""
    if not told.unsealed or position.previous is None:
        return list(position.events)
    events: list[Event] = told.rules.events(position.previous.state, position.state, open_purses=True)
    return events


def running_auction(scene: Scene) -> int | None:
    """Which auction is on; `None` between auctions and after the end."""
    view = scene.view()
    return len(view.revealed) if view.phase == AUCTION else None


def _told_back(scene: Scene) -> Iterator[LogLine]:
    """Every line of the story, the latest first."""
    tells_prices, running, told = scene.tells_prices, running_auction(scene), Told.of(scene)
    auction = len(scene.view().revealed)
    for position in scene.position.back():
        if scene.former:
            told = Told.of(scene, position.number)
        began = auction - sum(event["type"] == "card_revealed" for event in position.events)
        yield from _notices(scene, position, auction)
        # An action belongs to the auction it was made in, even if it ends it.
        yield from _lines_at(position, told, auction, tells_prices or began == running)
        auction = began


@lru_cache(maxsize=KEPT_POSITIONS)
def _lines_at(position: Position, told: Told, auction: int, amounts: bool) -> tuple[LogLine, ...]:
    """What happened at a position, the latest first."""
    narrator, lines = Narrator(told.rules, told.names), []
    for event in reversed(events_at(position, told)):
        text = narrator.tell(event, position.move, amounts)
        lines.append(LogLine(position.number, auction, event["type"], text, event.get("seat")))
        auction -= event["type"] == "card_revealed"
    return tuple(lines)


def _notices(scene: Scene, position: Position, auction: int) -> Iterator[LogLine]:
    for notice in reversed(scene.notices):
        if notice.after == position.number:
            yield LogLine(position.number, auction, NOTICE, str(notice.text))
