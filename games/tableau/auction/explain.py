"""What the card on the table means, and the rulings behind what surprises people there."""

from functools import lru_cache

from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games.rules.auction import DISCARD, View
from games.rules.status_cards import MISFORTUNE, POSSESSION, Card
from games.tableau.auction.edition import END_RULINGS, PRIZE_RULINGS, EditionWords
from games.tableau.auction.names import card_name
from games.tableau.explanation import Explanation, rulings

PRIZE, ADVERSE, THEFT, OVER = "prize", "misfortune", "theft", "over"


def mode_of(view: View) -> str:
    """What kind of moment this is: it decides how the table looks and what the buttons say."""
    if view.card is None:
        return OVER
    if view.phase == DISCARD:
        return THEFT
    return ADVERSE if view.card.kind == MISFORTUNE else PRIZE


def explain(view: View, words: EditionWords) -> Explanation:
    return _explanation(mode_of(view), view.card, words, get_language())


@lru_cache(maxsize=1024)
def _explanation(mode: str, card: Card | None, words: EditionWords, language: str | None) -> Explanation:
    """Once for each card, moment and language: `language` is the one in force."""
    if card is None:
        return Explanation(_("The end"), (_end_words(),), rulings((*END_RULINGS, *words.scoring)))
    sentences = {PRIZE: _prize_words, ADVERSE: _misfortune_words, THEFT: _theft_words}[mode](card, words)
    return Explanation(card_name(card.name), sentences, rulings(_titles(mode, card, words)))


def _titles(mode: str, card: Card, words: EditionWords) -> tuple[str, ...]:
    if mode == THEFT or card.misfortune == "theft":
        return (words.paying, *words.stealing)
    if mode == ADVERSE:
        return (words.paying, words.doubling)
    return PRIZE_RULINGS if card.kind == POSSESSION else (words.doubling, *PRIZE_RULINGS)


def _prize_words(card: Card, words: EditionWords) -> tuple[str, ...]:
    effect = str(words.doubles) if card.value is None else _("adds %(value)s to your total") % {"value": card.value}
    return (
        _("%(card)s %(effect)s.") % {"card": card_name(card.name), "effect": effect},
        _("The last player who has not passed gets it and pays the open bid; everybody else takes their money back."),
        *_red_words(card),
    )


def _misfortune_words(card: Card, words: EditionWords) -> tuple[str, ...]:
    effects = {"scandal": words.halves, "debt": words.takes_five, "theft": words.steals}
    effect = str(effects[card.misfortune or "scandal"])
    return (
        _("%(card)s %(effect)s.") % {"card": card_name(card.name), "effect": effect},
        _("The first player to pass takes it, and takes their own money back. Everybody else loses their open bid."),
        *_red_words(card),
    )


def _theft_words(card: Card, words: EditionWords) -> tuple[str, ...]:
    return (_("One card is given up for good before the next one is turned up."),)


def _red_words(card: Card) -> tuple[str, ...]:
    return (_("It has a red edge: the fourth of these ends the game at once, without an auction."),) if card.red else ()


def _end_words() -> str:
    return _("Whoever has the least money is cast out. Among the others the highest score wins.")
