"""What is printed: families, the animals in them, and the two sides of each card. All numbers are data."""

import tomllib
from dataclasses import dataclass
from importlib.resources import files
from unicodedata import combining, normalize

LIMIT = "limit"
"""More room on the owner's board."""
PACK = "pack"
HUDDLE = "huddle"
"""Attack in a pack, health in a huddle: for each other card of the family on the board."""
MIXED = "mixed"
"""For each other family on the board."""
EVOLVED = "evolved"
"""For each card of level 2 on the board, itself among them."""


@dataclass(frozen=True, slots=True)
class Family:
    key: str
    name_fr: str
    name_en: str
    bonus: str | None = None


@dataclass(frozen=True, slots=True)
class Side:
    """Attack and health, and what the family's bonus adds for each thing that it counts."""

    attack: int
    hp: int
    bonus_attack: int = 0
    bonus_hp: int = 0
    limit: int = 0


@dataclass(frozen=True, slots=True)
class Kind:
    """A name that several cards bear."""

    slug: str
    family: Family
    cost: int
    name_fr: str
    name_en: str
    sides: tuple[Side, Side]


def _slug(name: str) -> str:
    """`Hérisson académicien` is `herisson-academicien`."""
    return "".join(letter for letter in normalize("NFKD", name.lower()) if not combining(letter)).replace(" ", "-")


def _kind(
    families: dict[str, Family], family: str, cost: int, name_fr: str, name_en: str, sides: list[dict[str, int]]
) -> Kind:
    plain, evolved = (Side(**side) for side in sides)
    return Kind(_slug(name_fr), families[family], cost, name_fr, name_en, (plain, evolved))


def _read() -> tuple[int, tuple[Family, ...], tuple[Kind, ...]]:
    data = tomllib.loads(files(__package__).joinpath("catalogue.toml").read_text(encoding="utf-8"))
    families = {printed["key"]: Family(**printed) for printed in data["families"]}
    kinds = tuple(_kind(families, **printed) for printed in data["kinds"])
    return data["copies"], tuple(families.values()), kinds


COPIES, FAMILIES, KINDS = _read()
