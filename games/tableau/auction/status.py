"""What the cards at each seat count by now, and what the card on the table would make of that: open to everybody."""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.tableau.amounts import score
from games.tableau.auction.edition import EditionWords
from games.tableau.auction.explain import ADVERSE, PRIZE
from games.tableau.auction.rules import auction_rules
from games.tableau.scene import Scene


class Prospect(NamedTuple):
    """What a seat would stand at with the card on the table."""

    seat: int
    now: str
    then: str
    spoken: str


def statuses(scene: Scene) -> tuple[str, ...]:
    """What each seat stands at."""
    rules, state = auction_rules(scene.rules), scene.position.state
    return tuple(score(rules.status(state, person.seat)) for person in scene.people)


def prospects(scene: Scene, mode: str, words: EditionWords, stands: Sequence[str]) -> tuple[Prospect, ...]:
    """Of each seat, while the card can still become anybody's."""
    if mode not in (PRIZE, ADVERSE):
        return ()
    rules, state = auction_rules(scene.rules), scene.position.state
    then = [score(rules.projected_status(state, person.seat)) for person in scene.people]
    both = zip(stands, then, strict=True)
    return tuple(Prospect(seat, *pair, _spoken(mode, words, *pair)) for seat, pair in enumerate(both))


def _spoken(mode: str, words: EditionWords, now: str, then: str) -> str:
    facts = {"score": words.score, "now": now, "then": then}
    if mode == ADVERSE:
        return _("If you take it: %(score)s from %(now)s to %(then)s") % facts
    return _("If you win it: %(score)s from %(now)s to %(then)s") % facts
