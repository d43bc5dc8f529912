"""How a stage of a game was settled: told once, step by step, before the next one begins."""

from dataclasses import dataclass

from games.tableau.emblems import seat_emblem
from games.tableau.face import Face


@dataclass(frozen=True, slots=True)
class Step:
    kind: str
    text: str
    seat: int

    @property
    def emblem(self) -> str:
        return seat_emblem(self.seat)


@dataclass(frozen=True, slots=True, eq=False)
class Settlement:
    number: int
    """The action that settled it: a browser plays it once."""
    receiver: int
    """Whose colour it is told in."""
    steps: tuple[Step, ...]
    summary: str
    face: Face | None = None
    """The card it was about, if it was about one."""

    @property
    def emblem(self) -> str:
        return seat_emblem(self.receiver)
