"""What every game says and understands at a terminal."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from typing import Any, ClassVar, Literal

from rich.console import RenderableType

from games.rules.base import Event, GameStarted, Outcome
from games.rules.plain import Json

Wish = Literal["help", "rules", "table", "quit"]

WISHES: dict[str, Wish] = {
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
WISHES_EXPLAINED = """\
table        show the table again
rules        read the rules of the game
quit         leave"""


class Words(ABC):
    """Says what happens at one table, where everybody has a name."""

    help: ClassVar[str]

    def __init__(self, names: Sequence[str]) -> None:
        self.names = names

    def event(self, event: Event) -> str:
        tell: Callable[[Event], str] = getattr(self, f"_{event['type']}")
        return tell(event)

    def _game_started(self, event: GameStarted) -> str:
        return f"The first to act: {self.names[event['starter']]}."

    @abstractmethod
    def table(self, view: Any) -> RenderableType:
        """All that the acting player should see before deciding."""

    @abstractmethod
    def scores(self, outcome: Outcome) -> RenderableType:
        """How everybody fared, and who wins."""

    def understand(self, line: str, view: Any) -> Json | Wish:
        """An action as JSON, which the rules still have to judge, or a wish. `IllegalAction` for anything else."""
        return WISHES.get(line.strip().lower()) or self.action(line, view)

    @abstractmethod
    def action(self, line: str, view: Any) -> Json:
        """What was typed, as the JSON of an action."""


def listed(names: Iterable[str]) -> str:
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last
