"""Kinds of bots in words."""

from collections.abc import Sequence

from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy

from games.tableau.game_words import Text

BOTS: dict[str, tuple[Text, Text]] = {
    "random": (gettext_lazy("scatterbrained"), gettext_lazy("plays whatever comes to mind")),
    "bold": (gettext_lazy("bold"), gettext_lazy("takes risks")),
    "balanced": (gettext_lazy("balanced"), gettext_lazy("weighs up the pros and cons")),
    "cautious": (gettext_lazy("cautious"), gettext_lazy("plays it safe")),
    "expert": (gettext_lazy("expert"), gettext_lazy("thinks ahead and is hard to beat")),
}
"""From the weakest to the strongest."""


def bot_label(bot: str) -> str:
    """What kind of bot, in a word."""
    return str(BOTS[bot][0]) if bot in BOTS else bot


def bot_choice(bot: str) -> str:
    """What kind of bot, for somebody who has to choose one."""
    return _("%(kind)s: %(about)s") % {"kind": bot_label(bot), "about": BOTS[bot][1]} if bot in BOTS else bot


def by_strength(bots: Sequence[str]) -> list[str]:
    """From the weakest to the strongest; unknown ones last."""
    return sorted(bots, key=lambda bot: list(BOTS).index(bot) if bot in BOTS else len(BOTS))
