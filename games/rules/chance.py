"""All the chance a game has: SHA-256 of its seed and a counter, the same on every machine and Python version."""

from collections.abc import Iterable, Iterator
from hashlib import sha256
from itertools import count
from struct import unpack
from typing import TypeVar

from games.rules.errors import IllegalAction

T = TypeVar("T")

LONGEST_SEED = 256


def check_seed(seed: object) -> int | str:
    """A whole number of at most 256 bits, or a text of at most 256 characters."""
    if type(seed) is int and seed.bit_length() <= LONGEST_SEED:
        return seed
    if type(seed) is str and len(seed) <= LONGEST_SEED and seed.isprintable():
        return seed
    raise IllegalAction(
        "invalid_seed", "A seed is a whole number of at most 256 bits or a text of at most 256 characters."
    )


class Chance:
    """A stream of uniform numbers that depends on nothing but the seed."""

    def __init__(self, seed: int | str) -> None:
        self._words = _words(str(seed))

    def below(self, limit: int) -> int:
        """A uniform whole number from 0 to `limit` - 1, for a limit up to 65,536. Rejection keeps it free of bias."""
        fair = 2**16 - 2**16 % limit
        word = next(self._words)
        while word >= fair:
            word = next(self._words)
        return word % limit

    def shuffled(self, items: Iterable[T]) -> tuple[T, ...]:
        cards, below = list(items), self.below
        for last in range(len(cards) - 1, 0, -1):
            other = below(last + 1)
            cards[last], cards[other] = cards[other], cards[last]
        return tuple(cards)


def _words(seed: str) -> Iterator[int]:
    """Sixteen numbers of 16 bits from each block, block after block."""
    for counter in count():
        yield from unpack(">16H", sha256(f"{seed}/{counter}".encode()).digest())
