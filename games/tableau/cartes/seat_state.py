"""A turn as one seat may act in it, for programs."""

from django.utils.translation import gettext as _

from games.rules import AnyRules
from games.rules.base import Event
from games.rules.cartes_societe.state import OVER, TURN
from games.rules.cartes_societe.view import LegalView, View
from games.tableau.cartes.words import REFUSALS
from games.tableau.game_words import Text
from games.tableau.refusals import OF_EVERY_GAME
from games.tableau.scene import Scene
from games.tableau.seat_state import FINISHED, AvailableAction, PendingChoice, SeatState, offers

BUY, PLAY, REPLACE, EVOLVE, END_TURN = KINDS = ("buy", "play", "replace", "evolve", "end_turn")


def seat_state(scene: Scene, seat: int | None) -> SeatState:
    view: View = scene.view(seat)
    phase = FINISHED if view.phase == OVER else TURN
    if seat is None:
        return SeatState(phase)
    return SeatState(
        phase,
        available_actions=_actions(view, seat),
        choice=_choice(view.legal) if view.legal is not None else None,
        remaining_money=view.players[seat].po,
    )


def phase_begun_by(rules: AnyRules, event: Event) -> str:
    return TURN if event["type"] == "turn_started" else ""


def _actions(view: View, seat: int) -> tuple[AvailableAction, ...]:
    legal, own = view.legal, view.players[seat]
    if legal is None:
        why_not = OF_EVERY_GAME["game_over" if view.phase == OVER else "not_your_turn"]
        return offers(dict.fromkeys(KINDS, why_not))
    laid: Text = REFUSALS["already_played"] if own.played else _("Your hand is empty.")
    return offers(
        {
            BUY: None if legal.buy else REFUSALS["too_expensive"] if view.market else _("The market is empty."),
            PLAY: None if legal.play else REFUSALS["board_full"] if own.hand and not own.played else laid,
            REPLACE: None if legal.replace else laid if own.board else _("Your board is empty."),
            EVOLVE: None if legal.evolve else REFUSALS["cannot_evolve"],
            END_TURN: None,
        }
    )


def _choice(legal: LegalView) -> PendingChoice:
    cards = dict.fromkeys((*legal.buy, *legal.play, *legal.replace, *legal.evolve))
    return PendingChoice(TURN, _("Buy, play, evolve, or end your turn."), tuple(cards))
