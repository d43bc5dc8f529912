"""The cards that auction games are about."""

from collections.abc import Sequence
from dataclasses import dataclass

from games.rules.errors import InvalidState

POSSESSION = "possession"
TITLE = "title"
MISFORTUNE = "misfortune"

MISFORTUNES = ("scandal", "debt", "theft")


@dataclass(frozen=True, slots=True)
class Card:
    """A status card. One that contradicts itself cannot be built."""

    id: str
    kind: str
    name: str
    value: int | None = None
    misfortune: str | None = None
    red: bool = False

    def __post_init__(self) -> None:
        if not _is_consistent(self):
            raise InvalidState("invalid_card", "Such a card does not exist.")


def _is_consistent(card: Card) -> bool:
    if not (_is_text(card.id) and _is_text(card.kind) and _is_text(card.name) and type(card.red) is bool):
        return False
    if card.kind == POSSESSION:
        valued = type(card.value) is int and 1 <= card.value <= 10
        return valued and card.misfortune is None and not card.red
    if card.kind == TITLE:
        return card.value is None and card.misfortune is None and card.red
    if card.kind == MISFORTUNE:
        known = _is_text(card.misfortune) and card.misfortune in MISFORTUNES
        return known and card.value is None and card.red == (card.misfortune == "scandal")
    return False


def _is_text(thing: object) -> bool:
    return type(thing) is str and thing != ""


def possessions(prefix: str, names: Sequence[str]) -> tuple[Card, ...]:
    """Cards worth 1, 2, 3 and so on."""
    return tuple(Card(f"{prefix}-{value}", POSSESSION, name, value=value) for value, name in enumerate(names, start=1))


def titles(prefix: str, names: Sequence[str]) -> tuple[Card, ...]:
    return tuple(Card(f"{prefix}-{number}", TITLE, name, red=True) for number, name in enumerate(names, start=1))


def misfortunes(scandal: tuple[str, str], debt: tuple[str, str], theft: tuple[str, str]) -> tuple[Card, ...]:
    return tuple(
        Card(card_id, MISFORTUNE, name, misfortune=effect, red=effect == "scandal")
        for (card_id, name), effect in zip((scandal, debt, theft), MISFORTUNES, strict=True)
    )


def ids_of(held: int, cards: Sequence[Card]) -> tuple[str, ...]:
    """The ids of a set of cards that is given as bits by card number."""
    return tuple(card.id for number, card in enumerate(cards) if held >> number & 1)
