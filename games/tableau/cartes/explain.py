"""What is going on in a turn, for those who wonder."""

from functools import lru_cache

from django.utils.translation import get_language, gettext_noop
from django.utils.translation import gettext as _

from games.tableau.explanation import Explanation, rulings

TURN_RULINGS = (
    gettext_noop("Who buys first"),
    gettext_noop("Is the market filled up while we buy"),
    gettext_noop("Can I keep gold"),
    gettext_noop("Can I play a card I have just bought"),
    gettext_noop("How many cards can I have"),
    gettext_noop("Can cards in hand and on the board evolve together"),
)
END_RULINGS = (
    gettext_noop("What happens to the cards of somebody who is out"),
    gettext_noop("Can PV go below zero"),
    gettext_noop("Who comes second"),
)


def explain(over: bool) -> Explanation:
    return _explanation(over, get_language())


@lru_cache(maxsize=64)
def _explanation(over: bool, language: str | None) -> Explanation:
    """`language` is the one in force."""
    if over:
        return Explanation(_("The end"), (_("The last player standing wins."),), rulings(END_RULINGS))
    sentences = (
        _("PO is your gold for this turn: spend it in the market, because what is left is lost. PV is your health."),
        _("In your turn you buy as many cards as your PO allow, and play or replace at most one."),
        _("Three cards of one name and of level 1, all in hand or all on the board, can evolve into one of level 2."),
        _("When everybody is done, everybody hits everybody else: you lose the PV by which attacks beat your defence."),
    )
    return Explanation(_("A turn"), sentences, rulings(TURN_RULINGS))
