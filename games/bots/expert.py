"""The bot that thinks: it plays the rest of the game many times over sampled decks and compares the two ways an
auction can go for it.

Every hand is public, so the order of the deck and the tempers of the others are the only unknowns. An auction asks one
question: is it better for me to have this card at that price, or to leave it to somebody else? A raise that is outbid
comes home again, so the answer for the cheapest raise decides the move.
"""

import time
from collections.abc import Iterator, Sequence
from math import inf
from random import Random
from typing import Any

from games.bots.auction_table import read_table
from games.bots.playout import Future
from games.bots.price_level import price_level
from games.bots.purse import added_by, cheapest, give_up_least, handiest
from games.rules import IllegalAction
from games.rules.auction import DISCARD, View

DEFAULT_SECONDS = 0.05
RAISES_COMPARED = 60
SMALL_NOTE = 2.0
"""What it is worth, in units, to keep a small note for later."""

DOUBT = 0.02
"""How much better a raise must look than a pass: money once spent never comes back."""

SAMPLES_PER_LOOK_AT_THE_CLOCK = 8


def check_budget(seconds: object, playouts: object) -> None:
    if seconds is not None and playouts is not None:
        raise IllegalAction("invalid_budget", "A bot thinks by seconds or by playouts, not by both.")
    if seconds is not None and not (type(seconds) in (int, float) and 0 < seconds < inf):  # type: ignore[operator]
        raise IllegalAction("invalid_budget", "The seconds to think must be more than 0.")
    if playouts is not None and not (type(playouts) is int and playouts >= 1):
        raise IllegalAction("invalid_budget", "The number of playouts must be at least 1.")


class ExpertBot:
    def __init__(self, seconds: float | None = None, playouts: int | None = None) -> None:
        """With `playouts` the same view and chance give the same action on any machine; else time is the budget."""
        check_budget(seconds, playouts)
        self.seconds = DEFAULT_SECONDS if seconds is None else seconds
        self.playouts = playouts

    def choose(self, view: View, legal_actions: Sequence[Any], rng: Random) -> Any:
        if view.phase == DISCARD:
            return give_up_least(legal_actions)
        if len(legal_actions) == 1:
            return legal_actions[0]
        samples = self._samples()
        table = read_table(view)
        action = handiest(cheapest(legal_actions, RAISES_COMPARED), table, SMALL_NOTE)
        price = table.players[table.me].bid + added_by(action, table)
        future = Future(table, *price_level(table), rng)
        gains = [future.gain(price) for _ in samples]
        return action if sum(gains) > DOUBT * len(gains) else legal_actions[0]

    def _samples(self) -> Iterator[None]:
        """As many as the budget allows; each costs two play-outs."""
        if self.playouts is not None:
            yield from [None] * max(1, self.playouts // 2)
            return
        deadline = time.perf_counter() + self.seconds
        while True:
            yield from [None] * SAMPLES_PER_LOOK_AT_THE_CLOCK
            if time.perf_counter() >= deadline:
                return
