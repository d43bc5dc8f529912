"""What every game says and understands at a terminal."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar, Generic, Literal, TypeAlias

from rich.console import RenderableType

from games.rules.base import Event, GameStarted, Outcome, View
from games.rules.plain import Json

TerminalCommand = Literal["help", "rules", "table", "quit"]

COMMANDS: dict[str, TerminalCommand] = {
    "help": "help",
    "h": "help",
    "?": "help",
    "rules": "rules",
    "table": "table",
    "t": "table",
    "quit": "quit",
    "q": "quit",
    "exit": "quit",
}
COMMANDS_EXPLAINED = """\
table        show the table again
rules        read the rules of the game
quit         leave"""


class Words(ABC, Generic[View]):
    """Says what happens at one table, where everybody has a name."""

    help: ClassVar[str]

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names

    def tell(self, event: Event) -> str:
        teller: Callable[[Event], str] = getattr(self, f"_{event['type']}")
        return teller(event)

    def _game_started(self, event: GameStarted) -> str:
        return f"The first to act: {self.names[event['starter']]}."

    @abstractmethod
    def table(self, view: View) -> RenderableType:
        """All that the acting player should see before deciding."""

    @abstractmethod
    def scores(self, outcome: Outcome) -> RenderableType:
        """How everybody fared, and who wins."""

    def understand(self, line: str, view: View) -> Json | TerminalCommand:
        """An action as JSON, which the rules still have to judge, or a command. `IllegalAction` for anything else."""
        return COMMANDS.get(line.strip().lower()) or self.read_action(line, view)

    @abstractmethod
    def read_action(self, line: str, view: View) -> Json:
        """What was typed, as the JSON of an action."""


AnyWords: TypeAlias = Words[Any]
"""Those of one game, whichever it is."""


def listed(names: Iterable[str]) -> str:
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last
