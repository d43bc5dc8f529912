"""How a game ended, in the words that every game has for it."""

from django.utils.translation import gettext as _

from games.rules.base import Outcome
from games.tableau.amounts import listed
from games.tableau.scene import Scene


def headline(scene: Scene, outcome: Outcome) -> str:
    names = [scene.name(seat) for seat in outcome.winners]
    if not names:
        return _("Nobody wins")
    if len(names) == 1:
        return _("%(name)s wins") % {"name": names[0]}
    return _("%(names)s win together") % {"names": listed(names)}


def place_words(outcome: Outcome, seat: int) -> str:
    """How it ended for somebody who stayed in to the end."""
    if seat in outcome.winners:
        return _("You win!") if len(outcome.winners) == 1 else _("You share the win!")
    return _("You come in place %(rank)s.") % {"rank": outcome.seats[seat].rank}
