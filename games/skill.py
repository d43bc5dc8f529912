"""How strong players are, worked out from how they came in at their games. Pure Python around openskill.

A strength is a mean and a deviation, as in a bell curve: what we believe, and how unsure of it we are. The model is
that of Plackett and Luce, which takes any number of players and lets some of them share a rank.
"""

from collections.abc import Hashable, Iterable, Mapping
from functools import cache
from statistics import fmean
from typing import NamedTuple, TypeVar

from openskill.models import PlackettLuce

Who = TypeVar("Who", bound=Hashable)


class Strength(NamedTuple):
    mean: float
    deviation: float

    @property
    def score(self) -> float:
        """What the strength is at least, almost surely. Somebody new is worth nothing yet, and not half of the site."""
        return self.mean - 3 * self.deviation


NEWCOMER = Strength(25.0, 25.0 / 3)
PROVISIONAL = 6.0
"""Whoever's deviation is larger has not played enough to be compared: that takes ten games, more or less."""

POINTS = 40
"""What people are shown instead of one unit of the model, so that newcomers start from 1,000."""


def new_strengths(before: Mapping[Who, Strength], entries: Iterable[tuple[Who, int]]) -> dict[Who, Strength]:
    """How strong everybody is after a game, from how strong they were and from the ranks of their seats.

    Whoever has several seats, as a kind of bot may, becomes the mean of what each of them would make of it.
    """
    listed = list(entries)
    rating = _model().rating
    teams = [[rating(before[who].mean, before[who].deviation)] for who, _rank in listed]
    rated = _model().rate(teams, ranks=[float(rank) for _who, rank in listed])
    found: dict[Who, list[Strength]] = {}
    for (who, _rank), (team,) in zip(listed, rated, strict=True):
        found.setdefault(who, []).append(Strength(team.mu, team.sigma))
    return {who: _mean_of(strengths) for who, strengths in found.items()}


@cache
def _model() -> PlackettLuce:
    return PlackettLuce(mu=NEWCOMER.mean, sigma=NEWCOMER.deviation)


def _mean_of(strengths: list[Strength]) -> Strength:
    if len(strengths) == 1:
        return strengths[0]
    return Strength(fmean(one.mean for one in strengths), fmean(one.deviation for one in strengths))


def points(mean: float) -> int:
    """A strength, or a score, as a whole number."""
    return round(POINTS * mean)


def margin(deviation: float) -> int:
    """How far off the points may be, up or down, in nineteen cases of twenty: two deviations."""
    return round(2 * POINTS * deviation)


def is_provisional(deviation: float) -> bool:
    return deviation > PROVISIONAL
