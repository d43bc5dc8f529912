"""Notes of one game, a survey of many. These here note nothing: who won is told of every game anyway."""

from collections.abc import Sequence
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from games.rules.base import State
from games.rules.plain import Json

Findings = TypeVar("Findings")
"""What the notes of one game come to."""


class Sheet(NamedTuple):
    """A small table for people: its first column holds names, the others figures."""

    columns: tuple[str, ...]
    rows: Sequence[tuple[str, ...]]


class Notes(Generic[State]):
    """Follows one game, action by action."""

    def follow(self, before: State, action: object, after: State) -> None:
        """Called once for each action, in order."""

    def findings(self) -> object:
        """What is worth keeping, once the game is over; it travels from one process to another."""
        return None


class Survey(Generic[Findings]):
    """Adds up what was found in games."""

    def add(self, findings: Findings, winners: Sequence[int]) -> None:
        """One more game, and the seats that won it."""

    def summary(self) -> Json:
        """All of it as JSON."""
        return {}

    def sheets(self) -> list[Sheet]:
        """What people should see of it."""
        return []


AnyNotes: TypeAlias = Notes[Any]
AnySurvey: TypeAlias = Survey[Any]
