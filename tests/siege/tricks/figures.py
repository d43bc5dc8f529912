"""What was measured, by phase, and how it is told."""

from collections.abc import Callable
from statistics import median

PHASES = ("before", "during", "after")


class Figures:
    def __init__(self) -> None:
        self._taken: dict[tuple[str, str], list[float]] = {}

    def noted_in(self, phase: str) -> Callable[[str, float], None]:
        return lambda name, took: self._taken.setdefault((name, phase), []).append(took)

    def note(self, name: str, phase: str, value: float) -> None:
        self._taken.setdefault((name, phase), []).append(value)

    def of(self, name: str, phase: str) -> list[float]:
        return self._taken.get((name, phase), [])

    def worst(self, name: str, phase: str = "during") -> float:
        """What had to be waited for at most; there has to be something."""
        return max(self.of(name, phase))

    def lines(self) -> list[str]:
        """Median and worst of each, phase by phase."""
        names = list(dict.fromkeys(name for name, _phase in self._taken))
        return [f"{name:8} " + "  ".join(f"{phase} {self._told(name, phase):15}" for phase in PHASES) for name in names]

    def _told(self, name: str, phase: str) -> str:
        taken = self.of(name, phase)
        return f"{median(taken):.2f} / {max(taken):.2f} s" if taken else "–"
