"""Who would be cast out: everybody with the least money, and money is compared as if the game ended now.

No bid is open when a game ends, so an open bid counts as its owner's until it is paid.
"""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.rules.auction import View
from games.rules.status_cards import MISFORTUNE
from games.tableau.amounts import money, worth

CAST_OUT, TIED, SAFE, EVEN = "cast-out", "tied", "safe", "even"


class Mark(NamedTuple):
    """Where a seat stands on the scale of money, in percent of the richest."""

    seat: int
    place: int


class Meter(NamedTuple):
    verdict: str
    text: str
    when: str
    """What the verdict supposes; nothing where it supposes nothing."""
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


def verdict_on(mine: int, least: int) -> str:
    """What comes of having this much, where the poorest of the others has `least`."""
    if mine == least:
        return TIED
    return SAFE if mine > least else CAST_OUT


def draw_meter(view: View) -> Meter | None:
    """How the viewer stands; `None` where purses are closed or nobody is looking."""
    owned = fortunes(view)
    if owned is None or view.seat is None:
        return None
    mine, least, scale = owned[view.seat], least_of_others(owned, view.seat), max(1, *owned)
    even = min(owned) == max(owned)
    marks = [Mark(seat, round(100 * sum_ / scale)) for seat, sum_ in enumerate(owned)]
    return Meter(
        verdict=EVEN if even else verdict_on(mine, least),
        text=_("Everybody has the same money.") if even else verdict_words(mine, least),
        when=_("Whoever has least at the end is cast out.") if even else _("if the game ended now"),
        mine=marks[view.seat],
        others=tuple(mark for mark in marks if mark.seat != view.seat),
        least=round(100 * least / scale),
        scale=money(scale),
    )


def verdict_words(mine: int, least: int) -> str:
    templates = verdict_templates()
    return templates[verdict_on(mine, least)].replace("%s", money(abs(mine - least)))


def verdict_templates() -> dict[str, str]:
    """The three verdicts, `%s` being the difference to the poorest of the others."""
    return {
        SAFE: _("Safe by %s"),
        TIED: _("Cast out, tied for poorest"),
        CAST_OUT: _("Cast out, %s behind the next"),
    }


def least_of_others(owned: Sequence[int], seat: int) -> int:
    return min(sum_ for other, sum_ in enumerate(owned) if other != seat)


def least_if_paying(view: View) -> tuple[int, ...]:
    """For each seat the least money another one has after it pays for this card, at the worst for it.

    For a prize all others take their bids back. For a misfortune only one does, and we do not know which. Nothing where
    purses are closed.
    """
    owned = fortunes(view)
    if owned is None:
        return ()
    if view.card is None or view.card.kind != MISFORTUNE:
        return tuple(least_of_others(owned, seat) for seat in range(len(owned)))
    return tuple(_least_at_the_worst(view, owned, seat) for seat in range(len(owned)))


def _least_at_the_worst(view: View, owned: Sequence[int], payer: int) -> int:
    others = [seat for seat in range(len(owned)) if seat != payer]
    return max(_least_if_taken(view, owned, others, taker) for taker in others)


def _least_if_taken(view: View, owned: Sequence[int], others: Sequence[int], taker: int) -> int:
    return min(owned[seat] - (0 if seat == taker else worth(view.round.open_bids[seat])) for seat in others)


def standings_words(view: View) -> list[str]:
    """For each seat whether it is the poorest, in a word or two; nothing while everybody has the same."""
    owned = fortunes(view)
    if owned is None or min(owned) == max(owned):
        return [""] * len(view.players)
    least = min(owned)
    word = _("poorest") if owned.count(least) == 1 else _("tied for poorest")
    return [word if sum_ == least else "" for sum_ in owned]
