"""The table as everybody sees it: nothing here depends on who is looking."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from django.utils.translation import get_language, ngettext
from django.utils.translation import gettext as _

from games.rules.cartes_societe.calendar import LAST_TURN, gold_of, is_mixed_after
from games.rules.cartes_societe.cards import Card
from games.rules.cartes_societe.view import View
from games.tableau.cartes.ceremony import Ceremony, draw_ceremony
from games.tableau.cartes.combat import Combat, draw_combat
from games.tableau.cartes.explain import explain
from games.tableau.cartes.faces import Beast, card_name, draw_beasts
from games.tableau.cartes.seats import SeatBox, draw_seats
from games.tableau.cartes.settlement import draw_settlement
from games.tableau.chart import Chart, draw_charts
from games.tableau.explanation import Explanation
from games.tableau.log import latest_words
from games.tableau.scene import Scene
from games.tableau.settlement import Settlement
from games.tableau.shell import PublicTableBase, public_fields

KEPT_STACKS = 4096


class Stack(NamedTuple):
    """Cards that lie together, in no order: what they are, and how many of each."""

    name: str
    size: int
    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class PublicTable(PublicTableBase):
    """Modes are turn and over."""

    head: str
    po_words: str
    mixing_words: str
    market: tuple[Beast, ...]
    pile_words: str
    seats: tuple[SeatBox, ...]
    combat: Combat
    charts: tuple[Chart, ...]
    stacks: tuple[Stack, ...]
    settlement: Settlement | None
    ceremony: Ceremony | None
    explanation: Explanation


def draw_public(scene: Scene) -> PublicTable:
    view: View = scene.view()
    return PublicTable(
        **public_fields(scene, view.phase),
        announcement=latest_words(scene),
        head=_("Turn %(turn)s") % {"turn": view.turn},
        po_words=_("cost %(tier)s · %(po)s PO each") % {"tier": view.tier, "po": gold_of(view.turn)},
        mixing_words=_mixing_words(view),
        market=draw_beasts(view.market),
        pile_words=_pile_words(view),
        seats=draw_seats(scene, view),
        combat=draw_combat(scene, view),
        charts=draw_charts(scene, None),
        stacks=tuple(_stacks(view)),
        settlement=draw_settlement(scene),
        ceremony=draw_ceremony(scene, view),
        explanation=explain(over=view.outcome is not None),
    )


def _mixing_words(view: View) -> str:
    if is_mixed_after(view.turn):
        return _("After this turn the piles are shuffled.")
    left = LAST_TURN - view.turn
    return ngettext("%(count)s turn after this one", "%(count)s turns after this one", left) % {"count": left}


def _pile_words(view: View) -> str:
    left = len(view.piles[str(view.tier)])
    pile = ngettext("%(count)s card in the pile", "%(count)s cards in the pile", left) % {"count": left}
    gone = len(view.discard)
    discard = ngettext("%(count)s in the discard", "%(count)s in the discard", gone) % {"count": gone}
    return f"{pile} · {discard}"


def _stacks(view: View) -> Iterable[Stack]:
    for tier, pile in view.piles.items():
        if pile:
            yield _stack(_("Pile of cost %(tier)s") % {"tier": tier}, pile)
    if view.discard:
        yield _stack(_("Discard"), view.discard)


def _stack(name: str, cards: tuple[Card, ...]) -> Stack:
    return Stack(name, len(cards), _counted(tuple(card.id for card in cards), get_language()))


@lru_cache(maxsize=KEPT_STACKS)
def _counted(cards: tuple[str, ...], language: str | None) -> tuple[str, ...]:
    """How many of each name; most piles lie untouched for turns. `language` is the one in force."""
    often = Counter(map(card_name, cards))
    return tuple(_("%(count)s × %(card)s") % {"count": count, "card": card} for card, count in often.items())
