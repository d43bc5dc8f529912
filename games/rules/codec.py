"""Documents of any game: JSON with a header that says which game and schema it is of."""

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TypeVar

from games.rules.base import check_header
from games.rules.errors import IllegalAction, InvalidState, RuleViolation
from games.rules.plain import Json, from_plain, plain_copy, to_plain

T = TypeVar("T")


@contextmanager
def refusing() -> Iterator[None]:
    """Whatever the rules object to while a document is read, the document is what is wrong."""
    try:
        yield
    except InvalidState:
        raise
    except RuleViolation as error:
        raise InvalidState(error.code, error.message) from None


def read_document(kind: type[T], data: object, slug: str) -> T:
    """The record of that kind which `write_document` wrote for this very game."""
    with refusing():
        return from_plain(kind, check_header(data, slug))


def write_document(document: object) -> Json:
    data: Json = to_plain(document)
    return data


def deck_from_ids(deck: object, numbers: Mapping[str, int]) -> tuple[int, ...]:
    """The deck by card numbers; `IllegalAction` for anything but a sequence of this game's ids."""
    ids = plain_copy(deck, Sequence, tuple)
    if ids is None:
        raise IllegalAction("invalid_deck", "A deck is a list of card ids, top card first.")
    if not all(type(card_id) is str and card_id in numbers for card_id in ids):
        raise IllegalAction("invalid_deck", "The deck has a card that this game does not have.")
    return tuple(numbers[card_id] for card_id in ids)
