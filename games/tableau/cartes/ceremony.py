"""The end of a game as a ceremony: the last combat, how far everybody came, and the winner."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.rules.base import Outcome
from games.rules.cartes_societe.scoring import FELL_TOGETHER, LAST_STANDING, TURN_LIMIT
from games.rules.cartes_societe.view import PlayerView, View
from games.tableau.amounts import score
from games.tableau.cartes.faces import draw_beasts
from games.tableau.cartes.settlement import draw_settlement
from games.tableau.emblems import seat_emblem
from games.tableau.endings import Count, Result, Told, headline
from games.tableau.scene import Scene

REASONS = {
    LAST_STANDING: gettext_lazy("The last one standing, with %(pv)s PV."),
    FELL_TOGETHER: gettext_lazy("The last ones fell together; nobody had more than %(pv)s PV."),
    TURN_LIMIT: gettext_lazy("Thirty turns are over; nobody has more than %(pv)s PV."),
}


@dataclass(frozen=True, slots=True)
class Ceremony:
    last_words: str
    results: tuple[Result, ...]
    """By rank, the best first."""
    headline: Told
    reason: str


def draw_ceremony(scene: Scene, view: View) -> Ceremony | None:
    outcome = view.outcome
    if outcome is None:
        return None
    results = [_result(scene, outcome, player) for player in view.players]
    settlement = draw_settlement(scene)
    return Ceremony(
        last_words=settlement.summary if settlement else "",
        results=tuple(sorted(results, key=lambda result: (result.rank, result.seat))),
        headline=headline(scene, outcome),
        reason=str(REASONS[outcome.reason]) % {"pv": score(max(outcome.seats[seat].score for seat in outcome.winners))},
    )


def out_word() -> str:
    return _("fallen")


def _result(scene: Scene, outcome: Outcome, player: PlayerView) -> Result:
    seat, told = player.seat, outcome.seats[player.seat]
    fell = scene.position.state.players[seat].fell
    words = _("PV at the end, in turn %(turn)s") % {"turn": fell} if fell else _("PV at the end")
    return Result(
        seat=seat,
        name=scene.name(seat),
        emblem=seat_emblem(seat),
        rank=told.rank,
        place=str(told.rank),
        won=seat in outcome.winners,
        out_word=out_word() if told.cast_out else "",
        cards=draw_beasts(player.board),
        counts=(Count(words, score(told.score)),),
        score=score(told.score),
    )
