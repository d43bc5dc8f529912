"""What a game says of itself where no table is drawn: in lists, in forms, in waiting rooms and in results."""

from collections.abc import Mapping
from dataclasses import dataclass

from django.utils.functional import Promise

Text = Promise | str


@dataclass(frozen=True, slots=True)
class GameWords:
    """One game for somebody who has to choose."""

    name: Text
    edition: Text
    """In a word, where it is clear what kind of game is meant."""
    about: Text = ""


@dataclass(frozen=True, slots=True)
class TableOption:
    """Something that a table may choose: one of the `option_names` of its rules."""

    name: str
    label: Text
    help_text: Text
    chosen: Text
    """A phrase for how it is played with it."""
    not_chosen: Text
    unusual: tuple[Text, ...] = ()
    """Sentences for those who are about to sit down where it is not as usual."""
    default: bool = True

    def phrase(self, value: bool) -> str:
        return str(self.chosen if value else self.not_chosen)


def value_of(option: TableOption, options: object) -> bool:
    """What a table has chosen, be it that what is stored is broken or older than the option."""
    return bool(options.get(option.name, option.default)) if isinstance(options, Mapping) else option.default
