"""How the last auction was settled: who got the card, what it cost, whose money went home."""

from collections.abc import Iterator
from functools import lru_cache
from typing import TypeGuard

from django.utils.translation import pgettext

from games.positions import Position
from games.rules.base import Event
from games.rules.high_society.event_types import MisfortuneTaken, MoneyLost, PossessionStolen, TheftPending
from games.tableau.amounts import money
from games.tableau.auction.explain import ADVERSE, PRIZE, THEFT
from games.tableau.auction.names import card_name
from games.tableau.auction.narrator import CardWon
from games.tableau.auction.past import tells_prices
from games.tableau.auction.rules import card_of
from games.tableau.log import Narration, events_at
from games.tableau.scene import Scene
from games.tableau.settlement import Settlement

KINDS = {"card_won": PRIZE, "misfortune_taken": ADVERSE, "possession_stolen": THEFT}
"""What settles an auction, and what kind of moment that is."""
TOLD = ("card_won", "misfortune_taken", "money_lost", "possession_stolen", "theft_pending")

KEPT_SETTLEMENTS = 1024

Settling = CardWon | MisfortuneTaken | PossessionStolen
Part = Settling | MoneyLost | TheftPending


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
    return Settlement(
        number=position.number,
        kind=KINDS[settling["type"]],
        receiver=settling["seat"],
        summary=" ".join(narrator.tell(event, position.move, amounts) for event in events),
        # Purses that were closed open in the ceremony, and not before.
        stamp=tuple(_stamp(settling, narration, amounts and not narration.unsealed)),
    )


def _stamp(event: Settling, narration: Narration, amounts: bool) -> Iterator[str]:
    """Sold, for how much, to whom."""
    name = narration.names[event["seat"]]
    if event["type"] == "card_won":
        yield pgettext("stamp", "Sold")
        if amounts and event["total"]:
            yield money(event["total"])
        yield name
        if amounts and event["total"] == 0:
            yield pgettext("stamp", "for nothing")
        return
    yield card_name(card_of(narration.rules, event["card"]).name)
    if event["type"] == "misfortune_taken":
        yield pgettext("stamp", "for %(name)s") % {"name": name}
    else:
        yield pgettext("stamp", "given up by %(name)s") % {"name": name}


def settles(event: Event) -> TypeGuard[Settling]:
    return event["type"] in KINDS


def is_part(event: Event) -> TypeGuard[Part]:
    return event["type"] in TOLD
