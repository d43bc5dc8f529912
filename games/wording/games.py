"""Games as they speak of themselves, also where one is not played here any more: then its slug has to do."""

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _

from games.rules import GAMES, AnyRules
from games.tableau import tableau_of
from games.tableau.game_words import GameWords, TableOption, value_of


def game_called(slug: str) -> str:
    return str(_words_of(slug).name)


def edition_of(slug: str) -> str:
    return str(_words_of(slug).edition)


def about(slug: str) -> str:
    return str(_words_of(slug).about)


def curiosity(slug: str) -> str:
    """What to know about a table with hardly enough players."""
    rules = _rules_of(slug)
    return str(tableau_of(rules).curiosity) if rules else ""


def nobody_won(slug: str) -> str:
    rules = _rules_of(slug)
    return tableau_of(rules).nobody_won() if rules else _("Nobody won")


def options_of(rules: AnyRules) -> tuple[TableOption, ...]:
    """What a table of that game may choose."""
    return tuple(option for option in tableau_of(rules).options if option.name in rules.option_names)


def option_phrases(slug: str, chosen: object) -> list[str]:
    """How a table is played, for each thing that it could choose and has noted."""
    noted = chosen if isinstance(chosen, Mapping) else {}
    return [option.phrase(value_of(option, chosen)) for option in options_of_slug(slug) if option.name in noted]


def unusual_phrases(slug: str, chosen: object) -> list[str]:
    """The same, only what is not as usual."""
    return [option.phrase(not option.default) for option in _unusual(slug, chosen)]


def unusual_sentences(slug: str, chosen: object) -> list[str]:
    """What those should know who are about to sit down there."""
    return [str(sentence) for option in _unusual(slug, chosen) for sentence in option.unusual]


def _unusual(slug: str, chosen: object) -> Iterator[TableOption]:
    return (option for option in options_of_slug(slug) if value_of(option, chosen) != option.default)


def options_of_slug(slug: str) -> tuple[TableOption, ...]:
    rules = _rules_of(slug)
    return options_of(rules) if rules else ()


def _words_of(slug: str) -> GameWords:
    rules = _rules_of(slug)
    return tableau_of(rules).words[slug] if rules else GameWords(slug, slug)


def _rules_of(slug: str) -> AnyRules | None:
    return next((rules for rules in GAMES if rules.slug == slug), None)
