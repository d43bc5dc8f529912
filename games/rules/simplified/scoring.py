"""The end of the simplified game: the poorest score nothing, the rest their values doubled for each double."""

from games.rules.auction import OVER
from games.rules.base import Outcome, ScoreLine, SeatResult, standings
from games.rules.simplified.state import Player, State

REASON = "fourth_red_card"


def outcome(state: State) -> Outcome | None:
    if state.phase != OVER:
        return None
    poorest = min(player.money for player in state.players)
    lines = [score_lines(player, player.money == poorest) for player in state.players]
    ranks, winners = standings(
        [
            None if player.money == poorest else built[-1].total
            for player, built in zip(state.players, lines, strict=True)
        ]
    )
    seats = [
        SeatResult(player.money, player.money == poorest, rank, built[-1].total, built)
        for player, rank, built in zip(state.players, ranks, lines, strict=True)
    ]
    return Outcome(REASON, winners, tuple(seats))


def score_lines(player: Player, cast_out: bool) -> tuple[ScoreLine, ...]:
    """The score as it is built; the last line's total is the score."""
    total = sum(player.values)
    lines = [ScoreLine("possessions", f"values {' + '.join(map(str, player.values)) or 'none'}", total)]
    if player.doubles:
        total *= 2**player.doubles
        lines.append(ScoreLine("titles", f"doubles × {2**player.doubles}", total))
    if cast_out:
        lines.append(ScoreLine("cast_out", "the poorest score nothing", 0))
    return tuple(lines)
