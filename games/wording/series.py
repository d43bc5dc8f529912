"""How a row of games between the same people stands."""

from collections.abc import Iterable

from django.utils.translation import gettext as _


def series_words(wins: Iterable[tuple[str, int]]) -> str:
    """How many games there were is not told: those whom the line leaves out may have won the others."""
    return _("The series so far: %(wins)s") % {"wins": ", ".join(f"{name} {count}" for name, count in wins)}
