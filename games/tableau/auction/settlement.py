"""How the last auction was settled: who got the card, what it cost, whose money went home."""

from functools import lru_cache
from typing import TypeGuard

from games.positions import Position
from games.rules.base import Event
from games.rules.high_society.event_types import MisfortuneTaken, MoneyLost, PossessionStolen, TheftPending
from games.tableau.auction.edition import words_for
from games.tableau.auction.faces import draw_face
from games.tableau.auction.narrator import CardWon, Passed
from games.tableau.auction.past import tells_prices
from games.tableau.auction.rules import card_of
from games.tableau.log import Narration, events_at
from games.tableau.scene import Scene
from games.tableau.settlement import Settlement, Step

SETTLING = ("card_won", "misfortune_taken", "possession_stolen")
TOLD = ("passed", "card_won", "misfortune_taken", "money_lost", "possession_stolen", "theft_pending")

KEPT_SETTLEMENTS = 1024

Settling = CardWon | MisfortuneTaken | PossessionStolen
Part = Passed | Settling | MoneyLost | TheftPending


def draw_settlement(scene: Scene) -> Settlement | None:
    """The latest settlement, or `None` before the first."""
    for position in scene.position.back():
        # Whatever settles an auction is told of closed purses, too.
        if any(settles(event) for event in position.events):
            return _settlement_at(position, Narration.of(scene, position.number), tells_prices(scene))
    return None


@lru_cache(maxsize=KEPT_SETTLEMENTS)
def _settlement_at(position: Position, narration: Narration, amounts: bool) -> Settlement:
    narrator = narration.narrator
    events = [event for event in events_at(position, narration) if is_part(event)]
    settling = next(event for event in events if settles(event))
    steps = [Step(event["type"], narrator.tell(event, position.move, amounts), event["seat"]) for event in events]
    return Settlement(
        number=position.number,
        face=draw_face(card_of(narration.rules, settling["card"]), words_for(narration.rules.slug)),
        receiver=settling["seat"],
        steps=tuple(steps),
        summary=" ".join(step.text for step in steps if step.kind != "passed"),
    )


def settles(event: Event) -> TypeGuard[Settling]:
    return event["type"] in SETTLING


def is_part(event: Event) -> TypeGuard[Part]:
    return event["type"] in TOLD
