"""What the moment on the table means, and the rulings behind what surprises people there."""

from dataclasses import dataclass

from django.utils.text import slugify
from django.utils.translation import gettext as _


@dataclass(frozen=True, slots=True)
class Ruling:
    """A heading of the rules page, and where on it."""

    title: str
    anchor: str


@dataclass(frozen=True, slots=True, eq=False)
class Explanation:
    title: str
    sentences: tuple[str, ...]
    rulings: tuple[Ruling, ...]


def rulings(titles: tuple[str, ...]) -> tuple[Ruling, ...]:
    return tuple(Ruling(_(title), slugify(title)) for title in titles)
