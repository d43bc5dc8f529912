"""The story of a game, line by line, with what happened beside the rules in its place."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice, takewhile

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
    return list(islice(_told_back(scene), last))


def story_since(scene: Scene, number: int) -> list[LogLine]:
    """What happened after that action, in order."""
    since = takewhile(lambda line: line.number >= number, _told_back(scene))
    return [line for line in since if line.number > number or line.kind == NOTICE][::-1]


def latest_words(scene: Scene) -> str:
    """The latest action and what came of it, in sentences."""
    position, narrator = scene.position, Narrator(scene)
    settled = any(event["type"] == "card_revealed" for event in position.events)
    amounts = scene.tells_prices or (running_auction(scene) is not None and not settled)
    return " ".join(narrator.tell(event, position.move, amounts) for event in told_events(scene, position))


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


def _told_back(scene: Scene) -> Iterator[LogLine]:
    """Every line of the story, the latest first."""
    narrator, tells_prices, running = Narrator(scene), scene.tells_prices, running_auction(scene)
    auction = len(scene.view().revealed)
    for position in scene.position.back():
        events = told_events(scene, position)
        opened = sum(event["type"] == "card_revealed" for event in events)
        # An action belongs to the auction it was made in, even if it ends it.
        amounts = tells_prices or auction - opened == running
        yield from _notices(scene, position, auction)
        for event in reversed(events):
            text = narrator.tell(event, position.move, amounts)
            yield LogLine(position.number, auction, event["type"], text, event.get("seat"))
            auction -= event["type"] == "card_revealed"


def _notices(scene: Scene, position: Position, auction: int) -> Iterator[LogLine]:
    for notice in reversed(scene.notices):
        if notice.after == position.number:
            yield LogLine(position.number, auction, NOTICE, str(notice.text))
