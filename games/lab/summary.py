"""What many simulated games come to, entry by entry.

A win that k players share is a win for each of them, and 1/k in the win share.
"""

import csv
import json
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from io import StringIO
from typing import TypedDict

from games.lab.intervals import ratio, wilson_interval
from games.lab.simulation import GameRecord
from games.lab.surveys import AnySurvey, Survey
from games.rules.plain import Json


@dataclass(frozen=True, slots=True)
class EntrySummary:
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

    def summary(self, bot: str) -> EntrySummary:
        games, wins = sum(self.games_by_seat), sum(self.wins_by_seat)
        low, high = wilson_interval(self.win_share / games, games) if games else (None, None)
        return EntrySummary(
            bot=bot,
            games=games,
            wins=wins,
            win_rate=ratio(wins, games),
            win_share=ratio(self.win_share, games),
            win_share_low=low,
            win_share_high=high,
            shared_win_rate=ratio(self.shared_wins, games),
            cast_out_rate=ratio(self.cast_out, games),
            seconds_per_decision=ratio(self.seconds, self.decisions),
            games_by_seat=tuple(self.games_by_seat),
            wins_by_seat=tuple(self.wins_by_seat),
        )


class Totals(TypedDict):
    games: int
    shared_games: int
    no_winner_games: int
    win_share_by_seat: tuple[float | None, ...]
    elapsed_seconds: float
    games_per_second: float | None


@dataclass(slots=True)
class Tally:
    """Counts games as they end, so that there is something to tell at any moment."""

    bots: Sequence[str]
    survey: AnySurvey = field(default_factory=Survey)
    games: int = 0
    shared_games: int = 0
    no_winner_games: int = 0
    win_share_by_seat: list[float] = field(init=False)
    entries: list[EntryTally] = field(init=False)

    def __post_init__(self) -> None:
        seats = len(self.bots)
        self.win_share_by_seat = [0.0] * seats
        self.entries = [EntryTally([0] * seats, [0] * seats) for _ in self.bots]

    def add(self, record: GameRecord) -> None:
        self.games += 1
        self.shared_games += len(record.winners) > 1
        self.no_winner_games += not record.winners
        for entry, tally in enumerate(self.entries):
            tally.add(record, entry)
        winners = record.winning_seats
        for seat in winners:
            self.win_share_by_seat[seat] += 1 / len(winners)
        self.survey.add(record.findings, winners)

    def summaries(self) -> list[EntrySummary]:
        return [tally.summary(bot) for bot, tally in zip(self.bots, self.entries, strict=True)]

    def totals(self, elapsed_seconds: float) -> Totals:
        return {
            "games": self.games,
            "shared_games": self.shared_games,
            "no_winner_games": self.no_winner_games,
            "win_share_by_seat": tuple(ratio(share, self.games) for share in self.win_share_by_seat),
            "elapsed_seconds": elapsed_seconds,
            "games_per_second": ratio(self.games, elapsed_seconds),
        }


class Parameters(TypedDict):
    """What was asked for, and whether all of it was done."""

    game: str
    bots: tuple[str, ...]
    seed: int
    seconds: float | None
    playouts: int | None
    rotate: bool
    games_asked: int
    jobs: int
    interrupted: bool


@dataclass(frozen=True, slots=True)
class Report:
    """All there is to tell: what was asked for, what it came to in total, and how each bot fared."""

    parameters: Parameters
    totals: Totals
    bots: list[EntrySummary]
    survey: Json = field(default_factory=dict)
    """What the game itself has to tell."""

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

    def _rows(self) -> Iterator[dict[str, object]]:
        common = {**self.parameters, "bots": ",".join(self.parameters["bots"]), **self.totals}
        for bot in self.bots:
            row: dict[str, object] = {**common, **asdict(bot)}
            yield {name: value for name, value in row.items() if not isinstance(value, tuple)}
