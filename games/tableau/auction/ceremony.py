"""The end of a game as a ceremony: the last card, open purses, the cast out, scores line by line, the winner."""

from dataclasses import dataclass

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.auction import PlayerView, View
from games.rules.base import Outcome, ScoreLine, SeatResult
from games.tableau.amounts import figure, listed, money, score
from games.tableau.auction.edition import EditionWords
from games.tableau.auction.faces import CardFace, draw_face
from games.tableau.auction.names import card_name
from games.tableau.auction.rules import auction_rules, card_of
from games.tableau.emblems import seat_emblem
from games.tableau.endings import Count, Result, headline
from games.tableau.scene import Scene


@dataclass(frozen=True, slots=True)
class Ceremony:
    last_card: CardFace
    end_words: str
    purses: tuple[Result, ...]
    """By money, the richest first."""
    cast_out_words: str
    results: tuple[Result, ...]
    """By rank, the best first."""
    headline: str
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
        cast_out_words=_cast_out_words(results),
        results=tuple(sorted(results, key=lambda result: (result.rank, result.seat))),
        headline=headline(scene, outcome),
        reason=_reason(outcome, words),
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


def _cast_out_words(results: list[Result]) -> str:
    out = [result for result in results if result.out_word]
    facts = {"names": listed([result.name for result in out]), "money": out[0].money}
    if len(out) == len(results):
        return _("Everybody has the same money, %(money)s, so everybody is cast out.") % facts
    return (
        ngettext(
            "%(names)s has the least money, %(money)s, and is cast out.",
            "%(names)s have the least money, %(money)s each, and are cast out.",
            len(out),
        )
        % facts
    )


def _reason(outcome: Outcome, words: EditionWords) -> str:
    if not outcome.winners:
        return _("All are equally poor, and society closes its doors.")
    best = outcome.seats[outcome.winners[0]]
    facts = {"score": score(best.score), "kind": words.score, "money": money(best.money)}
    rivals = [told for told in outcome.seats if told.score == best.score and told.rank > 1 and not told.cast_out]
    if any(rival.money == best.money for rival in rivals):
        return _("With %(score)s %(kind)s and %(money)s left, as others have, but the finest single card.") % facts
    if rivals:
        return _("With %(score)s %(kind)s, as others have, but more money: %(money)s.") % facts
    return _("With %(score)s %(kind)s and %(money)s left.") % facts
