"""How a game ended, in the words that every game has for it."""

from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.rules.base import Outcome
from games.tableau.amounts import listed, ranked
from games.tableau.face import Face
from games.tableau.scene import Scene


@dataclass(frozen=True, slots=True)
class Told:
    """A sentence, and what it is for the seat that it is about."""

    theirs: str
    mine: str = ""
    seat: int | None = None
    """Nobody's where it is the same for all."""


@dataclass(frozen=True, slots=True)
class Count:
    """One line of a score: what was counted, and the total after it."""

    text: str
    total: str


@dataclass(frozen=True, slots=True)
class Result:
    """How one seat fared."""

    seat: int
    name: str
    emblem: str
    rank: int
    place: str
    """The rank as it is shown; some have none."""
    won: bool
    out_word: str
    """What befell those who did not last to the end."""
    cards: tuple[Face, ...]
    counts: tuple[Count, ...]
    score: str
    money: str = ""
    notes: tuple[str, ...] = ()


def headline(scene: Scene, outcome: Outcome) -> Told:
    names = [scene.name(seat) for seat in outcome.winners]
    if not names:
        return Told(_("Nobody wins"))
    if len(names) == 1:
        return Told(_("%(name)s wins") % {"name": names[0]}, _("You win"), outcome.winners[0])
    return Told(_("%(names)s win together") % {"names": listed(names)})


def place_words(outcome: Outcome, seat: int) -> str:
    """How it ended for somebody who stayed in to the end."""
    if seat in outcome.winners:
        return _("You win!") if len(outcome.winners) == 1 else _("You share the win!")
    return _("You finish %(ranked)s.") % {"ranked": ranked(outcome.seats[seat].rank)}
