"""How a stage of a game was settled: seen once where it happens, before the next one begins, and kept in words."""

from dataclasses import dataclass

from games.tableau.emblems import seat_emblem


@dataclass(frozen=True, slots=True)
class Step:
    text: str
    seat: int

    @property
    def emblem(self) -> str:
        return seat_emblem(self.seat)


@dataclass(frozen=True, slots=True, eq=False)
class Settlement:
    number: int
    """The action that settled it: a browser plays it once."""
    kind: str
    """In a word for a machine: with `prize`, `misfortune`, `theft` cards and bids move, any other is told in steps."""
    receiver: int
    """Who has the card now, or was hit first."""
    summary: str
    stamp: tuple[str, ...] = ()
    """What the hammer leaves on the table, in a few words."""
    steps: tuple[Step, ...] = ()
    """What is told one after the other where a stamp cannot say it."""

    @property
    def emblem(self) -> str:
        return seat_emblem(self.receiver)
