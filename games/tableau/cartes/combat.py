"""The coming combat as a chart: who would hit whom, and how hard, if it came now."""

from dataclasses import dataclass
from math import cos, hypot, pi, sin
from typing import NamedTuple

from django.utils.text import Truncator
from django.utils.translation import gettext as _

from games.rules.cartes_societe.view import PlayerView, View
from games.tableau.amounts import score
from games.tableau.emblems import seat_emblem
from games.tableau.scene import Scene

WIDTH, HEIGHT = 380, 246
CENTRE = (190.0, 120.0)
RADII = (128.0, 70.0)
LONGEST_NAME = 12
NODE = 22.0
"""From the middle of a player's emblem to where arrows begin and end."""
BELOW, ABOVE = (33, 48), (-25, -39)
"""Where totals and name are written: above those in the upper half, because arrows pass below them."""
BEND = 0.16
"""How far an arrow swings to its left: so that two between the same players do not meet."""


class Node(NamedTuple):
    seat: int
    name: str
    """As much of it as there is room for."""
    emblem: str
    x: float
    y: float
    totals: str
    totals_y: int
    name_y: int


class Arrow(NamedTuple):
    by: int
    path: str
    width: float
    damage: str
    x: float
    """Where the damage is written."""
    y: float


@dataclass(frozen=True, slots=True)
class Combat:
    nodes: tuple[Node, ...]
    arrows: tuple[Arrow, ...]
    sentences: tuple[str, ...]
    """The same in words."""
    width: int = WIDTH
    height: int = HEIGHT


Point = tuple[float, float]


def draw_combat(scene: Scene, view: View) -> Combat:
    living = [player for player in view.players if player.alive]
    places = {player.seat: _place(number, len(living)) for number, player in enumerate(living)}
    hits = [(by, on, by.attack - on.hp) for by in living for on in living if by is not on and by.attack > on.hp]
    return Combat(
        nodes=tuple(_node(scene, player, places[player.seat]) for player in living),
        arrows=tuple(_arrow(by.seat, places[by.seat], places[on.seat], damage) for by, on, damage in hits),
        sentences=tuple(
            _("%(name)s hits %(other)s for %(damage)s.")
            % {"name": scene.name(by.seat), "other": scene.name(on.seat), "damage": damage}
            for by, on, damage in hits
        )
        or (_("Nobody would be hurt."),),
    )


def short_name(name: str) -> str:
    """Whole words as far as there is room for them, because a part of one may be another word."""
    if len(name) <= LONGEST_NAME:
        return name
    whole = name[:LONGEST_NAME].rpartition(" ")[0].rstrip()
    return f"{whole}…" if whole else Truncator(name).chars(LONGEST_NAME)


def _place(number: int, count: int) -> Point:
    """Around an ellipse, the first player on the left."""
    angle = pi + 2 * pi * number / count
    return CENTRE[0] + RADII[0] * cos(angle), CENTRE[1] + RADII[1] * sin(angle)


def _node(scene: Scene, player: PlayerView, place: Point) -> Node:
    totals = _("%(attack)s / %(hp)s") % {"attack": player.attack, "hp": player.hp}
    return Node(
        player.seat,
        short_name(scene.name(player.seat)),
        seat_emblem(player.seat),
        *_rounded(place),
        totals,
        *(ABOVE if place[1] < CENTRE[1] - 1 else BELOW),
    )


def _arrow(seat: int, begin: Point, end: Point, damage: int) -> Arrow:
    across, down = end[0] - begin[0], end[1] - begin[1]
    bend = (begin[0] + across / 2 + BEND * down, begin[1] + down / 2 - BEND * across)
    first, last = _towards(begin, bend, NODE), _towards(end, bend, NODE + 7)
    label = _rounded(_on_curve(first, bend, last, 0.3))
    path = f"M{_words(first)}Q{_words(bend)} {_words(last)}"
    return Arrow(seat, path, round(min(1.5 + damage / 12, 6), 1), score(-damage), *label)


def _towards(begin: Point, end: Point, steps: float) -> Point:
    length = hypot(end[0] - begin[0], end[1] - begin[1])
    return begin[0] + (end[0] - begin[0]) * steps / length, begin[1] + (end[1] - begin[1]) * steps / length


def _on_curve(begin: Point, bend: Point, end: Point, share: float) -> Point:
    rest = 1 - share
    weights = (rest * rest, 2 * rest * share, share * share)
    x, y = (
        sum(weight * point[axis] for weight, point in zip(weights, (begin, bend, end), strict=True)) for axis in (0, 1)
    )
    return x, y


def _rounded(place: Point) -> Point:
    return round(place[0], 1), round(place[1], 1)


def _words(place: Point) -> str:
    return "{} {}".format(*_rounded(place))
