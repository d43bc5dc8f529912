"""What one seat sees beside the public table: its hand, its gold, and what it may do."""

from collections.abc import Hashable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.rules.base import Outcome
from games.rules.cartes_societe.cards import FACES, NUMBERS, Card
from games.rules.cartes_societe.view import LegalView, PlayerView, View
from games.tableau.amounts import ranked
from games.tableau.cartes.faces import Beast, card_name, draw_beasts
from games.tableau.endings import place_words
from games.tableau.scene import Scene
from games.tableau.shell import PrivateTableBase, private_fields


@dataclass(frozen=True, slots=True)
class Offer:
    """A card with a button."""

    beast: Beast
    words: str
    """What the button says."""
    possible: bool
    why_not: str = ""


@dataclass(frozen=True, slots=True)
class PrivateTable(PrivateTableBase):
    gold: str
    """What is left to spend."""
    market: tuple[Offer, ...]
    evolutions: tuple[Offer, ...]
    hand: tuple[Offer, ...]
    board: tuple[Beast, ...]
    play_words: str
    """Whether a card may still be laid."""
    may_replace: bool


def draw_private(scene: Scene, seat: int) -> PrivateTable:
    view: View = scene.view(seat)
    own = view.players[seat]
    return PrivateTable(
        **private_fields(scene, seat, view.phase),
        status=_status(view, own),
        gold=_("%(po)s PO left") % {"po": own.po} if view.acting else "",
        market=_market(view, own, view.legal) if view.legal else (),
        evolutions=_evolutions(own, view.legal) if view.legal else (),
        hand=_hand(own, view.legal) if view.legal else (),
        board=draw_beasts(own.board),
        play_words=_play_words(own, view.legal) if view.legal else "",
        may_replace=bool(view.legal and view.legal.replace and view.legal.over),
    )


def private_key(scene: Scene, seat: int) -> Hashable:
    """Whoever is not to act finds the own hand at their seat, as everybody does."""
    view: View = scene.view()
    is_asked = view.outcome is not None or seat in view.to_act
    return scene.position.number if is_asked else view.players[seat].alive


def _status(view: View, own: PlayerView) -> str:
    if view.outcome is not None:
        return _fate(view.outcome, own.seat)
    if not own.alive:
        return _("You are out. See how it ends!")
    return _("Your turn") if view.acting else ""


def _fate(outcome: Outcome, seat: int) -> str:
    if outcome.seats[seat].cast_out:
        return _("You are out, and finish %(ranked)s.") % {"ranked": ranked(outcome.seats[seat].rank)}
    return place_words(outcome, seat)


def _market(view: View, own: PlayerView, legal: LegalView) -> tuple[Offer, ...]:
    offers = []
    for beast in draw_beasts(view.market):
        possible = beast.id in legal.buy
        held = sum(card.name == _printed_name(beast.id) and card.level == 1 for card in own.hand)
        words = _("Buy for %(cost)s PO") % {"cost": beast.cost}
        if held:
            words = _("Buy for %(cost)s PO: %(count)s in your hand") % {"cost": beast.cost, "count": held}
        offers.append(Offer(beast, words, possible, _("%(cost)s PO: too expensive") % {"cost": beast.cost}))
    return tuple(offers)


def _printed_name(card_id: str) -> str:
    return FACES[NUMBERS[card_id]].card.name


def _evolutions(own: PlayerView, legal: LegalView) -> tuple[Offer, ...]:
    """One offer for each name and place, though any of the three cards could be named."""
    offers: dict[tuple[str, str], Offer] = {}
    for zone, cards in (("hand", own.hand), ("board", own.board)):
        for card in cards:
            if card.id in legal.evolve:
                offers.setdefault((zone, card.name), Offer(_evolved(card), _evolve_words(zone, card), True))
    return tuple(offers.values())


def _evolved(card: Card) -> Beast:
    return draw_beasts([FACES[NUMBERS[card.id] + len(NUMBERS)].card])[0]


def _evolve_words(zone: str, card: Card) -> str:
    facts = {"card": card_name(card.id)}
    return _("Evolve %(card)s in hand") % facts if zone == "hand" else _("Evolve %(card)s on the board") % facts


def _hand(own: PlayerView, legal: LegalView) -> tuple[Offer, ...]:
    return tuple(Offer(beast, _("Play"), beast.id in legal.play) for beast in draw_beasts(own.hand))


def _play_words(own: PlayerView, legal: LegalView) -> str:
    if own.played:
        return _("You have played your card for this turn.")
    if not own.hand:
        return _("Your hand is empty: buy a card, then play it.") if legal.buy else _("You have nothing to play.")
    if len(own.board) >= own.board_limit:
        return _("Your board is full: you may replace a card.")
    return _("You may play or replace one card.") if own.board else _("You may play one card.")
