"""How somebody's money compares with what the poorest of the others have, in calm sentences with names.

A browser says the same of a bid that is composed: it has these words, and knows who has least and how much.
"""

from collections.abc import Sequence
from typing import NamedTuple

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.tableau.amounts import listed, money
from games.tableau.scene import Scene

CAST_OUT, TIED, SAFE = "cast-out", "tied", "safe"
MANY = 2
"""More than so many are not named."""


class Poorest(NamedTuple):
    """The least money that another one has, and who has it."""

    least: int
    seats: tuple[int, ...]


def verdict_on(mine: int, least: int) -> str:
    """What comes of having this much, where the poorest of the others has `least`."""
    if mine == least:
        return TIED
    return SAFE if mine > least else CAST_OUT


def danger_words() -> str:
    return _("The next card can end the game: you would be cast out.")


def comparison(scene: Scene, mine: int, poorest: Poorest) -> str:
    """How this much compares with what the poorest of the others have, by name."""
    verdict = verdict_on(mine, poorest.least)
    sentences = {
        SAFE: _("You have %(sum)s more than %(who)s."),
        TIED: _("You have as little as %(who)s."),
        CAST_OUT: _("You are the poorest: %(sum)s less than %(who)s."),
    }
    who = _who(scene, poorest.seats, called_poorest=verdict != CAST_OUT)
    return sentences[verdict] % {"sum": money(abs(mine - poorest.least)), "who": who}


def _who(scene: Scene, seats: Sequence[int], *, called_poorest: bool) -> str:
    words, count = who_words(), len(seats)
    if is_everybody_else(seats, len(scene.people)):
        return words["all"]
    if count > MANY:
        return words["many" if called_poorest else "others"] % {"count": count}
    names = listed([scene.name(seat) for seat in seats])
    return words["two" if count > 1 else "one"] % {"who": names} if called_poorest else names


def who_words() -> dict[str, str]:
    """With whom somebody is compared: one or two by their names, more by their number."""
    return {
        "one": ngettext("%(who)s, the poorest", "%(who)s, the poorest", 1),
        "two": ngettext("%(who)s, the poorest", "%(who)s, the poorest", 2),
        "and": _("%(several)s and %(last)s"),
        "many": _("the %(count)s poorest"),
        "others": _("%(count)s others"),
        "all": _("everybody else"),
    }


def conditional_words() -> dict[str, str]:
    """What a browser says of a bid that is composed."""
    return {
        SAFE: _("You would have %(sum)s more than %(who)s."),
        TIED: _("You would have as little as %(who)s."),
        CAST_OUT: _("You would have %(sum)s less than %(who)s."),
        "danger": danger_words(),
        **who_words(),
    }


def is_everybody_else(seats: Sequence[int], players: int) -> bool:
    return 1 < len(seats) == players - 1
