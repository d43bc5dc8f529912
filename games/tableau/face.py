"""A card as a table shows it. Each kind of game prints its own; this much all of them have."""

from typing import ClassVar, Protocol


class Face(Protocol):
    mini: ClassVar[str]
    """The template that draws it small."""
