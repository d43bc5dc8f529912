"""Who would be cast out: everybody with the least money, and money is compared as if the game ended now.

No bid is open when a game ends, so an open bid counts as its owner's until it is paid.
"""

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.rules.auction import View
from games.rules.status_cards import MISFORTUNE
from games.tableau.amounts import money, worth
from games.tableau.auction.comparison import SAFE, Poorest, comparison, danger_words, verdict_on
from games.tableau.auction.end_clock import next_can_end
from games.tableau.scene import Scene

EVEN = "even"
"""The verdict where everybody has the same."""


class Mark(NamedTuple):
    """Where a seat stands on the scale of money, in percent of the richest."""

    seat: int
    place: int


class Meter(NamedTuple):
    verdict: str
    text: str
    then: str
    """What comes of it; nothing as long as the next card cannot end the game, unless everybody has the same."""
    is_near: bool
    """Whether the next card can end the game."""
    mine: Mark
    others: tuple[Mark, ...]
    least: int
    """Where the poorest of the others stand."""
    scale: str
    """The money at the right end."""


def fortunes(view: View) -> list[int] | None:
    """What everybody owns, open bids included; `None` where purses are closed."""
    bids = [worth(bid) for bid in view.round.open_bids]
    owned = [None if player.money is None else player.money + bids[player.seat] for player in view.players]
    return None if None in owned else [sum_ for sum_ in owned if sum_ is not None]


def draw_meter(scene: Scene, view: View) -> Meter | None:
    """How the viewer stands; `None` where purses are closed or nobody is looking."""
    owned = fortunes(view)
    if owned is None or view.seat is None:
        return None
    mine, poorest, scale = owned[view.seat], poorest_of_others(owned, view.seat), max(1, *owned)
    even, near = min(owned) == max(owned), next_can_end(scene, view)
    verdict = EVEN if even else verdict_on(mine, poorest.least)
    marks = [Mark(seat, round(100 * sum_ / scale)) for seat, sum_ in enumerate(owned)]
    return Meter(
        verdict=verdict,
        text=_("Everybody has the same money.") if even else comparison(scene, mine, poorest),
        then=_then(verdict, near),
        is_near=near,
        mine=marks[view.seat],
        others=tuple(mark for mark in marks if mark.seat != view.seat),
        least=round(100 * poorest.least / scale),
        scale=money(scale),
    )


def _then(verdict: str, near: bool) -> str:
    if near and verdict != SAFE:
        return danger_words()
    return _("Whoever has least at the end is cast out.") if verdict == EVEN else ""


def poorest_of_others(owned: Sequence[int], seat: int) -> Poorest:
    return _poorest({other: sum_ for other, sum_ in enumerate(owned) if other != seat})


def _poorest(left: Mapping[int, int]) -> Poorest:
    least = min(left.values())
    return Poorest(least, tuple(seat for seat, sum_ in left.items() if sum_ == least))


def poorest_if_paying(view: View) -> tuple[Poorest, ...]:
    """For each seat the poorest of the others after it pays for this card, at the worst for it.

    For a prize all others take their bids back. For a misfortune only one does, and we do not know which. Nothing where
    purses are closed.
    """
    owned = fortunes(view)
    if owned is None:
        return ()
    if view.card is None or view.card.kind != MISFORTUNE:
        return tuple(poorest_of_others(owned, seat) for seat in range(len(owned)))
    return tuple(_poorest_at_the_worst(view, owned, seat) for seat in range(len(owned)))


def _poorest_at_the_worst(view: View, owned: Sequence[int], payer: int) -> Poorest:
    others = [seat for seat in range(len(owned)) if seat != payer]
    return max((_poorest_if_taken(view, owned, others, taker) for taker in others), key=lambda poorest: poorest.least)


def _poorest_if_taken(view: View, owned: Sequence[int], others: Sequence[int], taker: int) -> Poorest:
    bids = view.round.open_bids
    return _poorest({seat: owned[seat] - (0 if seat == taker else worth(bids[seat])) for seat in others})


def standings_words(view: View) -> list[str]:
    """For each seat whether it is the poorest, in a word or two; nothing while everybody has the same."""
    owned = fortunes(view)
    if owned is None or min(owned) == max(owned):
        return [""] * len(view.players)
    least = min(owned)
    word = _("poorest") if owned.count(least) == 1 else _("tied for poorest")
    return [word if sum_ == least else "" for sum_ in owned]
