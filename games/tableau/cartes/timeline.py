"""The health of everybody over the turns."""

from functools import lru_cache

from django.utils.translation import gettext as _

from games.positions import Position
from games.rules.cartes_societe.calendar import LAST_TURN
from games.tableau.amounts import score
from games.tableau.scene import Scene
from games.tableau.timeline import Series, Timeline, Value

KEPT_STANDINGS = 8192


def timeline_of(scene: Scene, drawn: Scene, seat: int | None) -> Timeline:
    """Health is open to all at any moment, so nobody sees more of it than others."""
    return Timeline(
        series=(Series("pv", _("PV"), range(len(scene.people)), score),),
        values_at=_standing,
        longest=LAST_TURN,
        every=5,
        stage_words=_turn_words,
        axis=_("turns"),
        label=_("%(what)s over the turns, drawn as lines."),
        column=_("After turn"),
    )


def _turn_words(number: int, under_way: bool) -> str:
    return _("%(number)s, under way") % {"number": number} if under_way else str(number)


@lru_cache(maxsize=KEPT_STANDINGS)
def _standing(position: Position) -> tuple[tuple[Value, ...]]:
    return (tuple(player.pv for player in position.state.players),)
