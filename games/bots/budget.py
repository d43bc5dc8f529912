"""How long a bot may think: for some seconds, or for some play-outs, which repeats exactly."""

import time
from collections.abc import Iterator
from math import inf

from games.rules import IllegalAction

DEFAULT_SECONDS = 0.05


def check_budget(seconds: object, playouts: object) -> None:
    if seconds is not None and playouts is not None:
        raise IllegalAction("invalid_budget", "A bot thinks by seconds or by playouts, not by both.")
    if seconds is not None and not (type(seconds) in (int, float) and 0 < seconds < inf):  # type: ignore[operator]
        raise IllegalAction("invalid_budget", "The seconds to think must be more than 0.")
    if playouts is not None and not (type(playouts) is int and playouts >= 1):
        raise IllegalAction("invalid_budget", "The number of playouts must be at least 1.")


class Budget:
    def __init__(self, seconds: float | None = None, playouts: int | None = None) -> None:
        """With `playouts` the same view and chance give the same action on any machine; else time is the budget."""
        check_budget(seconds, playouts)
        self.seconds = DEFAULT_SECONDS if seconds is None else seconds
        self.playouts = playouts

    def rounds(self, count: int) -> "list[Budget]":
        """The same budget in so many equal parts."""
        if self.playouts is not None:
            return [Budget(playouts=max(1, self.playouts // count))] * count
        return [Budget(seconds=self.seconds / count)] * count

    def samples(self, cost: int, at_a_time: int) -> Iterator[None]:
        """As many as the budget allows, where each costs so many play-outs; the clock is looked at now and then."""
        if self.playouts is not None:
            yield from [None] * max(1, self.playouts // cost)
            return
        deadline = time.perf_counter() + self.seconds
        while True:
            yield from [None] * at_a_time
            if time.perf_counter() >= deadline:
                return
