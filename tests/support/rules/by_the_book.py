"""The generator of all chance once more, as it is written down: slow and plain."""

from hashlib import sha256
from itertools import count


def words(seed):
    """The generator by the book: 16 bits after 16 bits of SHA-256 of seed and counter."""
    for counter in count():
        digest = sha256(f"{seed}/{counter}".encode()).digest()
        for at in range(0, 32, 2):
            yield 256 * digest[at] + digest[at + 1]


def below(stream, limit):
    """Words that would favour small numbers are thrown away."""
    for word in stream:
        if word < 65536 // limit * limit:
            return word % limit
    raise AssertionError("the stream never ends")


def shuffled(stream, items):
    cards = list(items)
    for place in reversed(range(1, len(cards))):
        other = below(stream, place + 1)
        cards[place], cards[other] = cards[other], cards[place]
    return cards
