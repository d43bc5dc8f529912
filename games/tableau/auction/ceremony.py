"""The end of a game as a ceremony: the last card, open purses, the cast out, scores line by line, the winner."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from django.utils.translation import gettext as _

from games.rules.auction import PlayerView, View
from games.rules.base import Outcome, ScoreLine, SeatResult
from games.tableau.amounts import figure, money, score
from games.tableau.auction.edition import EditionWords
from games.tableau.auction.faces import CardFace, draw_face
from games.tableau.auction.names import card_name
from games.tableau.auction.reasons import End, reason_for_all
from games.tableau.auction.rules import auction_rules, card_of
from games.tableau.emblems import seat_emblem
from games.tableau.endings import Count, Result, Told, headline
from games.tableau.scene import Scene


@dataclass(frozen=True, slots=True)
class Ceremony:
    last_card: CardFace
    end_words: str
    purses: tuple[Result, ...]
    """By money, the richest first."""
    cast_out: tuple[Told, ...]
    results: tuple[Result, ...]
    """By rank, the best first."""
    headline: Told
    reason: str
    """Why the winner won, or why nobody did."""


def draw_ceremony(scene: Scene, view: View, words: EditionWords) -> Ceremony | None:
    outcome = view.outcome
    if outcome is None:
        return None
    last = draw_face(card_of(scene.rules, view.revealed[-1]), words)
    results = [_result(scene, words, outcome, player) for player in view.players]
    return Ceremony(
        last_card=last,
        end_words=str(words.fourth_red) % {"card": last.name},
        purses=tuple(sorted(results, key=lambda result: -outcome.seats[result.seat].money)),
        cast_out=tuple(_cast_out(results)),
        results=tuple(sorted(results, key=lambda result: (result.rank, result.seat))),
        headline=headline(scene, outcome),
        reason=reason_for_all(End.of(scene, outcome, words)),
    )


def out_word() -> str:
    return _("cast out")


def rank_words(result: SeatResult) -> str:
    """The cast out have no rank to speak of."""
    return "–" if result.cast_out else str(result.rank)


def _result(scene: Scene, words: EditionWords, outcome: Outcome, player: PlayerView) -> Result:
    seat, told = player.seat, outcome.seats[player.seat]
    return Result(
        seat=seat,
        name=scene.name(seat),
        emblem=seat_emblem(seat),
        rank=told.rank,
        place=rank_words(told),
        won=seat in outcome.winners,
        out_word=out_word() if told.cast_out else "",
        money=money(told.money),
        notes=tuple(map(figure, player.hand or ())),
        cards=tuple(draw_face(card_of(scene.rules, card_id), words) for card_id in player.cards),
        counts=tuple(Count(_line_words(scene, words, player, line), score(line.total)) for line in told.lines),
        score=score(told.score),
    )


def _line_words(scene: Scene, words: EditionWords, player: PlayerView, line: ScoreLine) -> str:
    """The line in the reader's language; a kind we do not know yet is told as the rules tell it."""
    values = " + ".join(map(str, player.possessions)) or _("none")
    told = {
        "possessions": f"{words.score_possessions} {values}",
        "debts": f"{_name_of(scene, 'debt')} −5",
        "titles": f"{words.score_titles} × {2**player.titles}",
        "scandals": f"{_name_of(scene, 'scandal')} ÷ 2",
        "rounded_down": _("Rounded down"),
        "at_least_zero": _("Below zero counts as zero"),
        "cast_out": _("The poorest score nothing"),
    }
    return told.get(line.kind, line.text)


def _name_of(scene: Scene, misfortune: str) -> str:
    return card_name(
        next((card.name for card in auction_rules(scene.rules).cards if card.misfortune == misfortune), "")
    )


def _cast_out(results: Sequence[Result]) -> Iterator[Told]:
    """Whoever had the least, each by themselves."""
    out = [result for result in results if result.out_word]
    if len(out) == len(results):
        facts = {"money": out[0].money}
        yield Told(_("Everybody has the same money, %(money)s, so everybody is cast out.") % facts)
        return
    for result in out:
        facts = {"name": result.name, "money": result.money}
        if len(out) == 1:
            theirs = _("%(name)s has the least money, %(money)s, and is cast out.") % facts
            mine = _("You have the least money, %(money)s, and are cast out.") % facts
        else:
            theirs = _("%(name)s is among the poorest with %(money)s, and is cast out.") % facts
            mine = _("You are among the poorest with %(money)s, and are cast out.") % facts
        yield Told(theirs, mine, result.seat)
