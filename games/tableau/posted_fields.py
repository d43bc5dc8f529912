"""How to look at what a form posted."""

from typing import Protocol, overload

LONGEST = 9
"""No sum or card has more digits; more is junk, however it is meant."""


class Posted(Protocol):
    """What we need of a `QueryDict`."""

    @overload
    def get(self, key: str, /) -> str | None: ...
    @overload
    def get(self, key: str, default: str, /) -> str: ...

    def getlist(self, key: str, /) -> list[str]: ...


def parse_number(text: object) -> int | None:
    if not isinstance(text, str):
        return None
    digits = text.strip()
    return int(digits) if digits.isascii() and digits.isdecimal() and len(digits) <= LONGEST else None


def number_in(data: Posted, name: str) -> int:
    """The whole number that a form has under that name; -1, which fits nothing, for anything else."""
    text = data.get(name, "")
    is_number = isinstance(text, str) and text.isascii() and text.isdigit() and len(text) < 19
    return int(text) if is_number else -1
