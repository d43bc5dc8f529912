"""Numbers as people read them, in their own language."""

from collections.abc import Sequence
from functools import lru_cache

from django.utils.formats import number_format
from django.utils.translation import get_language, gettext_noop
from django.utils.translation import gettext as _

THOUSAND = 1000
RANKS = (
    gettext_noop("first"),
    gettext_noop("second"),
    gettext_noop("third"),
    gettext_noop("fourth"),
    gettext_noop("fifth"),
    gettext_noop("sixth"),
    gettext_noop("seventh"),
    gettext_noop("eighth"),
)


def money(amount: int) -> str:
    """A sum with its thousands set apart: 12,000."""
    return _grouped(amount, get_language())


@lru_cache(maxsize=4096)
def _grouped(amount: int, language: str | None) -> str:
    """There are few sums in these games, and a table names many of them. `language` is the one in force."""
    return number_format(amount, force_grouping=True)


def figure(note: int) -> str:
    """What stands large on a banknote: its thousands."""
    return str(note // THOUSAND)


def figures(notes: Sequence[int]) -> str:
    return " + ".join(map(figure, notes))


def worth(bid: Sequence[int] | int) -> int:
    """An open bid as a sum, whether it is made of notes or not."""
    return bid if isinstance(bid, int) else sum(bid)


def score(total: int | float) -> str:
    """A score with a true minus and halves as halves."""
    whole, half = divmod(abs(total), 1)
    digits = (str(int(whole)) if whole or not half else "") + ("½" if half else "")
    return f"−{digits}" if total < 0 else digits


def ranked(rank: int) -> str:
    """In a word, as in: you finish second. No table has more seats than there are words."""
    return _(RANKS[rank - 1])


def listed(names: Sequence[str]) -> str:
    """Ana, Bob and Cleo."""
    if len(names) < 2:
        return "".join(names)
    return _("%(several)s and %(last)s") % {"several": ", ".join(names[:-1]), "last": names[-1]}
