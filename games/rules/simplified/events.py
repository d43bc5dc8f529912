"""What happened between a state and its successor.

Where purses are closed (`shown` is false), the price of an auction that is over is not told.
"""

from games.rules.simplified.cards import CARDS
from games.rules.simplified.event_types import CardWon, Done, Event
from games.rules.simplified.state import State

__all__ = ["Event", "what_was_done"]


def what_was_done(before: State, after: State, seat: int, shown: bool) -> list[Done]:
    """The action of that seat, and what came of it before the next card was revealed."""
    if after.highest_bidder == seat:
        return [{"type": "bid_placed", "seat": seat, "total": after.highest_bid}]
    told: list[Done] = [{"type": "passed", "seat": seat, "returned": before.players[seat].bid}]
    return told if after.drawn == before.drawn else [*told, _card_won(before, after, shown)]


def _card_won(before: State, after: State, shown: bool) -> CardWon:
    number = before.setup.deck[before.drawn - 1]
    winner = next(seat for seat, player in enumerate(after.players) if player.cards >> number & 1)
    paid = before.players[winner].bid if shown else None
    return {"type": "card_won", "seat": winner, "card": CARDS[number].id, "total": paid}
