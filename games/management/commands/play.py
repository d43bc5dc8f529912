"""Play in the terminal: alone against bots, or with friends who pass the keyboard around."""

import sys
from dataclasses import dataclass
from random import Random
from secrets import randbits
from typing import TypedDict, Unpack

from django.conf import settings
from django.core.management.base import BaseCommand, CommandError, CommandParser
from rich.console import Console
from rich.markdown import Markdown

from games.bots import Bot, decide, find_bot
from games.lab.simulation import check_bots, check_game, labels
from games.lab.terminal import TerminalCommand, words_for
from games.management.console import console_on
from games.rules import AnyRules, RuleViolation
from games.rules.base import check_players

USUAL_PLAYERS = 3
USUAL_BOT = "balanced"


class PlayOptions(TypedDict):
    """Those of this command, beside which Django has its own."""

    game: str
    players: int | None
    bots: str
    humans: str
    seed: int | None
    closed_purses: bool


class Command(BaseCommand):
    help = __doc__
    requires_system_checks = []

    def add_arguments(self, parser: CommandParser) -> None:
        add = parser.add_argument
        add("--game", default="high-society", help="which game (default: %(default)s)")
        add("--players", type=int, help="how many play; balanced bots take the seats that are left (default: 3)")
        add("--bots", default="", help="bots by name, for instance cautious,expert")
        add("--humans", default="You", help="people by name, for instance Ana,Ben, who share the keyboard")
        add("--seed", type=int, help="the same seed shuffles the same deck")
        add("--closed-purses", action="store_true", help="hide how much money the others have left")

    def handle(self, *args: object, **options: Unpack[PlayOptions]) -> None:
        if sys.stdin is None or sys.stdout is None:
            raise CommandError("To play in the terminal, both keyboard and screen must be there.")
        console = console_on(self.stdout)
        try:
            game = set_up(options, console)
        except RuleViolation as refusal:
            raise CommandError(refusal.message) from None
        try:
            game.play()
        except (EOFError, KeyboardInterrupt):
            console.print("\nGoodbye.")


@dataclass(frozen=True, slots=True)
class Seat:
    name: str
    bot: Bot | None
    rng: Random


def set_up(options: PlayOptions, console: Console) -> "TerminalGame":
    rules = check_game(options["game"])
    seed = randbits(64) if options["seed"] is None else options["seed"]
    humans, bots = read_players(options, rules)
    found = [None] * len(humans) + [find_bot(rules.slug, name) for name in bots]
    names = read_names((*humans, *labels(bots)))
    seats = [
        Seat(name, bot, Random(f"{seed}/{place}")) for place, (name, bot) in enumerate(zip(names, found, strict=True))
    ]
    return TerminalGame(rules, seats, seed, console, closed_purses=options["closed_purses"])


def read_players(options: PlayOptions, rules: AnyRules) -> tuple[list[str], list[str]]:
    """The names of humans and bots, filled up with bots to the number of players."""
    humans, bots = split_names(options["humans"]), split_names(options["bots"])
    if not humans:
        raise CommandError("Somebody has to play: name at least one human.")
    check_bots(rules.slug, bots)
    named, players = len(humans) + len(bots), options["players"]
    if players is None:
        players = max(USUAL_PLAYERS, named)
    if named > check_players(players, rules.min_players, rules.max_players):
        raise CommandError(f"There are {players} seats, but {named} players are named.")
    return humans, bots + [USUAL_BOT] * (players - named)


def split_names(text: str) -> list[str]:
    return [name.strip() for name in text.split(",") if name.strip()]


def read_names(names: tuple[str, ...]) -> tuple[str, ...]:
    if len(set(names)) < len(names):
        raise CommandError("No two players may have the same name.")
    if not all(name.isprintable() for name in names):
        raise CommandError("A name is made of letters that can be printed.")
    return names


class TerminalGame:
    """One game at one terminal. Ends with `EOFError` or `KeyboardInterrupt` if the players leave early."""

    def __init__(self, rules: AnyRules, seats: list[Seat], seed: int, console: Console, *, closed_purses: bool) -> None:
        self.rules = rules
        self.seats = seats
        self.seed = seed
        self.state: object = rules.setup(len(seats), seed, {"open_purses": False} if closed_purses else None)
        self.console = console
        self.closed_purses = closed_purses
        self.words = words_for(rules, [seat.name for seat in seats])
        self.log = [self.words.tell(event) for event in rules.events(None, self.state)]
        self.read = [0] * len(seats)
        """How much of the log each player has been shown."""
        self.at_keyboard: int | None = None

    def play(self) -> None:
        self._welcome()
        while acting := self.rules.to_act(self.state):
            seat = acting[0]
            before, self.state = self.state, self._next_state(seat)
            self.log += [self.words.tell(event) for event in self.rules.events(before, self.state)]
        self._farewell()

    def _welcome(self) -> None:
        names = ", ".join(seat.name for seat in self.seats)
        self.console.print(f"{self.rules.name}: {names}. Type help when in doubt.")
        if self.closed_purses and any(seat.bot for seat in self.seats):
            self.console.print("Purses are closed to people; the bots see them.")

    def _next_state(self, seat: int) -> object:
        player = self.seats[seat]
        if player.bot is None:
            self._hand_over(seat)
            return self._ask(seat)
        action = decide(player.bot, self.rules, self.state, seat, player.rng)
        return self.rules.play(self.state, seat, action)

    def _hand_over(self, seat: int) -> None:
        """What one player saw is not for the next one's eyes."""
        if self.at_keyboard not in (None, seat):
            self.console.clear()
            self._input(f"Hand over to {self.seats[seat].name}, then press Enter. ")
            self.console.clear()
        self.at_keyboard = seat

    def _ask(self, seat: int) -> object:
        """The state after what the player typed, asked until it is legal."""
        view = self.rules.view(self.state, seat)
        self._show_news(self.read[seat])
        self.console.print(self.words.table(view))
        while True:
            try:
                typed = self.words.understand(self._input(f"{self.seats[seat].name}> "), view)
                if not isinstance(typed, str):
                    return self.rules.play(self.state, seat, self.rules.action_from_json(typed))
            except RuleViolation as refusal:
                self.console.print(refusal.message)
            else:
                self._run(typed, view)

    def _input(self, prompt: str) -> str:
        line = self.console.input(prompt, markup=False)
        if not sys.stdin.isatty():
            # Nobody typed this, so nobody has seen it yet.
            self.console.print(line)
        return line

    def _run(self, command: TerminalCommand, view: object) -> None:
        match command:
            case "help":
                self.console.print(self.words.help)
            case "table":
                self.console.print(self.words.table(view))
            case "rules":
                page = settings.BASE_DIR / "docs" / "rules" / f"{self.rules.slug}.md"
                self.console.print(Markdown(page.read_text(encoding="utf-8")))
            case "quit":
                if self._input("Leave this game? [y/N] ").strip().lower() in ("y", "yes"):
                    raise EOFError

    def _show_news(self, since: int) -> None:
        for line in self.log[since:]:
            self.console.print(line)
        if self.at_keyboard is not None:
            self.read[self.at_keyboard] = len(self.log)

    def _farewell(self) -> None:
        outcome = self.rules.outcome(self.state)
        assert outcome is not None, "nobody is to act, so the game is over"
        self._show_news(max(self.read))
        self.console.print(self.words.scores(outcome))
        self.console.print(f"The same deck again: --seed {self.seed}")
