"""What a row of cards counts together: every bonus looks at the owner's own board only."""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from games.rules.cartes_societe.cards import FACES, Card, Face
from games.rules.cartes_societe.catalogue import EVOLVED, HUDDLE, LIMIT, MIXED, PACK

BOARD_LIMIT = 8


class Board(NamedTuple):
    """The cards as they count on this board, and their sums."""

    cards: tuple[Card, ...]
    attack: int
    hp: int
    limit: int


def _others_of_family(face: Face, board: list[Face]) -> int:
    return len([other for other in board if other.family is face.family]) - 1


def _other_families(face: Face, board: list[Face]) -> int:
    return len({other.family.key for other in board}) - 1


def _evolved_cards(face: Face, board: list[Face]) -> int:
    return len([other for other in board if other.level == 2])


def _nothing(face: Face, board: list[Face]) -> int:
    return 0


COUNTED: dict[str | None, Callable[[Face, list[Face]], int]] = {
    PACK: _others_of_family,
    HUDDLE: _others_of_family,
    MIXED: _other_families,
    EVOLVED: _evolved_cards,
    LIMIT: _nothing,
    None: _nothing,
}
"""What each bonus counts."""


@lru_cache(maxsize=4096)
def lay_out(board: tuple[int, ...]) -> Board:
    faces = [FACES[number] for number in board]
    cards = tuple(_as_counted(face, COUNTED[face.family.bonus](face, faces)) for face in faces)
    return Board(
        cards=cards,
        attack=sum(card.attack for card in cards),
        hp=sum(card.hp for card in cards),
        limit=BOARD_LIMIT + sum(face.side.limit for face in faces),
    )


def _as_counted(face: Face, times: int) -> Card:
    if not times:
        return face.card
    side = face.side
    return replace(face.card, attack=side.attack + times * side.bonus_attack, hp=side.hp + times * side.bonus_hp)
