"""The small drawings that go with the players' colours, and what is unusual about who sits there."""

from django.utils.translation import gettext as _

from games.tableau.scene import Person

EMBLEMS = ("diamond", "crown", "fan", "key", "star", "shell", "anchor", "lily")
"""In the order of their colours: an emblem and its colour are a badge."""


def badge_emblem(badge: int) -> str:
    """The template of the small drawing that goes with the colour of a badge."""
    return f"games/cards/seats/{EMBLEMS[badge % len(EMBLEMS)]}.svg"


def seat_emblem(seat: int) -> str:
    """The template that points to the emblem of whoever sits there: `_badges.html` says on each page which it is."""
    return f"games/cards/seats/at/{seat % len(EMBLEMS)}.svg"


def person_note(person: Person) -> str:
    """A bot, or a bot for somebody."""
    if person.substituted:
        return _("a bot plays this seat")
    return bot_words().get(person.bot, _("bot")) if person.bot else ""


def bot_words() -> dict[str, str]:
    return {
        "random": _("scatterbrained bot"),
        "cautious": _("cautious bot"),
        "balanced": _("balanced bot"),
        "bold": _("bold bot"),
        "expert": _("expert bot"),
    }
