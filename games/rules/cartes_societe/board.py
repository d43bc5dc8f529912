"""What a row of cards counts together: every bonus looks at the owner's own board only."""

from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from games.rules.cartes_societe.cards import FACES, Card, Face
from games.rules.cartes_societe.catalogue import EVOLVED, HUDDLE, MIXED, PACK

BOARD_LIMIT = 8


class Company(NamedTuple):
    """Whom a card meets on its board."""

    families: list[str]
    """Of each card."""
    evolved: int


class Totals(NamedTuple):
    """What a board comes to, and how many cards it has room for."""

    attack: int
    hp: int
    limit: int


def _others_of_family(face: Face, company: Company) -> int:
    return company.families.count(face.family.key) - 1


def _other_families(face: Face, company: Company) -> int:
    return len(set(company.families)) - 1


def _evolved_cards(face: Face, company: Company) -> int:
    return company.evolved


COUNTED: dict[str | None, Callable[[Face, Company], int]] = {
    PACK: _others_of_family,
    HUDDLE: _others_of_family,
    MIXED: _other_families,
    EVOLVED: _evolved_cards,
}
"""What each bonus counts; more room is no matter of numbers."""


@lru_cache(maxsize=4096)
def count(board: tuple[int, ...]) -> Totals:
    faces = [FACES[number] for number in board]
    company = _company(faces)
    attack = hp = 0
    limit = BOARD_LIMIT
    for face in faces:
        times, side = _times(face, company), face.side
        attack += side.attack + times * side.bonus_attack
        hp += side.hp + times * side.bonus_hp
        limit += side.limit
    return Totals(attack, hp, limit)


def lay_out(board: tuple[int, ...]) -> tuple[Card, ...]:
    """The cards as they count on this board."""
    faces = [FACES[number] for number in board]
    company = _company(faces)
    return tuple(_as_counted(face, _times(face, company)) for face in faces)


def _company(faces: list[Face]) -> Company:
    return Company([face.family.key for face in faces], len([face for face in faces if face.level == 2]))


def _times(face: Face, company: Company) -> int:
    counted = COUNTED.get(face.family.bonus)
    return counted(face, company) if counted else 0


def _as_counted(face: Face, times: int) -> Card:
    if not times:
        return face.card
    side = face.side
    return replace(face.card, attack=side.attack + times * side.bonus_attack, hp=side.hp + times * side.bonus_hp)
