"""What charts show: how every seat stood after each stage of a game, as far as somebody knew."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from games.positions import Position

Value = int | float | None


class Series(NamedTuple):
    """One chart: what it is about, for which seats, and how its values are told."""

    kind: str
    title: str
    seats: Sequence[int]
    words: Callable[[float], str]
    note: str = ""
    """Why something is missing."""


@dataclass(frozen=True, slots=True)
class Timeline:
    """Values come from views, so a chart tells nothing that the table would not."""

    series: tuple[Series, ...]
    values_at: Callable[[Position], Sequence[Sequence[Value]]]
    """For each of the series, the values by seat."""
    longest: int
    """How many stages such a game can have."""
    every: int
    """How many stages lie between two marks."""
    stage_words: Callable[[int, bool], str]
    """What a stage is called, by its number and whether it is still under way."""
    axis: str
    """What stages are: auctions, turns."""
    label: str
    """What the drawing is, for those who cannot see it; it names the chart's title."""
    column: str
