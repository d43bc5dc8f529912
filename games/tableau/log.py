"""The story of a game, line by line, with what happened beside the rules in its place."""

from collections.abc import Iterator
from dataclasses import dataclass

from games.history import Position
from games.rules.auction import AUCTION
from games.rules.base import Event
from games.tableau.faces import seat_emblem
from games.tableau.narrator import Narrator
from games.tableau.scene import Scene

NOTICE = "notice"


@dataclass(frozen=True, slots=True)
class LogLine:
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


def draw_log(scene: Scene, last: int | None = None) -> list[LogLine]:
    """The whole story or its last lines, the latest first."""
    lines = list(_told(scene))[::-1]
    return lines if last is None else lines[:last]


def story_since(scene: Scene, number: int) -> list[LogLine]:
    """What happened after that action, in order."""
    return [line for line in _told(scene) if line.number > number or (line.kind == NOTICE and line.number == number)]


def told_events(scene: Scene, position: Position) -> list[Event]:
    """What happened at a position, as it may be told now: once the game is over, all of it."""
    if scene.open_purses or position.previous is None or scene.outcome is None:
        return list(position.events)
    events: list[Event] = scene.rules.events(position.previous.state, position.state, open_purses=True)
    return events


def running_auction(scene: Scene) -> int | None:
    """Which auction is on; `None` between auctions and after the end."""
    view = scene.view()
    return len(view.revealed) if view.phase == AUCTION else None


def _told(scene: Scene) -> Iterator[LogLine]:
    chain = list(scene.position.back())[::-1]
    reader = _Reader(scene)
    for position in chain:
        yield from reader.lines_of(position)


class _Reader:
    """Goes through a game from its beginning, knowing which auction is on."""

    def __init__(self, scene: Scene) -> None:
        self.scene = scene
        self.narrator = Narrator(scene)
        self.tells_prices = scene.tells_prices
        self.running = running_auction(scene)
        self.auction = 0

    def lines_of(self, position: Position) -> Iterator[LogLine]:
        # An action belongs to the auction it was made in, even if it ends it.
        amounts = self.tells_prices or self.auction == self.running
        for event in told_events(self.scene, position):
            if event["type"] == "card_revealed":
                self.auction += 1
            text = self.narrator.tell(event, position.move, amounts)
            yield LogLine(position.number, self.auction, event["type"], text, event.get("seat"))
        for notice in self.scene.notices:
            if notice.after == position.number:
                yield LogLine(position.number, self.auction, NOTICE, str(notice.text))
