"""Finds in any text what would tell how the undrawn deck lies: the seed, the salt, or three cards in a row.

Three or more undrawn cards in the order of the deck are found by their ids, names or numbers, forwards or backwards,
whatever stands between them. Cards in the order in which they are printed tell nothing: every list that is open to
all has that order.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Any

Row = tuple[Any, Any, Any]

FAR = 3000
"""Two mentions this many characters apart belong to different lists."""

_DRAWINGS = re.compile(r' (?:d|points|viewBox|transform|x|y|width|height|rx|r|cx|cy)="[^"]*"')
_TAGS = re.compile(r"<[^>]*>")
_NUMBERS = re.compile(r"(?<![\w.,])(?:0|[1-9]\d?)(?:[\s,;:|\[\](){}\"'/-]{1,6}(?:0|[1-9]\d?)(?![\w.])){2,}")


class Finder:
    """Knows the secrets of one game, and looks for them as long as they are any."""

    def __init__(self, cards: Sequence[Any], setup: Any, salt: str) -> None:
        by_id = {card.id: number for number, card in enumerate(cards)}
        self._deck = [by_id[card_id] for card_id in setup["deck"]]
        self._words = {"seed": str(setup["seed"]), "salt": salt}
        self._spellings = [Spelling([card.id for card in cards]), Spelling([card.name for card in cards])]
        self._numbers = range(len(cards))

    def told_by(self, text: str, drawn: int) -> list[str]:
        """What this text gives away while so many cards have been drawn; nothing, if all is well."""
        told = [f"the {what}" for what, word in self._words.items() if word and word in text]
        bare = _DRAWINGS.sub("", text)
        for spelling in self._spellings:
            told += _in_words(self._secret_rows(spelling.words, drawn) & _rows(spelling.mentions(bare)))
        told += _in_words(self._secret_rows(self._numbers, drawn) & _rows(_numbers(bare)))
        return told

    def _secret_rows(self, spelling: Sequence[Any], drawn: int) -> set[Row]:
        undrawn = self._deck[drawn:]
        onwards = list(zip(undrawn, undrawn[1:], undrawn[2:], strict=False))
        rows = [*onwards, *(row[::-1] for row in onwards)]
        told = [[spelling[card] for card in row] for row in rows if not row[0] < row[1] < row[2]]
        return {(first, second, third) for first, second, third in told if len({first, second, third}) == 3}


class Spelling:
    """One way to name every card."""

    def __init__(self, words: Sequence[str]) -> None:
        self.words = words
        self._known = {word.casefold(): word for word in words}
        longest_first = sorted(map(re.escape, self._known), key=len, reverse=True)
        self._found = re.compile(rf"(?<![\w-])(?:{'|'.join(longest_first)})(?![\w-])")

    def mentions(self, text: str) -> Iterator[list[str]]:
        """The cards that a text names, list by list."""
        end = 0
        row: list[str] = []
        for mention in self._found.finditer(text.casefold()):
            if mention.start() - end > FAR:
                yield row
                row = []
            row.append(self._known[mention[0]])
            end = mention.end()
        yield row


def _numbers(text: str) -> Iterator[list[int]]:
    """Numbers beside each other in the text, be it in attributes or in neighbouring elements."""
    for part in (text, _TAGS.sub(" ", text)):
        for found in _NUMBERS.finditer(part):
            yield [int(number) for number in re.findall(r"\d+", found[0])]


def _rows(lists: Iterable[list[Any]]) -> set[Row]:
    """All threes of neighbours; a card named twice in a row, for the eye and for the ear, counts once."""
    rows: set[Row] = set()
    for mentioned in lists:
        once = [card for card, _again in groupby(mentioned)]
        rows |= set(zip(once, once[1:], once[2:], strict=False))
    return rows


def _in_words(rows: Iterable[Row]) -> list[str]:
    return [f"{row} in the order of the deck" for row in rows]
