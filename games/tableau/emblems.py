"""The small drawings that go with the seats' colours, and what is unusual about who sits there."""

from django.utils.translation import gettext as _

from games.tableau.scene import Person

SEAT_EMBLEMS = ("diamond", "crown", "fan", "key", "star", "shell", "anchor", "lily")


def seat_emblem(seat: int) -> str:
    """The template of the small drawing that goes with a seat's colour."""
    return f"games/cards/seats/{SEAT_EMBLEMS[seat % len(SEAT_EMBLEMS)]}.svg"


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
