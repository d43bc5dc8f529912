"""How much somebody may say on a line: so many frames and bytes a minute, and a few seconds' worth of them at once."""

from collections.abc import Callable
from time import monotonic

SECONDS_SAVED = 10
"""Whoever was silent for so long may say what they have saved at once."""
BYTES_A_FRAME = 1024
"""On average, over all that somebody says."""


class Budget:
    """What is spent comes back with time; it begins with all that can be saved.

    One frame is always allowed once there is anything left.
    """

    def __init__(self, frames_a_minute: float, clock: Callable[[], float] = monotonic) -> None:
        self._clock = clock
        self._counted_at = clock()
        self._rate = frames_a_minute / 60
        self._frames, self._bytes = self._most

    @property
    def _most(self) -> tuple[float, float]:
        frames = max(1.0, self._rate * SECONDS_SAVED)
        return frames, frames * BYTES_A_FRAME

    def spend(self, size: int) -> None:
        """One frame of so many bytes has come."""
        self._count()
        self._frames -= 1
        self._bytes -= size

    def seconds_to_wait(self) -> float:
        """How long until the next frame may come; nothing if it may now."""
        self._count()
        missing = max(1 - self._frames, -self._bytes / BYTES_A_FRAME)
        return max(0.0, missing / self._rate)

    def _count(self) -> None:
        now = self._clock()
        earned, self._counted_at = (now - self._counted_at) * self._rate, now
        frames, size = self._most
        self._frames = min(frames, self._frames + earned)
        self._bytes = min(size, self._bytes + earned * BYTES_A_FRAME)


class Allowance:
    """What may be said on one socket: as much as every budget allows on which it draws."""

    def __init__(self, *budgets: Budget) -> None:
        self._budgets = budgets

    def draw_on(self, *budgets: Budget) -> None:
        """From now on these count, and no others."""
        self._budgets = budgets

    def spend(self, size: int) -> None:
        for budget in self._budgets:
            budget.spend(size)

    def seconds_to_wait(self) -> float:
        return max(budget.seconds_to_wait() for budget in self._budgets)
