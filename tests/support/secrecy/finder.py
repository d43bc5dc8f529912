"""Finds in any text what would tell how the undrawn cards lie: the seed, the salt, or some cards in a row.

Three or more of them in the order of their pile are found by their ids, names or numbers, forwards or backwards,
whatever stands between them. Where several cards bear one name, and hundreds of numbers may mean cards, it takes more
to tell an order from chance. Cards in the order in which they are printed tell nothing: every list that is open to all
has that order.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from itertools import groupby, pairwise
from typing import Any

from games.rules.cartes_societe.cards import CARDS, FACES
from tests.support.rules.each_game import AUCTIONS

Row = tuple[Any, ...]

ROW, LONG_ROW = 3, 8
"""How many neighbours give the order of a pile away."""

FAR = 3000
"""Two mentions this many characters apart belong to different lists."""

_DRAWINGS = re.compile(r' (?:d|points|viewBox|transform|x|y|width|height|rx|r|cx|cy)="[^"]*"')
_TAGS = re.compile(r"<[^>]*>")
_NUMBERS = re.compile(r"(?<![\w.,])(?:0|[1-9]\d{0,2})(?:[\s,;:|\[\](){}\"'/-]{1,6}(?:0|[1-9]\d{0,2})(?![\w.])){2,}")


class Finder:
    """Knows the secrets of one game, and looks for them as long as they are any."""

    def __init__(self, rules: Any, seed: str, salt: str) -> None:
        ids, *names = spelt(rules)
        self._by_id = {card_id: number for number, card_id in enumerate(ids)}
        self._words = {"seed": seed, "salt": salt}
        enough = ROW if len(set(names[0])) == len(ids) else LONG_ROW
        self._spellings = [Spelling(ids), *(Spelling(words, enough) for words in names)]
        self._spellings.append(Numbers(range(len(ids)), enough))

    def told_by(self, text: str, hidden: Sequence[Sequence[str]]) -> list[str]:
        """What this text gives away while these piles lie face down; nothing, if all is well."""
        told = [f"the {what}" for what, word in self._words.items() if word and word in text]
        bare, piles = _DRAWINGS.sub("", text), [[self._by_id[card] for card in pile] for pile in hidden]
        for spelling in self._spellings:
            found = spelling.told_rows(bare)
            told += [f"{row} in the order of the deck" for row in spelling.secret_rows(piles) & found]
        return told


def spelt(rules: Any) -> list[list[str]]:
    """All cards in printed order: their ids, and then their names, by language where they are printed in several."""
    if rules in AUCTIONS:
        return [[card.id for card in rules.cards], [card.name for card in rules.cards]]
    faces = FACES[:CARDS]
    names = [[face.kind.name_en for face in faces], [face.kind.name_fr for face in faces]]
    return [[face.card.id for face in faces], *names]


class Spelling:
    """One way to name every card, and how many of them in a row give something away."""

    def __init__(self, words: Sequence[Any], enough: int = ROW) -> None:
        self.words, self._enough = words, enough
        self._places = {word: place for place, word in reversed(list(enumerate(words)))}

    def secret_rows(self, piles: Iterable[Sequence[int]]) -> set[Row]:
        rows = self._rows([self.words[card] for card in pile] for pile in piles)
        both_ways = rows | {row[::-1] for row in rows}
        return {row for row in both_ways if not self._is_printed(row) and len(set(row)) >= ROW}

    def told_rows(self, text: str) -> set[Row]:
        return self._rows(self.mentions(text))

    def mentions(self, text: str) -> Iterator[list[Any]]:
        """The cards that a text names, list by list."""
        end = 0
        row: list[Any] = []
        for mention in self._found.finditer(text.casefold()):
            if mention.start() - end > FAR:
                yield row
                row = []
            row.append(self._known[mention[0]])
            end = mention.end()
        yield row

    @cached_property
    def _known(self) -> dict[str, str]:
        return {word.casefold(): word for word in self.words}

    @cached_property
    def _found(self) -> re.Pattern[str]:
        longest_first = sorted(map(re.escape, self._known), key=len, reverse=True)
        return re.compile(rf"(?<![\w-])(?:{'|'.join(longest_first)})(?![\w-])")

    def _rows(self, lists: Iterable[Sequence[Any]]) -> set[Row]:
        """All neighbours, as many as are enough; a card named twice in a row, for the eye and for the ear, is one."""
        rows: set[Row] = set()
        for mentioned in lists:
            once = [card for card, _again in groupby(mentioned)]
            rows |= set(zip(*(once[begin:] for begin in range(self._enough)), strict=False))
        return rows

    def _is_printed(self, row: Row) -> bool:
        """Whether the cards come in the order in which they are printed."""
        return all(self._places[card] < self._places[after] for card, after in pairwise(row))


class Numbers(Spelling):
    """Cards by their place in the printed order."""

    def mentions(self, text: str) -> Iterator[list[int]]:
        """Numbers beside each other in the text, be it in attributes or in neighbouring elements."""
        for part in (text, _TAGS.sub(" ", text)):
            for found in _NUMBERS.finditer(part):
                yield [int(number) for number in re.findall(r"\d+", found[0])]
