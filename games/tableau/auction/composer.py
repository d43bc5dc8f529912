"""What a seat may do next, and the facts and words with which a browser helps to compose a bid."""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.rules.auction import AUCTION, View
from games.tableau.amounts import figure, money, worth
from games.tableau.auction.comparison import conditional_words
from games.tableau.auction.meter import fortunes
from games.tableau.auction.reach import (
    missing_below,
    open_totals,
    runs_of,
    runs_words,
    step_of,
    totals_above,
    uses_notes,
)

MANY_RUNS = 5


class Note(NamedTuple):
    """A banknote in the own hand."""

    value: int
    figure: str
    label: str


@dataclass(frozen=True, slots=True, eq=False)
class Scale:
    """The totals that a hand makes and those that it never makes. The same totals have the same one."""

    reach: str
    """Which totals this hand never makes, as briefly as can be said; nothing where none is missing."""
    ends: tuple[str, str]
    rungs: str = ""
    """The totals as a drawing, a rung for each step that the hand makes; nothing where none is missing."""
    gaps: str = ""
    """Likewise what is missing between them."""
    first: int = 0
    width: int = 0


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
    """`None` where there is nothing to compose: between auctions, after passing, after the end.

    Whoever waits may compose ahead. What the others bid meanwhile is on the table, and the browser reckons with it: so
    nothing here depends on it, and nobody is disturbed.
    """
    you = view.you
    if you is None or view.phase != AUCTION or view.round.passed[you.seat]:
        return None
    own, all_totals = worth(view.round.open_bids[you.seat]), totals_above(view, you.seat, 0)
    totals = open_totals(view, you.seat) if view.acting else all_totals
    return Composer(
        uses_notes=uses_notes(view),
        least=totals[0] if totals else 0,
        most=totals[-1] if totals else 0,
        can_raise=bool(totals),
        must_add=must_add(view, totals, own) if view.acting else "",
        scale=_scale(totals, step_of(view), get_language()),
        facts=json.dumps(_facts(view, all_totals, own)),
        words=_words(get_language(), fortunes(view) is not None),
    )


def draw_notes(notes: tuple[int, ...]) -> tuple[Note, ...]:
    return _notes(notes, get_language())


@lru_cache(maxsize=4096)
def _notes(notes: tuple[int, ...], language: str | None) -> tuple[Note, ...]:
    """`language` is the one in force."""
    return tuple(Note(note, figure(note), money(note)) for note in notes)


def must_add(view: View, totals: tuple[int, ...], own: int) -> str:
    if not totals:
        return _("You cannot raise.")
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
    if not never:
        return Scale("", ends)
    first, last = totals[0] // step, totals[-1] // step
    drawn = _ladder(totals, step, "0h.7v6h-.7z"), _ladder(never, step, "4h.7v2h-.7z")
    return Scale(_reach_words(totals, never, step), ends, *drawn, first, last - first + 1)


def _reach_words(totals: tuple[int, ...], never: list[int], step: int) -> str:
    if len(never) < len(totals) and len(runs_of(never, step)) <= MANY_RUNS:
        gaps = {"totals": runs_words(never, step, MANY_RUNS)}
        return _("No change is given: your notes never make %(totals)s.") % gaps
    return _("No change is given: your notes make only %(totals)s.") % {"totals": runs_words(totals, step, MANY_RUNS)}


def _ladder(totals: Sequence[int], step: int, rung: str) -> str:
    return "".join(f"M{total // step} {rung}" for total in totals)


def _facts(view: View, totals: tuple[int, ...], own: int) -> dict[str, object]:
    owned = fortunes(view)
    assert view.you is not None
    facts: dict[str, object] = {
        "notes": uses_notes(view),
        "turn": view.acting,
        "own": own,
        "totals": totals,
        "purse": (view.you.money or 0) + own,
    }
    return facts if owned is None else {**facts, "scale": max(1, *owned)}


@lru_cache
def _words(language: str | None, compares: bool) -> str:
    """The same for everybody who speaks this language, which is the one in force, and sees the purses or not."""
    sentences = {
        "bid": _("Bid %s"),
        "add": _("Add at least %s"),
        "least": _("Bid at least %s"),
        "nothing": _("Bid 0: pass"),
        "only": _("You have only %s"),
        "cannot": _("You cannot raise"),
        "highest": _("You have the highest bid."),
        "ready": _("Ready to bid %s"),
        "total": _("%s in all"),
        "left": _("%s left"),
        **(conditional_words() if compares else {}),
    }
    return json.dumps(sentences)
