"""What is printed on a card, in the reader's language, and which drawing goes with it."""

from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar, NamedTuple

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games.rules.cartes_societe.cards import FACES, NUMBERS, Card
from games.rules.cartes_societe.catalogue import EVOLVED, HUDDLE, KINDS, LIMIT, MIXED, PACK, Family, Kind, Side


@dataclass(frozen=True, slots=True)
class Beast:
    """One side of a card, with what it counts where it lies."""

    mini: ClassVar[str] = "games/cartes/_card.html"
    id: str
    name: str
    family: str
    """Its key, for colour and drawing."""
    level: int
    cost: int
    attack: int
    hp: int
    about: str
    """Family, level and bonus in words."""
    bonus: str
    """That alone; nothing where this side has none."""

    @property
    def label(self) -> str:
        """All of it in words, for those who cannot see the card."""
        facts = {"name": self.name, "cost": self.cost, "attack": self.attack, "hp": self.hp, "about": self.about}
        return _("%(name)s, cost %(cost)s, attack %(attack)s, defence %(hp)s. %(about)s") % facts


def draw_beasts(cards: Iterable[Card]) -> tuple[Beast, ...]:
    return tuple(_beast(card, get_language()) for card in cards)


class Printed(NamedTuple):
    """All copies of a card."""

    cost: int
    name: str
    sides: tuple[tuple[Side, str], ...]
    """Each with what its bonus gives, in short."""


def draw_kinds() -> list[Printed]:
    """The cheapest first."""
    kinds = sorted(KINDS, key=lambda kind: kind.cost)
    return [Printed(kind.cost, kind_name(kind), tuple((side, _sums(side)) for side in kind.sides)) for kind in kinds]


@lru_cache(maxsize=8192)
def _beast(card: Card, language: str | None) -> Beast:
    """Once for each card and language: `language` is the one in force."""
    face = FACES[NUMBERS[card.id]]
    bonus = bonus_words(face.family, face.kind.sides[card.level - 1])
    return Beast(
        id=card.id,
        name=kind_name(face.kind),
        family=face.family.key,
        level=card.level,
        cost=card.cost,
        attack=card.attack,
        hp=card.hp,
        about=_about(face.family, card.level, bonus),
        bonus=bonus,
    )


def card_name(card_id: str) -> str:
    """What the card with that id is called."""
    return kind_name(FACES[NUMBERS[card_id]].kind)


def kind_name(kind: Kind) -> str:
    return kind.name_fr if _speaks_french() else kind.name_en


def family_name(family: Family) -> str:
    return family.name_fr if _speaks_french() else family.name_en


def _speaks_french() -> bool:
    """The catalogue has both names printed, so they need no translators."""
    return (get_language() or "").startswith("fr")


def _about(family: Family, level: int, bonus: str) -> str:
    facts = {"family": family_name(family), "level": level}
    return " ".join(filter(None, (_("%(family)s, level %(level)s.") % facts, bonus)))


def bonus_words(family: Family, side: Side) -> str:
    """What a family's bonus adds on its owner's board; nothing where this side has none."""
    if family.bonus == LIMIT:
        more = ngettext("Room for %(count)s more card.", "Room for %(count)s more cards.", side.limit)
        return more % {"count": side.limit} if side.limit else ""
    sums = _sums(side)
    if not sums or family.bonus is None:
        return ""
    sentences = {
        PACK: _("%(sums)s for each other card of its family beside it."),
        HUDDLE: _("%(sums)s for each other card of its family beside it."),
        MIXED: _("%(sums)s for each other family beside it."),
        EVOLVED: _("%(sums)s for each card of level 2 on the board."),
    }
    return sentences[family.bonus] % {"sums": sums}


def _sums(side: Side) -> str:
    told = []
    if side.bonus_attack:
        told.append(_("+%(count)s attack") % {"count": side.bonus_attack})
    if side.bonus_hp:
        told.append(_("+%(count)s defence") % {"count": side.bonus_hp})
    if side.limit:
        told.append(ngettext("+%(count)s place", "+%(count)s places", side.limit) % {"count": side.limit})
    return ", ".join(told)
