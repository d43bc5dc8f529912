"""Money and status of everybody over the auctions."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from django.utils.translation import gettext as _

from games.positions import Position
from games.rules import AnyRules
from games.rules.auction import View
from games.tableau.amounts import money, score, worth
from games.tableau.auction.edition import words_for
from games.tableau.auction.names import card_name
from games.tableau.auction.rules import auction_rules, card_of
from games.tableau.scene import Scene
from games.tableau.timeline import Series, Timeline

KEPT_STANDINGS = 8192


class Standing(NamedTuple):
    """How every seat stood at one moment, as far as somebody knew."""

    money: tuple[int | None, ...]
    status: tuple[int | float, ...]


def timeline_of(scene: Scene, drawn: Scene, seat: int | None) -> Timeline:
    opened = not drawn.hides_past or scene.everything or scene.outcome is not None
    viewer = None if opened else seat

    def values_at(position: Position) -> Standing:
        return _standing(scene.rules, position, viewer, opened)

    known = [other for other, sum_ in enumerate(values_at(drawn.position).money) if sum_ is not None]
    score_words = str(words_for(scene.rules.slug).score)
    revealed = drawn.view().revealed
    return Timeline(
        series=(
            Series("money", _("Money"), known, _money_words, "" if opened else _closed(seat)),
            Series("status", score_words.capitalize(), range(len(scene.people)), score),
        ),
        values_at=values_at,
        # The last card is never sold, or the game would not have ended.
        longest=len(auction_rules(scene.rules).cards) - 1,
        every=1,
        stage_words=lambda number, under_way: _auction_words(scene, revealed, number, under_way),
        axis=_("auctions"),
        label=_("%(what)s over the auctions, drawn as lines."),
        column=_("After auction"),
    )


def _money_words(amount: float) -> str:
    return money(int(amount))


def _closed(seat: int | None) -> str:
    if seat is None:
        return _("Purses are closed: nobody's money is shown before the end.")
    return _("Purses are closed: only the money of this seat is shown before the end.")


def _auction_words(scene: Scene, revealed: Sequence[str], number: int, under_way: bool) -> str:
    facts = {"number": number, "card": card_name(card_of(scene.rules, revealed[number - 1]).name)}
    if under_way:
        return _("%(number)s · %(card)s, under way") % facts
    return _("%(number)s · %(card)s") % facts


@lru_cache(maxsize=KEPT_STANDINGS)
def _standing(rules: AnyRules, position: Position, seat: int | None, opened: bool) -> Standing:
    """An open bid is its owner's until it is paid."""
    state = position.state
    view: View = rules.view(state, seat, open_purses=opened)
    bids = [worth(bid) for bid in view.round.open_bids]
    return Standing(
        tuple(None if player.money is None else player.money + bids[player.seat] for player in view.players),
        tuple(auction_rules(rules).status(state, player.seat) for player in view.players),
    )
