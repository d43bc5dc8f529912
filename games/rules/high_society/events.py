"""What happened between a state and its successor: the words of log, animation and event stream.

Where purses are closed (`shown` is false), the price of an auction that is over is not told.
"""

from typing import TypedDict

from games.rules.auction import DISCARD
from games.rules.high_society.cards import POSSESSIONS, SCANDAL, THEFT
from games.rules.high_society.event_types import BidPlaced, Done, Event, PossessionStolen
from games.rules.high_society.money import TOTAL, cards_in
from games.rules.high_society.state import State

__all__ = ["Event", "what_was_done"]


class Price(TypedDict):
    """What somebody paid; `None` where that is not told."""

    cards: list[int] | None
    total: int | None


def what_was_done(before: State, after: State, seat: int, shown: bool) -> list[Done]:
    """The action of that seat, and what came of it before the next card was revealed."""
    if before.phase == DISCARD:
        return [_given_up(before, after, seat)]
    if after.highest_bidder == seat:
        return [_bid_placed(before, after, seat)]
    told: list[Done] = [{"type": "passed", "seat": seat, "returned": list(cards_in(before.players[seat].bid))}]
    if after.drawn == before.drawn and after.phase != DISCARD:
        return told
    settled = _misfortune_taken if _card(before) >= SCANDAL else _prize_won
    return [*told, *settled(before, after, after.starter, shown)]


def _card(state: State) -> int:
    return state.setup.deck[state.drawn - 1]


def _bid_placed(before: State, after: State, seat: int) -> BidPlaced:
    added = after.players[seat].bid ^ before.players[seat].bid
    return {"type": "bid_placed", "seat": seat, "cards": list(cards_in(added)), "total": after.highest_bid}


def _prize_won(before: State, after: State, winner: int, shown: bool) -> list[Done]:
    told: list[Done] = [{"type": "card_won", "seat": winner, "card": before.card.id, **_price(before, winner, shown)}]
    card = _card(before)
    if before.players[winner].thefts_pending and POSSESSIONS >> card & 1:
        told.append({"type": "possession_stolen", "seat": winner, "card": before.card.id, "pending": True})
    return told


def _misfortune_taken(before: State, after: State, taker: int, shown: bool) -> list[Done]:
    told: list[Done] = [{"type": "misfortune_taken", "seat": taker, "card": before.card.id}]
    told += [
        {"type": "money_lost", "seat": seat, **_price(before, seat, shown)}
        for seat, player in enumerate(before.players)
        if player.bid and seat != taker
    ]
    if _card(before) == THEFT and after.phase != DISCARD:
        told.append({"type": "theft_pending", "seat": taker})
    return told


def _given_up(before: State, after: State, seat: int) -> PossessionStolen:
    lost = before.players[seat].cards ^ after.players[seat].cards
    card = before.setup.edition.cards[lost.bit_length() - 1]
    return {"type": "possession_stolen", "seat": seat, "card": card.id, "pending": False}


def _price(before: State, seat: int, shown: bool) -> Price:
    if not shown:
        return {"cards": None, "total": None}
    bid = before.players[seat].bid
    return {"cards": list(cards_in(bid)), "total": TOTAL[bid]}
