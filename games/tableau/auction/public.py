"""The table as everybody sees it: nothing here depends on who is looking."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.auction import View
from games.tableau.amounts import money, worth
from games.tableau.auction.ceremony import Ceremony, draw_ceremony
from games.tableau.auction.comparison import Poorest, is_everybody_else
from games.tableau.auction.edition import words_for
from games.tableau.auction.end_clock import EndClock, draw_clock
from games.tableau.auction.explain import ADVERSE, OVER, THEFT, explain, mode_of
from games.tableau.auction.faces import CardFace, draw_face, draw_faces
from games.tableau.auction.meter import poorest_if_paying
from games.tableau.auction.seats import SeatBox, draw_seats
from games.tableau.auction.settlement import draw_settlement
from games.tableau.auction.status import Prospect, prospects, statuses
from games.tableau.explanation import Explanation
from games.tableau.log import latest_words
from games.tableau.scene import Scene
from games.tableau.settlement import Settlement
from games.tableau.shell import Facts, PublicTableBase, public_fields


@dataclass(frozen=True, slots=True)
class PublicTable(PublicTableBase):
    """Modes are prize, misfortune, theft and over."""

    auction: int
    auction_words: str
    face: CardFace | None
    invitation: str
    highest: str
    """The highest bid, or nothing."""
    highest_bid: int
    highest_bidder: int | None
    highest_words: str
    pot_words: str
    deck_words: str
    unseen: tuple[CardFace, ...]
    seats: tuple[SeatBox, ...]
    score_word: str
    """What the cards at a seat count is called."""
    prospects: tuple[Prospect, ...]
    purses_open: bool
    clock: EndClock
    settlement: Settlement | None
    ceremony: Ceremony | None
    explanation: Explanation
    remarks: tuple[str, ...]
    poorest: tuple[Poorest, ...]
    """For each seat with whom it is compared if it pays; nothing where purses are closed."""

    @property
    def facts(self) -> Facts:
        """What whoever composes a bid has to keep up with."""
        bidder = "" if self.highest_bidder is None else str(self.highest_bidder)
        bids: Facts = (("highest", str(self.highest_bid)), ("bidder", bidder))
        if not self.poorest:
            return bids
        least = " ".join(str(poorest.least) for poorest in self.poorest)
        return (*bids, ("least", least), ("poorest", " ".join(map(self._seats_of, self.poorest))))

    def _seats_of(self, poorest: Poorest) -> str:
        """Briefly: a star for everybody else."""
        return "*" if is_everybody_else(poorest.seats, self.players) else ",".join(map(str, poorest.seats))


def draw_public(scene: Scene) -> PublicTable:
    """Everything that everyone may see of a running or a finished game."""
    view: View = scene.view()
    words = words_for(scene.rules.slug)
    mode, auction = mode_of(view), len(view.revealed) - (view.outcome is not None)
    stands = statuses(scene)
    return PublicTable(
        **public_fields(scene, mode, _turn_words(scene, mode)),
        announcement=latest_words(scene),
        auction=auction,
        auction_words=_("Auction %(number)s") % {"number": auction},
        face=None if view.card is None else draw_face(view.card, words),
        invitation=_invitation(mode),
        highest=money(view.round.highest_bid) if view.round.highest_bid else "",
        highest_bid=view.round.highest_bid,
        highest_bidder=view.round.highest_bidder,
        highest_words=_highest_words(scene, view, mode),
        pot_words=_pot_words(view, mode),
        deck_words=_deck_words(view),
        unseen=draw_faces(scene.rules, tuple(view.remaining), words),
        seats=draw_seats(scene, view, words, stands),
        score_word=str(words.score),
        prospects=prospects(scene, mode, words, stands),
        purses_open=view.players[0].money is not None,
        clock=draw_clock(scene, view, words),
        settlement=draw_settlement(scene),
        ceremony=draw_ceremony(scene, view, words),
        explanation=explain(view, words),
        remarks=_remarks(scene, view),
        poorest=poorest_if_paying(view) if view.outcome is None else (),
    )


def _turn_words(scene: Scene, mode: str) -> str:
    """A theft is another decision than a bid, of which nothing is said here."""
    if mode != THEFT or scene.turn is None:
        return ""
    return _("%(name)s chooses what to give up") % {"name": scene.name(scene.turn)}


def _invitation(mode: str) -> str:
    return _("First to pass takes this. Everybody else pays.") if mode == ADVERSE else ""


def _highest_words(scene: Scene, view: View, mode: str) -> str:
    if mode in (THEFT, OVER):
        return ""
    if view.round.highest_bidder is None:
        return _("No bid yet")
    return _("by %(name)s") % {"name": scene.name(view.round.highest_bidder)}


def _pot_words(view: View, mode: str) -> str:
    pot = sum(worth(bid) for bid in view.round.open_bids)
    return _("At stake: %(pot)s in open bids") % {"pot": money(pot)} if mode == ADVERSE and pot else ""


def _deck_words(view: View) -> str:
    left = view.deck_size
    return ngettext("%(count)s card left", "%(count)s cards left", left) % {"count": left}


def _remarks(scene: Scene, view: View) -> tuple[str, ...]:
    """What the table says about itself."""
    if not scene.hides_past or view.outcome is not None:
        return ()
    closed = _("Purses are closed: what the others have left is for you to remember.")
    bots = any(person.bot for person in scene.people)
    return (
        (closed, _("The house bots still know what was spent, as someone who remembers everything would."))
        if bots
        else (closed,)
    )
