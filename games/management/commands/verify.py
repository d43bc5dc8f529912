"""Replay games from their setup and actions, and compare what comes out with what lists and clocks read."""

from django.core.management.base import BaseCommand, CommandError, CommandParser
from rich.markup import escape
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TimeRemainingColumn

from games.management.console import console_on
from games.models import Game
from games.queries.integrity import discrepancies


class Command(BaseCommand):
    help = __doc__

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("games", nargs="*", metavar="ID", help="which games (default: all)")

    def handle(self, *args: object, games: list[str], **options: object) -> None:
        ids = game_ids(games)
        console, wrong = console_on(self.stdout), 0
        with Progress(
            "Replaying", BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), console=console, transient=True
        ) as progress:
            for game_id in progress.track(ids):
                problems = discrepancies(Game.objects.get(pk=game_id))
                wrong += bool(problems)
                for problem in problems:
                    progress.console.print(f"{game_id}: {escape(problem)}", highlight=False)
        if wrong:
            raise CommandError(f"{wrong} of {len(ids)} games do not agree with their history.")
        console.print(f"{len(ids)} games agree with their history.", highlight=False)


def game_ids(wished: list[str]) -> list[str]:
    games = Game.objects.order_by("created_at")
    if wished:
        games = games.filter(pk__in=wished)
    ids = list(games.values_list("pk", flat=True))
    if unknown := sorted(set(wished) - set(ids)):
        raise CommandError(f"There is no game {', '.join(unknown)}.")
    return ids
