"""How everybody stood over the stages of a game, as charts: what one point of view knew at one moment.

Time goes from left to right, as far as such a game can last: a chart keeps its scale while one steps through a game,
and does not tell how long it will last.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, floor, log10
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.positions import Position
from games.rules import AnyRules
from games.tableau.contract import tableau_of
from games.tableau.emblems import seat_emblem
from games.tableau.scene import Scene, opens_stage, stage_start
from games.tableau.timeline import Series, Timeline, Value


class Frame(NamedTuple):
    """The drawing, and where its axes lie in it."""

    width: int = 640
    height: int = 256
    left: int = 88
    right: int = 600
    top: int = 12
    bottom: int = 204


FRAME = Frame()
EMBLEM = 20
APART = EMBLEM + 1
"""Between two emblems at the ends of lines."""
MOST_TICKS = 6
KEPT_OPENINGS = 4096

DASHES = ("none", "9 4", "2 3", "10 3 2 3", "5 5", "14 3", "1 4 6 4", "3 3 9 3")
"""How the line of each seat is drawn: colour is never the only sign."""


@dataclass(frozen=True, slots=True)
class Stop:
    """A moment that a chart shows: the beginning, the end of a stage, or the present."""

    place: float
    """How many stages were over; one that goes on counts half."""
    words: str
    values: Sequence[Sequence[Value]]


class Tick(NamedTuple):
    place: float
    words: str


class Row(NamedTuple):
    words: str
    values: tuple[str, ...]
    now: bool


@dataclass(frozen=True, slots=True)
class Line:
    seat: int
    name: str
    emblem: str
    dash: str
    points: str
    end: float
    """Where the emblem begins, and how far from the top."""
    height: float
    latest: str
    """The value at the present moment."""


@dataclass(frozen=True, slots=True)
class Chart:
    kind: str
    title: str
    label: str
    axis: str
    column: str
    lines: tuple[Line, ...]
    across: tuple[Tick, ...]
    upwards: tuple[Tick, ...]
    now: float
    rows: tuple[Row, ...]
    note: str = ""
    """Why something is missing."""
    frame: Frame = FRAME


def draw_charts(scene: Scene, seat: int | None, whole: Scene | None = None) -> tuple[Chart, ...]:
    """The charts of a moment for that seat or a spectator; of the `whole` game where everything is open."""
    drawn = whole or scene
    timeline = tableau_of(scene.rules).timeline(scene, drawn, seat)
    if timeline is None:
        return ()
    stops = _stops(drawn, scene.position, timeline)
    now = _stages_over(scene.rules, scene.position)
    present = next(number for number, stop in enumerate(stops) if stop.place == now)
    drawing = _Drawing(scene, timeline, stops, present, now)
    return tuple(drawing.chart(series, number) for number, series in enumerate(timeline.series))


def _stops(scene: Scene, present: Position, timeline: Timeline) -> list[Stop]:
    """From the beginning up to this scene, the present among them."""
    openings = _openings(scene.rules, stage_start(scene.rules, scene.position))
    shown = {position.number: position for position in (*openings, present, scene.position)}
    stops = []
    for _number, position in sorted(shown.items()):
        place = _stages_over(scene.rules, position)
        stops.append(Stop(place, _stop_words(place, timeline), timeline.values_at(position)))
    return stops


@lru_cache(maxsize=KEPT_OPENINGS)
def _openings(rules: AnyRules, latest: Position) -> tuple[Position, ...]:
    """Where each stage began, up to this one: a move later in a stage does not go through the whole story again."""
    if latest.previous is None:
        return (latest,)
    return (*_openings(rules, stage_start(rules, latest.previous)), latest)


def _stop_words(place: float, timeline: Timeline) -> str:
    return timeline.stage_words(ceil(place), ceil(place) > place) if place else _("The beginning")


def _stages_over(rules: AnyRules, position: Position) -> float:
    """How many stages were over there."""
    stage = rules.stage(position.state)
    if opens_stage(rules, position):
        return stage - 1
    return stage if rules.outcome(position.state) else stage - 0.5


@dataclass(frozen=True, slots=True)
class _Drawing:
    """What all charts of a moment have in common."""

    scene: Scene
    timeline: Timeline
    stops: list[Stop]
    present: int
    now: float

    def chart(self, series: Series, number: int) -> Chart:
        words, timeline = series.words, self.timeline
        values = {seat: [stop.values[number][seat] or 0 for stop in self.stops] for seat in series.seats}
        ticks = ticks_between(*_range([value for row in values.values() for value in row]))
        up = _Scale(ticks[0], ticks[-1], FRAME.bottom, FRAME.top)
        heights = spread([up.place(row[-1]) for row in values.values()])
        return Chart(
            kind=series.kind,
            title=series.title,
            label=timeline.label % {"what": series.title},
            axis=timeline.axis,
            column=timeline.column,
            lines=tuple(
                self._line(seat, row, up, height, words)
                for (seat, row), height in zip(values.items(), heights, strict=True)
            ),
            across=tuple(
                Tick(self._across.place(place), str(place)) for place in range(0, timeline.longest + 1, timeline.every)
            ),
            upwards=tuple(Tick(up.place(tick), words(tick)) for tick in ticks),
            now=self._across.place(self.now),
            rows=tuple(
                Row(stop.words, tuple(words(row[place]) for row in values.values()), place == self.present)
                for place, stop in enumerate(self.stops)
            ),
            note=series.note,
        )

    @property
    def _across(self) -> "_Scale":
        return _Scale(0, self.timeline.longest, FRAME.left, FRAME.right)

    def _line(
        self, seat: int, row: Sequence[int | float], up: "_Scale", height: float, words: Callable[[float], str]
    ) -> Line:
        places = [
            (self._across.place(stop.place), up.place(value)) for stop, value in zip(self.stops, row, strict=True)
        ]
        return Line(
            seat=seat,
            name=self.scene.name(seat),
            emblem=seat_emblem(seat),
            dash=DASHES[seat % len(DASHES)],
            points=" ".join(f"{x},{y}" for x, y in places),
            end=places[-1][0] + 8,
            height=round(height - EMBLEM / 2, 1),
            latest=words(row[self.present]),
        )


@dataclass(frozen=True, slots=True)
class _Scale:
    """Where a value lies on an axis."""

    low: float
    high: float
    begin: float
    end: float

    def place(self, value: float) -> float:
        return round(self.begin + (self.end - self.begin) * (value - self.low) / (self.high - self.low), 1)


def _range(values: Sequence[int | float]) -> tuple[float, float]:
    """Nothing is part of every axis, and something more, so that there is one."""
    low, high = min((0, *values)), max((0, *values))
    return low, high if high > low else low + 10


def ticks_between(low: float, high: float) -> list[int]:
    """Round numbers from below the least value to above the greatest, not too many."""
    size = 10 ** floor(log10((high - low) / MOST_TICKS)) if high - low > MOST_TICKS else 1
    step = next(step for step in (size, 2 * size, 5 * size, 10 * size) if (high - low) / step <= MOST_TICKS)
    return list(range(floor(low / step) * step, ceil(high / step) * step + 1, step))


def spread(wanted: Sequence[float]) -> list[float]:
    """Places as near as possible to those that are wanted, and no two closer than emblems are high."""
    order = sorted(range(len(wanted)), key=lambda number: wanted[number])
    placed = [wanted[number] for number in order]
    for place in range(1, len(placed)):
        placed[place] = max(placed[place], placed[place - 1] + APART)
    lowest = float(FRAME.bottom)
    for place in reversed(range(len(placed))):
        placed[place] = min(placed[place], lowest)
        lowest = placed[place] - APART
    return [round(placed[order.index(number)], 1) for number in range(len(wanted))]
