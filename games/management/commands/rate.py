"""Count finished games for ratings that were not counted when they ended, or all of them anew."""

from django.core.management.base import BaseCommand, CommandError, CommandParser
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from games.faults import fault_description
from games.management.console import console_on
from games.services.results import ratings
from games.services.results.recount import recount


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--anew", action="store_true", help="forget all ratings, and count every finished game in order of its end"
        )

    def handle(self, *args: object, anew: bool, **options: object) -> None:
        console = console_on(self.stdout)
        if anew:
            console.print(f"{count_anew(console)} games were counted anew.")
            return
        counted, failed = count_missed(console)
        console.print(f"{counted} games were counted.")
        if failed:
            raise CommandError(f"{failed} games could not be counted.")


def count_anew(console: Console) -> int:
    with bar_on(console) as progress:
        task = progress.add_task("")
        return recount(tell=lambda done, of: progress.update(task, completed=done, total=of))


def count_missed(console: Console) -> tuple[int, int]:
    """How many were counted, and how many could not be. One that fails leaves the others alone."""
    counted = failed = 0
    with bar_on(console) as progress:
        for game_id in progress.track(ratings.uncounted_games()):
            try:
                counted += ratings.rate_missed(game_id=game_id)
            except Exception as exception:
                failed += 1
                progress.console.print(f"{game_id}: {fault_description('rating the game', exception)}")
    return counted, failed


def bar_on(console: Console) -> Progress:
    columns = BarColumn(), MofNCompleteColumn(), TimeRemainingColumn()
    return Progress("Counting", *columns, console=console, transient=True)
