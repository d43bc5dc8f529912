"""What many simulated games come to, entry by entry.

A win that k players share is a win for each of them, and 1/k in the win share.
"""

import csv
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from io import StringIO
from math import sqrt
from typing import Any

from games.simulation import GameRecord

Z_95 = 1.959964
"""Of a normal distribution, 95 % lies within this many standard deviations."""


def wilson_interval(share: float, games: int) -> tuple[float, float]:
    """The 95 % confidence interval of a share of games.

    Games that count in part, for shared wins, vary less than whole ones: for them it is on the safe side.
    """
    squared = Z_95**2
    middle = share + squared / (2 * games)
    reach = Z_95 * sqrt(share * (1 - share) / games + squared / (4 * games**2))
    return max(0.0, (middle - reach) / (1 + squared / games)), min(1.0, (middle + reach) / (1 + squared / games))


@dataclass(frozen=True, slots=True)
class EntryFigures:
    """How one entry fared. Rates and shares are of its games, and `None` before the first has ended."""

    bot: str
    games: int
    wins: int
    win_rate: float | None
    win_share: float | None
    win_share_low: float | None
    win_share_high: float | None
    shared_win_rate: float | None
    cast_out_rate: float | None
    seconds_per_decision: float | None
    games_by_seat: tuple[int, ...]
    wins_by_seat: tuple[int, ...]


@dataclass(slots=True)
class EntryTally:
    games_by_seat: list[int]
    wins_by_seat: list[int]
    win_share: float = 0.0
    shared_wins: int = 0
    cast_out: int = 0
    decisions: int = 0
    seconds: float = 0.0

    def add(self, record: GameRecord, entry: int) -> None:
        seat, winners = record.seating.index(entry), record.winners
        self.games_by_seat[seat] += 1
        if entry in winners:
            self.wins_by_seat[seat] += 1
            self.win_share += 1 / len(winners)
            self.shared_wins += len(winners) > 1
        self.cast_out += entry in record.cast_out
        self.decisions += record.decisions[entry]
        self.seconds += record.seconds[entry]

    def figures(self, bot: str) -> EntryFigures:
        games, wins = sum(self.games_by_seat), sum(self.wins_by_seat)
        low, high = wilson_interval(self.win_share / games, games) if games else (None, None)
        return EntryFigures(
            bot=bot,
            games=games,
            wins=wins,
            win_rate=_ratio(wins, games),
            win_share=_ratio(self.win_share, games),
            win_share_low=low,
            win_share_high=high,
            shared_win_rate=_ratio(self.shared_wins, games),
            cast_out_rate=_ratio(self.cast_out, games),
            seconds_per_decision=_ratio(self.seconds, self.decisions),
            games_by_seat=tuple(self.games_by_seat),
            wins_by_seat=tuple(self.wins_by_seat),
        )


def _ratio(part: float, whole: float) -> float | None:
    return part / whole if whole else None


@dataclass(slots=True)
class Tally:
    """Counts games as they end, so that there is something to tell at any moment."""

    bots: Sequence[str]
    games: int = 0
    shared_games: int = 0
    no_winner_games: int = 0
    entries: list[EntryTally] = field(init=False)

    def __post_init__(self) -> None:
        seats = len(self.bots)
        self.entries = [EntryTally([0] * seats, [0] * seats) for _ in self.bots]

    def add(self, record: GameRecord) -> None:
        self.games += 1
        self.shared_games += len(record.winners) > 1
        self.no_winner_games += not record.winners
        for entry, tally in enumerate(self.entries):
            tally.add(record, entry)

    def figures(self) -> list[EntryFigures]:
        return [tally.figures(bot) for bot, tally in zip(self.bots, self.entries, strict=True)]

    def totals(self, elapsed_seconds: float) -> dict[str, Any]:
        return {
            "games": self.games,
            "shared_games": self.shared_games,
            "no_winner_games": self.no_winner_games,
            "elapsed_seconds": elapsed_seconds,
            "games_per_second": _ratio(self.games, elapsed_seconds),
        }


@dataclass(frozen=True, slots=True)
class Report:
    """All there is to tell: what was asked for, what it came to in total, and how each bot fared."""

    parameters: dict[str, Any]
    totals: dict[str, Any]
    bots: list[EntryFigures]

    def as_json(self) -> str:
        return json.dumps(asdict(self), indent=2) + "\n"

    def as_csv(self) -> str:
        """The same figures with a row for each bot; what is told by seat is left to JSON."""
        rows = list(self._rows())
        text = StringIO()
        writer = csv.DictWriter(text, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
        return text.getvalue()

    def _rows(self) -> Iterator[dict[str, Any]]:
        common = {**self.parameters, "bots": ",".join(self.parameters["bots"]), **self.totals}
        for figures in self.bots:
            own = {name: value for name, value in asdict(figures).items() if not isinstance(value, tuple)}
            yield {**common, **own}
