"""The players around the table, as everybody sees them."""

from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import gettext_noop

from games.rules.cartes_societe.state import START_HEALTH
from games.rules.cartes_societe.view import PlayerView, View
from games.tableau.amounts import score
from games.tableau.cartes.faces import Beast, draw_beasts
from games.tableau.scene import Scene
from games.tableau.shell import Place, place_of


class SeatBox(NamedTuple):
    place: Place
    state: str
    """One word for a machine: acting, ended, waiting, winner, out."""
    state_word: str
    pv: str
    share: float
    """Of the health that everybody begins with, in hundredths."""
    po: int | None
    """What is left to spend; nothing once the turn is over."""
    attack: int
    hp: int
    board: tuple[Beast, ...]
    room: str
    hand: tuple[Beast, ...]

    @property
    def seat(self) -> int:
        return self.place.seat


def draw_seats(scene: Scene, view: View) -> tuple[SeatBox, ...]:
    return tuple(_seat(scene, view, player) for player in view.players)


def _seat(scene: Scene, view: View, player: PlayerView) -> SeatBox:
    state = _state(view, player)
    return SeatBox(
        place=place_of(scene, player.seat),
        state=state,
        state_word=_(STATE_WORDS[state]) if STATE_WORDS[state] else "",
        pv=score(player.pv),
        share=round(max(0, min(100, 100 * player.pv / START_HEALTH)), 1),
        po=None if player.ended or not player.alive or view.outcome else player.po,
        attack=player.attack,
        hp=player.hp,
        board=draw_beasts(player.board),
        room=_("%(count)s of %(limit)s") % {"count": len(player.board), "limit": player.board_limit},
        hand=draw_beasts(player.hand),
    )


STATE_WORDS = {
    "acting": gettext_noop("to play"),
    "ended": gettext_noop("done"),
    "waiting": "",
    "winner": gettext_noop("winner"),
    "out": gettext_noop("fallen"),
}


def _state(view: View, player: PlayerView) -> str:
    if view.outcome is not None and player.seat in view.outcome.winners:
        return "winner"
    if not player.alive:
        return "out"
    if player.seat in view.to_act:
        return "acting"
    return "ended" if player.ended and view.outcome is None else "waiting"
