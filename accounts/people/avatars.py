"""A medallion for every name: the same name always looks the same."""

from hashlib import sha256
from typing import NamedTuple

TONES = 8
PATTERNS = 4


class Medallion(NamedTuple):
    initials: str
    tone: int
    pattern: int


def medallion(name: str) -> Medallion:
    lot = int.from_bytes(sha256(name.encode()).digest()[:4])
    return Medallion(_initials(name), lot % TONES, lot // TONES % PATTERNS)


def _initials(name: str) -> str:
    """The first letters of the first and the last word."""
    words = name.split() or [""]
    ends = words[:1] + words[1:][-1:]
    return "".join(_first_letter(word) for word in ends).upper()[:2]


def _first_letter(word: str) -> str:
    return next((letter for letter in word if letter.isalnum()), word[:1])
