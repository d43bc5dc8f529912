"""What is printed on a card, and which drawing goes with it."""

from dataclasses import dataclass
from functools import lru_cache
from typing import ClassVar

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.rules import AnyRules
from games.rules.status_cards import MISFORTUNE, POSSESSION, TITLE, Card
from games.tableau.auction.edition import EditionWords
from games.tableau.auction.names import card_name
from games.tableau.auction.rules import card_of

EMBLEMS = {
    "possession-1": "opera-glasses",
    "possession-2": "champagne",
    "possession-3": "gown",
    "possession-4": "pearls",
    "possession-5": "piano",
    "possession-6": "portrait",
    "possession-7": "horse",
    "possession-8": "motor-car",
    "possession-9": "country-house",
    "possession-10": "palace",
    "title-1": "sword",
    "title-2": "coronet",
    "title-3": "crown",
    "scandal": "mask",
    "gambling-debt": "dice",
    "theft": "hand",
    "luxury-1": "hat",
    "luxury-2": "ring",
    "luxury-3": "cloche",
    "luxury-4": "suitcase",
    "luxury-5": "palette",
    "luxury-6": "motor-car",
    "luxury-7": "country-house",
    "luxury-8": "yacht",
    "luxury-9": "horse",
    "luxury-10": "lyre",
    "prestige-1": "champagne",
    "prestige-2": "butterfly",
    "prestige-3": "quill",
    "scandale": "mask",
    "passe": "wilted-rose",
    "faux-pas": "shoe",
}

_FIGURES = {"scandal": "÷2", "debt": "−5", "theft": "×"}


@dataclass(frozen=True, slots=True, eq=False)
class CardFace:
    """The same card has the same face in one language, so that faces are found by what they are, not by their words."""

    mini: ClassVar[str] = "games/cards/_mini.html"
    id: str
    name: str
    kind: str
    kind_word: str
    figure: str
    """What the corner shows: a value, ×2, ÷2, −5."""
    effect: str
    red: bool
    emblem: str
    """The template of its drawing."""
    ornament: str
    """How richly it is adorned, as the drawings that come with the page call it: by its value, or by its kind."""
    label: str
    """All of it in words, for those who cannot see the card."""


def draw_face(card: Card, words: EditionWords) -> CardFace:
    return _face(card, words, get_language())


def draw_faces(rules: AnyRules, card_ids: tuple[str, ...], words: EditionWords) -> tuple[CardFace, ...]:
    return _faces(rules, card_ids, words, get_language())


@lru_cache(maxsize=4096)
def _faces(
    rules: AnyRules, card_ids: tuple[str, ...], words: EditionWords, language: str | None
) -> tuple[CardFace, ...]:
    """`language` is the one in force."""
    return tuple(_face(card_of(rules, card_id), words, language) for card_id in card_ids)


@lru_cache(maxsize=1024)
def _face(card: Card, words: EditionWords, language: str | None) -> CardFace:
    """Once for each card and language: `language` is the one in force."""
    name, effect = card_name(card.name), _effect(card, words)
    return CardFace(
        id=card.id,
        name=name,
        kind=card.kind,
        kind_word=_kind_word(card, words),
        figure=_figure(card),
        effect=effect,
        red=card.red,
        emblem=f"games/cards/emblems/{EMBLEMS.get(card.id, _plain_emblem(card))}.svg",
        ornament=card.kind if card.value is None else str(card.value),
        label=_red_label(name, effect) if card.red else f"{name}, {effect}",
    )


def _plain_emblem(card: Card) -> str:
    return "crown" if card.kind == TITLE else "rosette"


def _red_label(name: str, effect: str) -> str:
    return _("%(name)s, %(effect)s, red edge") % {"name": name, "effect": effect}


def _kind_word(card: Card, words: EditionWords) -> str:
    return str({POSSESSION: words.possession, TITLE: words.title, MISFORTUNE: words.misfortune}[card.kind])


def _figure(card: Card) -> str:
    if card.value is not None:
        return str(card.value)
    return _FIGURES.get(card.misfortune or "", "×2")


def _effect(card: Card, words: EditionWords) -> str:
    if card.value is not None:
        return _("worth %(value)s") % {"value": card.value}
    effects = {"scandal": words.halves, "debt": words.takes_five, "theft": words.steals}
    return str(effects.get(card.misfortune or "", words.doubles))
