"""What happened between a state and its successor.

Where purses are closed (`shown` is false), the price of an auction that is over is not told.
"""

from games.rules.base import Event
from games.rules.simplified.cards import CARDS
from games.rules.simplified.scoring import outcome
from games.rules.simplified.state import State


def events(before: State | None, after: State, shown: bool) -> list[Event]:
    if before is None:
        return [{"type": "game_started", "players": len(after.players), "starter": after.starter}, *_revealed(after)]
    seat = before.turn
    assert seat is not None, "nothing follows the end of a game"
    if after.highest_bidder == seat:
        return [{"type": "bid_placed", "seat": seat, "total": after.highest_bid}]
    told: list[Event] = [{"type": "passed", "seat": seat, "returned": before.players[seat].bid}]
    if after.drawn == before.drawn:
        return told
    return [*told, _card_won(before, after, shown), *_revealed(after)]


def _card_won(before: State, after: State, shown: bool) -> Event:
    number = before.setup.deck[before.drawn - 1]
    winner = next(seat for seat, player in enumerate(after.players) if player.cards >> number & 1)
    paid = before.players[winner].bid if shown else None
    return {"type": "card_won", "seat": winner, "card": CARDS[number].id, "total": paid}


def _revealed(after: State) -> list[Event]:
    told: list[Event] = [{"type": "card_revealed", "card": after.card.id, "red_revealed": after.red_revealed}]
    result = outcome(after)
    if result is not None:
        told.append({"type": "game_ended", "reason": result.reason, "winners": list(result.winners)})
    return told
