"""Let bots play many games against each other, and tell how they fared. Of a shared win, each of k gets 1/k."""

import os
from argparse import BooleanOptionalAction
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from time import perf_counter
from typing import TypedDict, Unpack

from django.core.management.base import BaseCommand, CommandError, CommandParser
from rich.box import SIMPLE_HEAD
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn
from rich.table import Table

from games.lab.intervals import percent, percent_range
from games.lab.simulation import Match, labels, play_games
from games.lab.summary import EntrySummary, Parameters, Report, Tally
from games.lab.surveys import AnySurvey, Sheet, begin_survey
from games.management.console import console_on
from games.rules import RuleViolation

INTERRUPTED = 130
"""What a shell expects of a program that was ended by Ctrl-C."""


class SimulateOptions(TypedDict):
    """Those of this command, beside which Django has its own."""

    game: str
    bots: str
    games: int
    seed: int
    jobs: int
    seconds: float | None
    playouts: int | None
    rotate: bool
    json: Path | None
    csv: Path | None


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        add = parser.add_argument
        add("--game", default="high-society", help="which game (default: %(default)s)")
        add("--bots", required=True, help="who plays, for instance expert,cautious,bold")
        add("--games", type=int, default=1000, help="how many games (default: %(default)s)")
        add("--seed", type=int, default=1, help="decides all games, but for expert on a clock (default: %(default)s)")
        add("--jobs", type=int, default=1, help="processes, 0 for one on every core (default: %(default)s)")
        add("--seconds", type=float, help="how long expert thinks, which no seed can repeat")
        add("--playouts", type=int, help="how many playouts expert makes instead, repeatable")
        add(
            "--rotate",
            action=BooleanOptionalAction,
            default=True,
            help="take every seating in turn (default: --rotate)",
        )
        add("--json", type=Path, metavar="FILE", help="write all figures, wins by seat among them")
        add("--csv", type=Path, metavar="FILE", help="write the figures with a row for each bot")

    def handle(self, *args: object, **options: Unpack[SimulateOptions]) -> None:
        match, games, jobs = read_match(options), read_games(options["games"]), read_jobs(options["jobs"])
        for file in (options["json"], options["csv"]):
            save(file, lambda path: path.open("a").close())
        survey = begin_survey(match.game)
        tally, began = Tally(labels(match.bots), survey), perf_counter()
        finished = play(match, games, jobs, tally)
        asked = parameters_of(match, games, jobs, interrupted=not finished)
        report = Report(asked, tally.totals(perf_counter() - began), tally.summaries(), survey.summary())
        save(options["json"], lambda path: path.write_text(report.as_json()))
        save(options["csv"], lambda path: path.write_text(report.as_csv()))
        show(report, survey, console_on(self.stdout))
        if not finished:
            raise SystemExit(INTERRUPTED)


def read_match(options: SimulateOptions) -> Match:
    bots = tuple(name.strip() for name in options["bots"].split(",") if name.strip())
    try:
        return Match(
            game=options["game"],
            bots=bots,
            seed=options["seed"],
            seconds=options["seconds"],
            playouts=options["playouts"],
            rotate=options["rotate"],
        )
    except RuleViolation as refusal:
        raise CommandError(refusal.message) from None


def parameters_of(match: Match, games: int, jobs: int, *, interrupted: bool) -> Parameters:
    return {
        "game": match.game,
        "bots": match.bots,
        "seed": match.seed,
        "seconds": match.seconds,
        "playouts": match.playouts,
        "rotate": match.rotate,
        "games_asked": games,
        "jobs": jobs,
        "interrupted": interrupted,
    }


def read_games(games: int) -> int:
    if games < 1:
        raise CommandError("The number of games must be at least 1.")
    return games


def read_jobs(jobs: int) -> int:
    if jobs < 0:
        raise CommandError("The number of jobs must be at least 1, or 0 for one on every core.")
    return jobs or os.cpu_count() or 1


def save(file: Path | None, write: Callable[[Path], object]) -> None:
    """Before the games are played it is tried once with nothing to write, so that no work is lost."""
    try:
        if file:
            write(file)
    except OSError as error:
        raise CommandError(f"Cannot write {file}: {error.strerror}.") from None


def play(match: Match, games: int, jobs: int, tally: Tally) -> bool:
    """Whether all games were played: Ctrl-C keeps what is done."""
    console = Console(stderr=True)
    columns = BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    try:
        with (
            Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as progress,
            closing(play_games(match, games, jobs)) as records,
        ):
            for record in progress.track(records, total=games):
                tally.add(record)
    except KeyboardInterrupt:
        return False
    return True


def show(report: Report, survey: AnySurvey, console: Console) -> None:
    console.print(table_of(sheet_of(report.bots)))
    console.print(summary_words(report))
    for sheet in survey.sheets():
        console.print()
        console.print(table_of(sheet))


def table_of(sheet: Sheet) -> Table:
    table = Table(box=SIMPLE_HEAD, padding=(0, 1, 0, 0), show_edge=False, pad_edge=False)
    names, *figures = sheet.columns
    table.add_column(names, no_wrap=True)
    for heading in figures:
        table.add_column(heading, justify="right", no_wrap=True)
    for row in sheet.rows:
        table.add_row(*row)
    return table


def sheet_of(bots: list[EntrySummary]) -> Sheet:
    columns = ("bot", "games", "wins", "win share", "95 % within", "shared", "cast out", "decision")
    return Sheet(columns, [cells(bot) for bot in bots])


def cells(bot: EntrySummary) -> tuple[str, ...]:
    return (
        bot.bot,
        f"{bot.games:,}",
        f"{bot.wins:,}",
        percent(bot.win_share),
        percent_range(bot.win_share_low, bot.win_share_high),
        percent(bot.shared_win_rate),
        percent(bot.cast_out_rate),
        milliseconds(bot.seconds_per_decision),
    )


def summary_words(report: Report) -> str:
    asked, totals = report.parameters, report.totals
    games = totals["games"]
    lines = [f"{games:,} games in {totals['elapsed_seconds']:.1f} s: {rate(totals['games_per_second'])} a second."]
    if asked["interrupted"]:
        lines = [f"Interrupted: {games:,} of {asked['games_asked']:,} games were played.", *lines]
    if games:
        shared, nobody = percent(totals["shared_games"] / games), percent(totals["no_winner_games"] / games)
        lines.append(f"{shared} had several winners, who share the win, and {nobody} had none.")
        lines.append(f"Wins by seat: {', '.join(map(percent, totals['win_share_by_seat']))}.")
    return "\n".join(lines)


def milliseconds(seconds: float | None) -> str:
    return "–" if seconds is None else f"{1000 * seconds:.2f} ms"


def rate(per_second: float | None) -> str:
    return "–" if per_second is None else f"{per_second:,.1f}"
