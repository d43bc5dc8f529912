"""What a seat may do next, and the facts and words with which a browser helps to compose a bid."""

import json
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, NamedTuple

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.rules.auction import AUCTION, View
from games.tableau.amounts import figure, money, worth
from games.tableau.auction.meter import fortunes, least_if_paying, verdict_templates
from games.tableau.auction.reach import missing_below, open_totals, runs_of, runs_words, step_of, uses_notes

MANY_RUNS = 5


class Note(NamedTuple):
    """A banknote in the own hand."""

    value: int
    figure: str
    label: str


class Rung(NamedTuple):
    """One total on the scale of bids, and whether the hand can make it."""

    place: int
    reachable: bool


@dataclass(frozen=True, slots=True, eq=False)
class Scale:
    """The totals that a hand makes and those that it never makes. The same totals have the same one."""

    reach: str
    """Which totals this hand never makes, as briefly as can be said; nothing where none is missing."""
    rungs: tuple[Rung, ...]
    """The scale of totals with its gaps; none where nothing is missing."""
    ends: tuple[str, str]


@dataclass(frozen=True, slots=True)
class Composer:
    """A bid in the making: with notes, or as an amount."""

    uses_notes: bool
    least: int
    most: int
    can_raise: bool
    must_add: str
    scale: Scale
    facts: str
    """JSON for the browser: sums only, all of which the page shows in words too."""
    words: str
    """JSON for the browser: its sentences, `%s` being a sum."""

    @property
    def reach(self) -> str:
        return self.scale.reach


def draw_composer(view: View) -> Composer | None:
    """`None` where there is nothing to compose: between auctions, after passing, after the end."""
    you = view.you
    if you is None or view.phase != AUCTION or view.round.passed[you.seat]:
        return None
    totals, step = open_totals(view, you.seat), step_of(view)
    own = worth(view.round.open_bids[you.seat])
    return Composer(
        uses_notes=uses_notes(view),
        least=totals[0] if totals else 0,
        most=totals[-1] if totals else 0,
        can_raise=bool(totals),
        must_add=_must_add(view, totals, own),
        scale=_scale(totals, step, get_language()),
        facts=json.dumps(_facts(view, totals, own)),
        words=_words(get_language()),
    )


def draw_notes(notes: tuple[int, ...]) -> tuple[Note, ...]:
    return _notes(notes, get_language())


@lru_cache(maxsize=4096)
def _notes(notes: tuple[int, ...], language: str | None) -> tuple[Note, ...]:
    """`language` is the one in force."""
    return tuple(Note(note, figure(note), money(note)) for note in notes)


def _must_add(view: View, totals: tuple[int, ...], own: int) -> str:
    if not totals:
        return _("You cannot raise.")
    if view.round.highest_bidder == view.seat:
        return _("You have the highest bid.")
    if not uses_notes(view):
        return _("Bid at least %(sum)s.") % {"sum": money(totals[0])}
    if own:
        return _("Add at least %(sum)s.") % {"sum": money(totals[0] - own)}
    return _("Bid at least %(sum)s.") % {"sum": money(totals[0])}


@lru_cache(maxsize=4096)
def _scale(totals: tuple[int, ...], step: int, language: str | None) -> Scale:
    """`language` is the one in force."""
    never = missing_below(totals, step)
    ends = (money(totals[0]), money(totals[-1])) if totals else ("", "")
    return Scale(_reach_words(totals, never, step), _rungs(totals, never, step), ends) if never else Scale("", (), ends)


def _reach_words(totals: tuple[int, ...], never: list[int], step: int) -> str:
    if len(never) < len(totals) and len(runs_of(never, step)) <= MANY_RUNS:
        gaps = {"totals": runs_words(never, step, MANY_RUNS)}
        return _("No change is given: your notes never make %(totals)s.") % gaps
    return _("No change is given: your notes make only %(totals)s.") % {"totals": runs_words(totals, step, MANY_RUNS)}


def _rungs(totals: tuple[int, ...], never: list[int], step: int) -> tuple[Rung, ...]:
    missing = set(never)
    return tuple(Rung(total // step, total not in missing) for total in sorted({*totals, *never}))


def _facts(view: View, totals: tuple[int, ...], own: int) -> dict[str, Any]:
    owned = fortunes(view)
    assert view.you is not None
    return {
        "notes": uses_notes(view),
        "turn": view.acting,
        "own": own,
        "highest": view.round.highest_bid,
        "totals": totals,
        "purse": (view.you.money or 0) + own,
        "least": least_if_paying(view),
        "scale": None if owned is None else max(1, *owned),
    }


@lru_cache
def _words(language: str | None) -> str:
    """The same for everybody who speaks this language, which is the one in force."""
    sentences = {
        "bid": _("Bid %s"),
        "add": _("Add at least %s"),
        "least": _("Bid at least %s"),
        "only": _("You have only %s"),
        "cannot": _("You cannot raise"),
        "highest": _("You have the highest bid."),
        "ready": _("Ready to bid %s"),
        "total": _("%s in all"),
        "left": _("%s left"),
        "if_paid": _("after paying %s"),
        **verdict_templates(),
    }
    return json.dumps(sentences)
