"""An auction as one seat may act in it, for programs."""

from games.rules import AnyRules
from games.rules.auction import AUCTION, DISCARD, OVER, LegalView, View
from games.rules.base import Event
from games.rules.errors import IllegalAction
from games.rules.plain import Json
from games.rules.status_cards import MISFORTUNE, Card
from games.tableau.amounts import worth
from games.tableau.auction.composer import must_add
from games.tableau.auction.edition import words_for
from games.tableau.auction.rules import auction_rules, card_of
from games.tableau.refusals import OF_EVERY_GAME
from games.tableau.scene import Scene
from games.tableau.seat_state import FINISHED, AvailableAction, PendingChoice, SeatState, offers

AUCTION_PHASE, ADVERSE_PHASE = "auction", "disgrace_auction"
BID, PASS, SELECT_CARD = "bid", "pass", "select_card"
AMOUNTS = ("cards", "total", "returned")
"""What an event tells of money; a card that somebody gets is none of these."""


def seat_state(scene: Scene, seat: int | None) -> SeatState:
    view: View = scene.view(seat)
    phase = FINISHED if view.card is None else phase_of(view.card)
    if seat is None:
        return SeatState(phase)
    rules, state = auction_rules(scene.rules), scene.position.state
    return SeatState(
        phase,
        available_actions=_actions(view),
        choice=_choice(scene, view, view.legal) if view.legal is not None else None,
        current_bid_total=worth(view.round.open_bids[seat]),
        remaining_money=view.players[seat].money,
        status=rules.status(state, seat),
        projected_status=rules.projected_status(state, seat),
    )


def phase_of(card: Card) -> str:
    return ADVERSE_PHASE if card.kind == MISFORTUNE else AUCTION_PHASE


def phase_begun_by(rules: AnyRules, event: Event) -> str:
    """The phase that a newly revealed card brings."""
    return phase_of(card_of(rules, event["card"])) if event["type"] == "card_revealed" else ""


def without_amounts(event: Event) -> Event:
    """As it is told once its auction is over and purses are closed."""
    return {key: None if key in AMOUNTS else value for key, value in event.items()}


def read_selection(rules: AnyRules, card: str) -> Json:
    """The possession of that id as what a theft takes."""
    found = next((one for one in auction_rules(rules).cards if one.id == card and one.value is not None), None)
    if found is None:
        raise IllegalAction("possession_not_owned", "There is no possession of this id.")
    return {"kind": "discard_possession", "value": found.value}


def _actions(view: View) -> tuple[AvailableAction, ...]:
    legal = view.legal
    if legal is None:
        why_not = OF_EVERY_GAME["game_over" if view.phase == OVER else "not_your_turn"]
        return offers({BID: why_not, PASS: why_not, SELECT_CARD: why_not})
    wrong_phase = OF_EVERY_GAME["wrong_phase"]
    if not legal.can_pass:
        return offers({BID: wrong_phase, PASS: wrong_phase, SELECT_CARD: None})
    return offers({BID: None if legal.totals else must_add(view, (), 0), PASS: None, SELECT_CARD: wrong_phase})


def _choice(scene: Scene, view: View, legal: LegalView) -> PendingChoice:
    if view.phase == DISCARD:
        choose = str(words_for(scene.rules.slug).choose)
        return PendingChoice(SELECT_CARD, choose, _ids(scene, legal.discards))
    assert view.phase == AUCTION
    assert view.seat is not None
    own = worth(view.round.open_bids[view.seat])
    least = legal.totals[0] if legal.totals else None
    return PendingChoice(BID, must_add(view, legal.totals, own), legal.cards, least, legal.minimum_raise)


def _ids(scene: Scene, values: tuple[int, ...]) -> tuple[str, ...]:
    cards = {card.value: card.id for card in auction_rules(scene.rules).cards if card.value is not None}
    return tuple(cards[value] for value in values)
