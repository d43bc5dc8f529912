"""Notes of one game, a survey of many. These here note nothing: who won is told of every game anyway."""

from collections.abc import Sequence
from typing import Any, NamedTuple


class Sheet(NamedTuple):
    """A small table for people: its first column holds names, the others figures."""

    columns: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]


class Notes:
    """Follows one game, action by action."""

    def follow(self, before: Any, action: Any, after: Any) -> None:
        """Called once for each action, in order."""

    def found(self) -> Any:
        """What is worth keeping, once the game is over; it travels from one process to another."""
        return None


class Survey:
    """Adds up what was found in games."""

    def add(self, found: Any, winners: Sequence[int]) -> None:
        """One more game, and the seats that won it."""

    def figures(self) -> dict[str, Any]:
        """All of it as JSON."""
        return {}

    def sheets(self) -> list[Sheet]:
        """What people should see of it."""
        return []
