"""The end: who is cast out, how each score is built, who wins."""

from functools import cache

from games.rules.auction import OVER
from games.rules.base import Outcome, ScoreLine, SeatResult, standings
from games.rules.high_society.cards import DEBT, POSSESSIONS, SCANDAL, Edition
from games.rules.high_society.state import Player, State

REASON = "fourth_red_card"


def outcome(state: State) -> Outcome | None:
    if state.phase != OVER:
        return None
    edition, players = state.setup.edition, state.players
    money = [player.money for player in players]
    poorest = min(money)
    lines = [score_lines(player, edition) for player in players]
    ranks, winners = standings(
        [
            None if left == poorest else (built[-1].total, left, _tie_break(player, edition))
            for player, left, built in zip(players, money, lines, strict=True)
        ]
    )
    seats = [
        SeatResult(left, left == poorest, rank, built[-1].total, built)
        for left, rank, built in zip(money, ranks, lines, strict=True)
    ]
    return Outcome(REASON, winners, tuple(seats))


def _tie_break(player: Player, edition: Edition) -> int:
    return max(player.possessions, default=0) if edition.highest_possession_breaks_ties else 0


def score_lines(player: Player, edition: Edition) -> tuple[ScoreLine, ...]:
    """The score as it is built, in the order of the rules; the last line's total is the score."""
    first = _possessions_line(edition.possessions_called, player.possessions)
    if player.cards <= POSSESSIONS:
        return (first,)
    lines, total = [first], first.total
    if player.debts:
        total -= 5 * player.debts
        lines.append(ScoreLine("debts", f"{edition.cards[DEBT].name} −5", total))
    if player.titles:
        total *= 2**player.titles
        lines.append(ScoreLine("titles", f"{edition.titles_called} × {2**player.titles}", total))
    if player.scandals:
        total = _halved(total)
        lines.append(ScoreLine("scandals", f"{edition.cards[SCANDAL].name} ÷ 2", total))
    if edition.halves_are_rounded_down and total != total // 1:
        total = int(total // 1)
        lines.append(ScoreLine("rounded_down", "rounded down", total))
    if edition.negative_counts_as_zero and total < 0:
        total = 0
        lines.append(ScoreLine("at_least_zero", "below zero counts as zero", total))
    return tuple(lines)


@cache
def _possessions_line(called: str, values: tuple[int, ...]) -> ScoreLine:
    return ScoreLine("possessions", f"{called} {' + '.join(map(str, values)) or 'none'}", sum(values))


def _halved(total: int | float) -> int | float:
    """Exact: a whole number stays an int, and a half is exact in binary."""
    half = total / 2
    return int(half) if half == half // 1 else half
