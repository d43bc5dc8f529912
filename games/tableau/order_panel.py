"""What the form for standing orders is made of in every game."""

from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Option:
    """Something to choose in the form."""

    value: str
    words: str
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class GivenOrder:
    id: int
    words: str


def options(words: Mapping[str, str], chosen: str) -> tuple[Option, ...]:
    return tuple(Option(value, text, value == chosen) for value, text in words.items())
