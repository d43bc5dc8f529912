"""How to look at what a form posted."""

from typing import Any, Protocol

LONGEST = 9
"""No sum or card has more digits; more is junk, however it is meant."""


class Posted(Protocol):
    """What we need of a `QueryDict`."""

    def get(self, key: str, default: Any = None, /) -> Any: ...

    def getlist(self, key: str, /) -> list[Any]: ...


def number(text: Any) -> int | None:
    if not isinstance(text, str):
        return None
    digits = text.strip()
    return int(digits) if digits.isascii() and digits.isdecimal() and len(digits) <= LONGEST else None
