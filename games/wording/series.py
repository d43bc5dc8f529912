"""How a row of games between the same people stands."""

from collections.abc import Iterable

from django.utils.translation import gettext as _


def series_words(games: int, wins: Iterable[tuple[str, int]]) -> str:
    """There is none of fewer than two games."""
    told = ", ".join(f"{name} {count}" for name, count in wins)
    return _("The series so far: %(wins)s (%(games)d games)") % {"wins": told, "games": games}
