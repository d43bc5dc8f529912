"""The end: who is left, who fell when, who wins."""

from games.rules.base import Outcome, ScoreLine, SeatResult, standings
from games.rules.cartes_societe.state import Player, State

LAST_STANDING = "last_standing"
FELL_TOGETHER = "fell_together"
TURN_LIMIT = "turn_limit"

_REASONS = {0: FELL_TOGETHER, 1: LAST_STANDING}
"""By the number of those who are left."""


def outcome(state: State) -> Outcome | None:
    if state.seat is not None:
        return None
    players = state.players
    ranks, winners = standings([_merit(player) for player in players])
    living = len([player for player in players if player.alive])
    seats = [
        SeatResult(
            money=0,
            cast_out=not player.alive and seat not in winners,
            rank=ranks[seat],
            score=player.pv,
            lines=(ScoreLine("pv", "Health left", player.pv),),
        )
        for seat, player in enumerate(players)
    ]
    return Outcome(_REASONS.get(living, TURN_LIMIT), winners, tuple(seats))


def _merit(player: Player) -> tuple[bool, int, int]:
    """To live is best, then to have lived longer, then to have more health."""
    return player.alive, player.fell, player.pv
