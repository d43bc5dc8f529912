"""Standing orders in words, and the form to give one: for their owner alone."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import ClassVar

from django.utils.translation import gettext as _

from games.rules.auction import View
from games.rules.status_cards import MISFORTUNE, POSSESSION, TITLE
from games.standing_orders import auction as orders
from games.standing_orders.auction import (
    ASK,
    EXACT,
    FEWEST,
    GIVE_UP,
    LASTING,
    PASS,
    PASS_AT,
    RAISE,
    SMALL_CHANGE,
    THIS_AUCTION,
    Order,
)
from games.tableau.amounts import listed, money
from games.tableau.auction.composer import Note, draw_notes
from games.tableau.auction.edition import EditionWords, words_for
from games.tableau.auction.names import card_name
from games.tableau.auction.reach import step_of
from games.tableau.auction.rules import auction_rules, card_of
from games.tableau.order_panel import GivenOrder, Option, options
from games.tableau.posted_fields import Posted
from games.tableau.scene import Scene


@dataclass(frozen=True, slots=True)
class OrderPanel:
    parts: ClassVar[tuple[str, ...]] = ("order-kinds", "order-terms")
    """Those that its form is made of."""
    stage: int
    given: tuple[GivenOrder, ...]
    kinds: tuple[Option, ...]
    scopes: tuple[Option, ...]
    theft_scopes: tuple[Option, ...]
    policies: tuple[Option, ...]
    """Empty where bids are plain sums."""
    endings: tuple[Option, ...]
    possessions: tuple[Option, ...]
    notes: tuple[Note, ...]
    chosen_notes: frozenset[str]
    step: int
    most: int
    limit: str


def draw_orders(scene: Scene, seat: int, given: Iterable[tuple[int, Order]], filled: Posted) -> OrderPanel:
    """What that seat has ordered and may order. `filled` is what was sent and not accepted."""
    view: View = scene.view(seat)
    rules, words = auction_rules(scene.rules), words_for(scene.rules.slug)
    owned = _possessions(scene, view)
    kinds = {kind: text for kind, text in _kinds().items() if kind in orders.kinds_for(rules)}
    if not owned:
        kinds.pop(GIVE_UP, None)
    policies = orders.policies_for(view)
    return OrderPanel(
        stage=orders.auction_of(view),
        given=tuple(GivenOrder(number, _sentence(scene, order, words)) for number, order in given),
        # Nothing is chosen beforehand: a second click on a form that has just been sent must order nothing.
        kinds=options(kinds, filled.get("kind", "")),
        scopes=options(_scopes(scene, words), filled.get("scope", THIS_AUCTION)),
        theft_scopes=options(_theft_scopes(), filled.get("theft_scope", LASTING)),
        policies=options(_policies(), filled.get("policy", FEWEST)) if len(policies) > 1 else (),
        endings=options(_endings(), filled.get("then", PASS)),
        possessions=options(owned, str(filled.get("value", ""))),
        notes=draw_notes(tuple(orders.notes_of(view))),
        chosen_notes=frozenset(filled.getlist("cards")),
        step=step_of(view),
        most=orders.fortune_of(view),
        limit=str(filled.get("limit", "")),
    )


def _kinds() -> dict[str, str]:
    return {
        PASS: _("Pass, whatever comes"),
        PASS_AT: _("Pass when the bid reaches a sum; before that, ask me"),
        RAISE: _("Raise for me"),
        GIVE_UP: _("Choose now what a theft will cost me"),
    }


def _scopes(scene: Scene, words: EditionWords) -> dict[str, str]:
    lasting = {
        f"{LASTING}:{kind}": _("Every %(kind)s, until I change it") % {"kind": _kind_word(words, kind)}
        for kind in orders.kinds_of_cards(auction_rules(scene.rules))
    }
    return {THIS_AUCTION: _("This auction only"), **lasting}


def _theft_scopes() -> dict[str, str]:
    """A theft may come with any card, so its order is not about a kind of card."""
    return {THIS_AUCTION: _("This auction only"), LASTING: _("Until I change it")}


def _policies() -> dict[str, str]:
    return {
        FEWEST: _("with the fewest cards"),
        SMALL_CHANGE: _("keeping small change"),
        EXACT: _("with exactly these cards"),
    }


def _endings() -> dict[str, str]:
    return {PASS: _("then pass"), ASK: _("then ask me")}


def _possessions(scene: Scene, view: View) -> dict[str, str]:
    assert view.you is not None
    cards = [card_of(scene.rules, card_id) for card_id in view.you.cards]
    return {str(card.value): card_name(card.name) for card in cards if card.value is not None}


def _kind_word(words: EditionWords, kind: str) -> str:
    return str({POSSESSION: words.possession, TITLE: words.title, MISFORTUNE: words.misfortune}.get(kind, kind))


def _sentence(scene: Scene, order: Order, words: EditionWords) -> str:
    if order.kind == GIVE_UP:
        card = next((card for card in auction_rules(scene.rules).cards if card.value == order.value), None)
        facts = {"card": card_name(card.name) if card else order.value}
        if order.stage:
            return _("This auction: if a theft is due, give up %(card)s.") % facts
        return _("Always: if a theft is due, give up %(card)s.") % facts
    scope = _("This auction") if order.stage else _("Every %(kind)s") % {"kind": _kind_word(words, order.card_kind)}
    return _("%(scope)s: %(order)s.") % {"scope": scope, "order": _what(scene, order)}


def _what(scene: Scene, order: Order) -> str:
    facts = {
        "sum": money(order.limit),
        "cards": listed([money(card) for card in order.cards]),
        "policy": _policies()[order.policy],
        "ending": _endings()[order.then],
    }
    if order.kind == PASS:
        return _("pass, whatever comes")
    if order.kind == PASS_AT:
        return _("pass when the bid reaches %(sum)s; before that, ask me") % facts
    if order.policy == EXACT:
        return _("bid %(cards)s, %(ending)s") % facts
    if len(orders.policies_for(scene.view())) > 1:
        return _("raise up to %(sum)s %(policy)s, %(ending)s") % facts
    return _("raise up to %(sum)s, %(ending)s") % facts
