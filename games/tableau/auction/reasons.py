"""Why a game ended for somebody as it did, in one sentence: status is what was fought for, money what it cost."""

from collections.abc import Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.rules.base import Outcome
from games.tableau.amounts import listed, money, score
from games.tableau.auction.edition import EditionWords
from games.tableau.auction.rules import auction_rules
from games.tableau.scene import Scene


@dataclass(frozen=True, slots=True)
class End:
    """How everybody stood when it was over."""

    outcome: Outcome
    statuses: Sequence[int | float]
    """What the cards of each seat count, be it cast out or not."""
    names: Sequence[str]
    kind: str
    """What status is called in this game."""

    @classmethod
    def of(cls, scene: Scene, outcome: Outcome, words: EditionWords) -> "End":
        rules, state = auction_rules(scene.rules), scene.position.state
        statuses = [rules.status(state, seat) for seat in range(len(scene.people))]
        return cls(outcome, statuses, [person.name for person in scene.people], str(words.score))

    def named(self, seats: Sequence[int]) -> str:
        return listed([self.names[seat] for seat in seats])

    @property
    def next_poorest(self) -> list[int]:
        """Who has least of those who were not cast out."""
        staying = [seat for seat, told in enumerate(self.outcome.seats) if not told.cast_out]
        least = min(self.outcome.seats[seat].money for seat in staying)
        return [seat for seat in staying if self.outcome.seats[seat].money == least]

    @property
    def best_cast_out(self) -> int | None:
        """Who would have won with what they had, if they had kept more money."""
        out = [seat for seat, told in enumerate(self.outcome.seats) if told.cast_out]
        best = max(out, key=lambda seat: self.statuses[seat], default=None)
        return best if best is not None and self.statuses[best] > self._winning_score else None

    def rivals_of(self, seat: int) -> list[int]:
        """Those who came in behind with as high a score."""
        own = self.outcome.seats[seat]
        told = enumerate(self.outcome.seats)
        return [other for other, one in told if one.score == own.score and one.rank > own.rank and not one.cast_out]

    @property
    def _winning_score(self) -> int | float:
        return self.outcome.seats[self.outcome.winners[0]].score


def reason_for(end: End, seat: int) -> str:
    """For somebody who played."""
    outcome = end.outcome
    if not outcome.winners:
        return _("Everybody had the same money, so everybody was cast out.")
    if outcome.seats[seat].cast_out:
        return _why_cast_out(end, seat)
    return _why_won(end, seat) if seat in outcome.winners else _why_lost(end, seat)


def reason_for_all(end: End) -> str:
    """On the table: the winner's, and who would have won with more money."""
    if not end.outcome.winners:
        return _("All are equally poor, and society closes its doors.")
    won = _how_it_was_won(end)
    best = end.best_cast_out
    if best is None:
        return won
    facts = {"name": end.names[best], "status": score(end.statuses[best]), "kind": end.kind}
    return f"{won} " + _("%(name)s had the highest %(kind)s, %(status)s, but the least money.") % facts


def _why_cast_out(end: End, seat: int) -> str:
    facts = {
        "kind": end.kind,
        "status": score(end.statuses[seat]),
        "gap": money(end.outcome.seats[end.next_poorest[0]].money - end.outcome.seats[seat].money),
        "names": end.named(end.next_poorest),
    }
    best = end.best_cast_out
    if best is not None and end.statuses[seat] == end.statuses[best]:
        return _("You had the highest %(kind)s, %(status)s, but %(gap)s less than %(names)s: cast out.") % facts
    return _("You had %(gap)s less than %(names)s, and were cast out with a %(kind)s of %(status)s.") % facts


def _why_won(end: End, seat: int) -> str:
    told, rivals = end.outcome.seats[seat], end.rivals_of(seat)
    facts = {"kind": end.kind, "score": score(told.score), "money": money(told.money), "names": end.named(rivals)}
    if any(end.outcome.seats[rival].money == told.money for rival in rivals):
        return _("You had a %(kind)s of %(score)s and as much money as %(names)s, but the finest single card.") % facts
    if rivals:
        return _("You had a %(kind)s of %(score)s like %(names)s, but more money: %(money)s.") % facts
    best = end.best_cast_out
    if best is None:
        return _("You had the highest %(kind)s, %(score)s, and %(money)s left.") % facts
    facts |= {"name": end.names[best], "status": score(end.statuses[best])}
    return _("You had a %(kind)s of %(score)s; %(name)s had %(status)s, but the least money.") % facts


def _why_lost(end: End, seat: int) -> str:
    told, winner = end.outcome.seats[seat], end.outcome.winners[0]
    best = end.outcome.seats[winner]
    facts = {
        "kind": end.kind,
        "score": score(told.score),
        "best": score(best.score),
        "names": end.named(end.outcome.winners),
        "gap": money(best.money - told.money),
    }
    if told.score < best.score:
        return _("You had a %(kind)s of %(score)s, and %(names)s had %(best)s.") % facts
    if told.money < best.money:
        return _("You had a %(kind)s of %(score)s like %(names)s, but %(gap)s less.") % facts
    return _("You had a %(kind)s of %(score)s and as much money as %(names)s, who had the finest single card.") % facts


def _how_it_was_won(end: End) -> str:
    winner = end.outcome.winners[0]
    best, rivals = end.outcome.seats[winner], end.rivals_of(winner)
    facts = {"score": score(best.score), "kind": end.kind, "money": money(best.money)}
    if any(end.outcome.seats[rival].money == best.money for rival in rivals):
        return _("With a %(kind)s of %(score)s and %(money)s left, as others had, but the finest single card.") % facts
    if rivals:
        return _("With a %(kind)s of %(score)s, as others had, but more money: %(money)s.") % facts
    if any(end.outcome.seats[other].money != best.money for other in end.outcome.winners):
        return _("Each with a %(kind)s of %(score)s.") % facts
    return _("With a %(kind)s of %(score)s and %(money)s left.") % facts
