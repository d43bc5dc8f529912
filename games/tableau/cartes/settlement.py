"""How the last combat went."""

from functools import lru_cache
from typing import TypeGuard

from django.utils.translation import gettext as _

from games.positions import Position
from games.rules.base import Event
from games.rules.cartes_societe.event_types import Combat, Eliminated
from games.tableau.cartes.narrator import CartesNarrator, losses_of
from games.tableau.log import Narration
from games.tableau.scene import Scene
from games.tableau.settlement import Settlement, Step

KEPT_SETTLEMENTS = 1024


def draw_settlement(scene: Scene) -> Settlement | None:
    """The latest combat, or `None` before the first."""
    for position in scene.position.back():
        if any(is_combat(event) for event in position.events):
            return _settlement_at(position, Narration.of(scene, position.number))
    return None


@lru_cache(maxsize=KEPT_SETTLEMENTS)
def _settlement_at(position: Position, narration: Narration) -> Settlement:
    narrator = CartesNarrator(narration.rules, narration.names)
    combat = next(event for event in position.events if is_combat(event))
    losses = losses_of(combat)
    steps = [Step(narrator.hits_on(seat, hits), seat) for seat, hits in losses.items()]
    steps += [
        Step(narrator.tell(event, position.move, amounts=True), event["seat"])
        for event in position.events
        if is_elimination(event)
    ]
    last_to_act = position.move.seat if position.move else 0
    return Settlement(
        number=position.number,
        kind="combat",
        receiver=steps[0].seat if steps else last_to_act,
        steps=tuple(steps or [Step(_("Combat: nobody is hurt."), last_to_act)]),
        summary=narrator.tell(combat, position.move, amounts=True),
    )


def is_combat(event: Event) -> TypeGuard[Combat]:
    return bool(event["type"] == "combat")


def is_elimination(event: Event) -> TypeGuard[Eliminated]:
    return bool(event["type"] == "eliminated")
