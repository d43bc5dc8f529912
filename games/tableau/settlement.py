"""How the last auction was settled: who got the card, what it cost, whose money went home."""

from dataclasses import dataclass

from games.history import Position
from games.rules.base import Event
from games.tableau.faces import CardFace, draw_face, seat_emblem
from games.tableau.log import told_events
from games.tableau.narrator import Narrator
from games.tableau.scene import Scene

SETTLING = ("card_won", "misfortune_taken", "possession_stolen")
TOLD = ("passed", "card_won", "misfortune_taken", "money_lost", "possession_stolen", "theft_pending")


@dataclass(frozen=True, slots=True)
class Step:
    kind: str
    text: str
    seat: int

    @property
    def emblem(self) -> str:
        return seat_emblem(self.seat)


@dataclass(frozen=True, slots=True)
class Settlement:
    number: int
    """The action that settled it: a browser plays it once."""
    face: CardFace
    receiver: int
    steps: tuple[Step, ...]
    summary: str

    @property
    def emblem(self) -> str:
        return seat_emblem(self.receiver)


def draw_settlement(scene: Scene) -> Settlement | None:
    """The latest settlement, or `None` before the first."""
    for position in scene.position.back():
        events = told_events(scene, position)
        settling = next((event for event in events if event["type"] in SETTLING), None)
        if settling is not None:
            return _settled(scene, position, settling, [event for event in events if event["type"] in TOLD])
    return None


def _settled(scene: Scene, position: Position, settling: Event, events: list[Event]) -> Settlement:
    narrator, amounts = Narrator(scene), scene.tells_prices
    steps = [Step(event["type"], narrator.tell(event, position.move, amounts), event["seat"]) for event in events]
    return Settlement(
        number=position.number,
        face=draw_face(scene.card(settling["card"]), narrator.words),
        receiver=settling["seat"],
        steps=tuple(steps),
        summary=" ".join(step.text for step in steps if step.kind != "passed"),
    )
