"""Money and status of everybody over the auctions, as two charts: what one point of view knew at one moment.

Values come from views, so a chart tells nothing that the table would not. Time goes from left to right, as far as such
a game can last: a chart keeps its scale while one steps through a game, and does not tell how long it will last.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from math import ceil, floor, log10
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from games.history import Position
from games.tableau.amounts import money, score, worth
from games.tableau.edition import words_for
from games.tableau.faces import seat_emblem
from games.tableau.names import card_name
from games.tableau.scene import Scene


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
KEPT_STANDINGS = 8192

DASHES = ("none", "9 4", "2 3", "10 3 2 3", "5 5", "14 3", "1 4 6 4", "3 3 9 3")
"""How the line of each seat is drawn: colour is never the only sign."""

Value = int | float | None


class Standing(NamedTuple):
    """How every seat stood at one moment, as far as somebody knew."""

    money: tuple[int | None, ...]
    status: tuple[int | float, ...]


@dataclass(frozen=True, slots=True)
class Stop:
    """A moment that a chart shows: the beginning, the end of an auction, or the present."""

    place: float
    """How many auctions were over; one that goes on counts half."""
    words: str
    standing: Standing


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
    opened = drawn.open_purses or scene.everything or scene.outcome is not None
    stops = _stops(drawn, scene.position, seat, opened)
    now = _place_of(scene.position)
    present = next(number for number, stop in enumerate(stops) if stop.place == now)
    draw = _Drawing(scene, stops, present, now)
    known = [other for other, sum_ in enumerate(stops[-1].standing.money) if sum_ is not None]
    everybody = range(len(scene.people))
    score_words = str(words_for(scene.rules.slug).score)
    return (
        draw.chart("money", _("Money"), known, lambda standing: standing.money, money, "" if opened else _closed(seat)),
        draw.chart("status", score_words.capitalize(), everybody, lambda standing: standing.status, score),
    )


def _closed(seat: int | None) -> str:
    if seat is None:
        return _("Purses are closed: nobody's money is shown before the end.")
    return _("Purses are closed: only the own money is shown before the end.")


def _stops(scene: Scene, present: Position, seat: int | None, opened: bool) -> list[Stop]:
    """From the beginning up to this scene, the present among them."""
    story = list(scene.position.back())[::-1]
    shown = [position for position in story if _turns_up(position) or position in (present, story[-1])]
    revealed = scene.view().revealed
    stops = []
    for position in shown:
        place = _place_of(position)
        words = _stop_words(scene, place, revealed)
        stops.append(Stop(place, words, _standing(scene.rules, position, None if opened else seat, opened)))
    return stops


def _stop_words(scene: Scene, place: float, revealed: Sequence[str]) -> str:
    if not place:
        return _("The beginning")
    number = ceil(place)
    facts = {"number": number, "card": card_name(scene.card(revealed[number - 1]).name)}
    if number > place:
        return _("%(number)s · %(card)s, under way") % facts
    return _("%(number)s · %(card)s") % facts


def _turns_up(position: Position) -> bool:
    return any(event["type"] == "card_revealed" for event in position.events)


def _place_of(position: Position) -> float:
    """How many auctions were over there. Only turned-up cards are counted, and these are open to all."""
    auctions = sum(_turns_up(earlier) for earlier in position.back())
    return auctions - 1 if _turns_up(position) else auctions - 0.5


@lru_cache(maxsize=KEPT_STANDINGS)
def _standing(rules: Any, position: Position, seat: int | None, opened: bool) -> Standing:
    """An open bid is its owner's until it is paid."""
    state = position.state
    view = rules.view(state, seat, open_purses=opened)
    bids = [worth(bid) for bid in view.round.open_bids]
    return Standing(
        tuple(None if player.money is None else player.money + bids[player.seat] for player in view.players),
        tuple(rules.status(state, player.seat) for player in view.players),
    )


@dataclass(frozen=True, slots=True)
class _Drawing:
    """What both charts of a moment have in common."""

    scene: Scene
    stops: list[Stop]
    present: int
    now: float

    def chart(
        self,
        kind: str,
        title: str,
        seats: Sequence[int],
        value_of: Callable[[Standing], Sequence[Value]],
        words: Callable[[Any], str],
        note: str = "",
    ) -> Chart:
        values = {seat: [value_of(stop.standing)[seat] or 0 for stop in self.stops] for seat in seats}
        ticks = ticks_between(*_range([value for row in values.values() for value in row]))
        up = _Scale(ticks[0], ticks[-1], FRAME.bottom, FRAME.top)
        heights = spread([up.place(row[-1]) for row in values.values()])
        return Chart(
            kind=kind,
            title=title,
            lines=tuple(
                self._line(seat, row, up, height, words)
                for (seat, row), height in zip(values.items(), heights, strict=True)
            ),
            across=tuple(Tick(self._across(place), str(place)) for place in range(self._longest + 1)),
            upwards=tuple(Tick(up.place(tick), words(tick)) for tick in ticks),
            now=self._across(self.now),
            rows=tuple(
                Row(stop.words, tuple(words(row[number]) for row in values.values()), number == self.present)
                for number, stop in enumerate(self.stops)
            ),
            note=note,
        )

    @property
    def _longest(self) -> int:
        """How many auctions there can be: the last card is never sold, or the game would not have ended."""
        return len(self.scene.rules.cards) - 1

    def _across(self, place: float) -> float:
        return _Scale(0, self._longest, FRAME.left, FRAME.right).place(place)

    def _line(
        self, seat: int, row: Sequence[int | float], up: "_Scale", height: float, words: Callable[[Any], str]
    ) -> Line:
        places = [(self._across(stop.place), up.place(value)) for stop, value in zip(self.stops, row, strict=True)]
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
