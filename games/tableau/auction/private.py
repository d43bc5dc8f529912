"""What one seat sees beside the public table: its own money, what it may do, how it stands."""

from collections.abc import Hashable
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.rules.auction import PlayerView, View
from games.rules.base import Outcome
from games.tableau.amounts import money, worth
from games.tableau.auction.composer import Composer, Note, draw_composer, draw_notes
from games.tableau.auction.edition import words_for
from games.tableau.auction.explain import ADVERSE, OVER, THEFT, mode_of
from games.tableau.auction.faces import CardFace, draw_face
from games.tableau.auction.meter import Meter, draw_meter
from games.tableau.auction.names import card_name
from games.tableau.auction.reasons import End, reason_for
from games.tableau.auction.rules import card_of
from games.tableau.endings import place_words
from games.tableau.scene import Scene
from games.tableau.shell import Facts, PrivateTableBase, private_fields


@dataclass(frozen=True, slots=True)
class Choice:
    """A possession that may be given up."""

    value: int
    face: CardFace


@dataclass(frozen=True, slots=True)
class PrivateTable(PrivateTableBase):
    passed: bool
    bid: int
    bid_words: str
    bid_notes: tuple[Note, ...]
    hand: tuple[Note, ...]
    purse: tuple[int, ...]
    """All the notes that it began with: each keeps its place in the hand."""
    money_words: str
    composer: Composer | None
    can_pass: bool
    pass_words: str
    choices: tuple[Choice, ...]
    choose_words: str
    meter: Meter | None
    reason: str
    """Why the game ended for this seat as it did; nothing while it goes on."""

    @property
    def facts(self) -> Facts:
        """What a browser reckons with while a bid is composed."""
        return () if self.composer is None else (("facts", self.composer.facts),)


def draw_private(scene: Scene, seat: int) -> PrivateTable:
    """What that seat sees of a running or a finished game."""
    view: View = scene.view(seat)
    assert view.you is not None
    mode, bid = mode_of(view), view.round.open_bids[seat]
    return PrivateTable(
        **private_fields(scene, seat, mode),
        passed=view.round.passed[seat],
        status=_status(scene, view, mode),
        bid=worth(bid),
        bid_words=money(worth(bid)) if worth(bid) else "",
        bid_notes=() if isinstance(bid, int) else draw_notes(bid),
        hand=draw_notes(view.you.hand or ()),
        purse=_purse(view.you, bid),
        money_words=money(view.you.money or 0),
        composer=draw_composer(view),
        can_pass=view.legal is not None and view.legal.can_pass,
        pass_words=_pass_words(view, mode),
        choices=_choices(scene, view),
        choose_words=str(words_for(scene.rules.slug).choose),
        meter=_own_meter(scene, view, mode),
        reason=_reason(scene, view, seat),
    )


def private_key(scene: Scene, seat: int) -> Hashable:
    """What the private table of a seat is drawn from, beside what the public one tells the browser meanwhile.

    While this stays the same, whoever composes a bid is left in peace.
    """
    view: View = scene.view()
    mode, round_ = mode_of(view), view.round
    if mode == OVER or seat in view.to_act:
        return scene.position.number
    names = tuple(person.name for person in scene.people)
    return len(view.revealed), mode, round_.passed[seat], round_.open_bids[seat], names


def _purse(you: PlayerView, bid: tuple[int, ...] | int) -> tuple[int, ...]:
    """Nothing where there are no notes."""
    if you.hand is None or isinstance(bid, int) or not isinstance(you.money_discarded, tuple):
        return ()
    return tuple(sorted((*you.hand, *bid, *you.money_discarded)))


def _own_meter(scene: Scene, view: View, mode: str) -> Meter | None:
    return None if mode == OVER else draw_meter(scene, view)


def _status(scene: Scene, view: View, mode: str) -> str:
    if view.outcome is not None:
        return _fate(view.outcome, view.seat or 0)
    if not view.acting:
        return _("You have passed.") if view.round.passed[view.seat or 0] else ""
    if mode == THEFT:
        return str(words_for(scene.rules.slug).choose)
    return _("Your turn")


def _fate(outcome: Outcome, seat: int) -> str:
    if outcome.seats[seat].cast_out:
        return _("You are cast out.")
    return place_words(outcome, seat)


def _reason(scene: Scene, view: View, seat: int) -> str:
    if view.outcome is None:
        return ""
    return reason_for(End.of(scene, view.outcome, words_for(scene.rules.slug)), seat)


def _pass_words(view: View, mode: str) -> str:
    if mode == ADVERSE and view.card is not None:
        return _("Pass and take %(card)s") % {"card": card_name(view.card.name)}
    return _("Pass")


def _choices(scene: Scene, view: View) -> tuple[Choice, ...]:
    if view.legal is None or view.you is None or not view.legal.discards:
        return ()
    words = words_for(scene.rules.slug)
    cards = [card_of(scene.rules, card_id) for card_id in view.you.cards]
    return tuple(Choice(card.value, draw_face(card, words)) for card in cards if card.value in view.legal.discards)
