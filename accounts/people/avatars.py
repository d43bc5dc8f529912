"""A medallion for everybody, in a colour that stays theirs."""

from hashlib import sha256
from typing import NamedTuple

TONES = 8
PATTERNS = 4


class Medallion(NamedTuple):
    initials: str
    tone: int
    pattern: int


def medallion(name: str, user_id: int | None = None) -> Medallion:
    return Medallion(_initials(name), own_tone(user_id, name), _digest(name) // TONES % PATTERNS)


def own_tone(user_id: int | None, name: str) -> int:
    """The colour of somebody, whatever they call themselves; of a bot, the one that goes with its name."""
    return (_digest(name) if user_id is None else user_id) % TONES


def _digest(name: str) -> int:
    return int.from_bytes(sha256(name.encode()).digest()[:4])


def _initials(name: str) -> str:
    """The first letters of the first and the last word."""
    words = name.split() or [""]
    ends = words[:1] + words[1:][-1:]
    return "".join(_first_letter(word) for word in ends).upper()[:2]


def _first_letter(word: str) -> str:
    return next((letter for letter in word if letter.isalnum()), word[:1])
