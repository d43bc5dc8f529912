"""The seats around the table, as everybody sees them."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from django.utils.translation import get_language, gettext_noop, ngettext
from django.utils.translation import gettext as _

from games.rules.auction import AUCTION, PlayerView, View
from games.tableau.amounts import figure, money, worth
from games.tableau.auction.edition import EditionWords
from games.tableau.auction.faces import CardFace, draw_faces
from games.tableau.auction.meter import standings_words
from games.tableau.auction.reach import open_totals, runs_words, step_of, uses_notes
from games.tableau.scene import Scene
from games.tableau.shell import Place, place_of

Notes = tuple[int, ...]


class PurseNote(NamedTuple):
    """A note, and where it is: in hand, in the open bid, or spent."""

    figure: str
    place: str


class SeatBox(NamedTuple):
    place: Place
    state: str
    """One word for a machine: acting, leading, passed, waiting, winner, out."""
    state_word: str
    bid: int
    bid_words: str
    bid_notes: tuple[str, ...]
    cards: tuple[CardFace, ...]
    money_words: str
    notes_words: str
    purse: tuple[PurseNote, ...]
    raises: str
    standing: str
    status: str

    @property
    def seat(self) -> int:
        return self.place.seat

    @property
    def name(self) -> str:
        return self.place.person.name

    @property
    def held(self) -> str:
        """The notes in hand, as a list."""
        return " ".join(note.figure for note in self.purse if note.place == "hand")


def draw_seats(scene: Scene, view: View, words: EditionWords, stands: Sequence[str]) -> tuple[SeatBox, ...]:
    """`stands` is what each seat stands at."""
    both = zip(standings_words(view), stands, strict=True)
    boxes = [_seat(scene, view, words, player) for player in view.players]
    return tuple(
        box._replace(standing=standing, status=status) for box, (standing, status) in zip(boxes, both, strict=True)
    )


def _seat(scene: Scene, view: View, words: EditionWords, player: PlayerView) -> SeatBox:
    seat, bid = player.seat, view.round.open_bids[player.seat]
    cards = draw_faces(scene.rules, player.cards, words)
    box = _box(place_of(scene, seat), _state(view, seat), bid, player, uses_notes(view), cards, get_language())
    return box._replace(raises=raises_words(view, seat))


@lru_cache(maxsize=4096)
def _box(
    place: Place,
    state: str,
    bid: Notes | int,
    player: PlayerView,
    with_notes: bool,
    cards: tuple[CardFace, ...],
    language: str | None,
) -> SeatBox:
    """What depends on this seat alone: most seats stay as they are when one moves. `language` is the one in force."""
    return SeatBox(
        place=place,
        state=state,
        state_word=_(STATE_WORDS[state]) if STATE_WORDS[state] else "",
        bid=worth(bid),
        bid_words=money(worth(bid)) if worth(bid) else "",
        bid_notes=() if isinstance(bid, int) else tuple(map(figure, bid)),
        cards=cards,
        money_words="" if player.money is None else money(player.money),
        notes_words=_notes_words(player.cards_in_hand) if with_notes else "",
        purse=_purse(player.hand, bid, player.money_discarded),
        raises="",
        standing="",
        status="",
    )


def _state(view: View, seat: int) -> str:
    if view.outcome is not None:
        return _final_state(view, seat)
    if seat in view.to_act:
        return "acting"
    if view.round.passed[seat]:
        return "passed"
    return "leading" if view.round.highest_bidder == seat else "waiting"


def _final_state(view: View, seat: int) -> str:
    assert view.outcome is not None
    if seat in view.outcome.winners:
        return "winner"
    return "out" if view.outcome.seats[seat].cast_out else "waiting"


STATE_WORDS = {
    "acting": gettext_noop("to play"),
    "leading": gettext_noop("highest"),
    "passed": gettext_noop("passed"),
    "waiting": "",
    "winner": gettext_noop("winner"),
    "out": gettext_noop("cast out"),
}


def _notes_words(held: int) -> str:
    return ngettext("%(count)s note", "%(count)s notes", held) % {"count": held}


@lru_cache(maxsize=4096)
def _purse(hand: Notes | None, bid: Notes | int, spent: Notes | int | None) -> tuple[PurseNote, ...]:
    """All the notes a player began with, in order; none where they are hidden or there are none."""
    if hand is None or isinstance(bid, int) or not isinstance(spent, tuple):
        return ()
    places = dict.fromkeys(hand, "hand") | dict.fromkeys(bid, "bid") | dict.fromkeys(spent, "spent")
    return tuple(PurseNote(figure(note), places[note]) for note in sorted(places))


def raises_words(view: View, seat: int) -> str:
    """The raises still open to a seat, where its purse is open and it can still bid."""
    if view.phase != AUCTION or view.round.passed[seat] or view.players[seat].money is None:
        return ""
    totals = open_totals(view, seat)
    if not totals:
        return _("cannot raise")
    return _raises(totals, step_of(view), get_language())


@lru_cache(maxsize=4096)
def _raises(totals: tuple[int, ...], step: int, language: str | None) -> str:
    """`language` is the one in force."""
    return _("can bid %(totals)s") % {"totals": runs_words(totals, step)}
