"""What happened between a state and its successor: the words of log, animation and event stream."""

from collections.abc import Iterable

from games.rules.cartes_societe.calendar import gold_of, is_mixed_after
from games.rules.cartes_societe.cards import COSTS, IDS
from games.rules.cartes_societe.event_types import Combat, Event, PilesMixed, TurnStarted, WithinTurn
from games.rules.cartes_societe.scoring import outcome
from games.rules.cartes_societe.state import State
from games.rules.cartes_societe.turns import hits


def beginning(first: State) -> list[Event]:
    return [
        {"type": "game_started", "players": len(first.players), "starter": first.first},
        *_turn_started(first, first.market, reshuffled=False),
    ]


def what_was_done(before: State, after: State) -> list[Event]:
    assert before.seat is not None, "nothing follows the end of a game"
    if (after.turn, after.seat) == (before.turn, before.seat):
        return [_within_a_turn(before, after, before.seat)]
    told: list[Event] = [{"type": "turn_ended", "seat": before.seat}]
    if after.turn != before.turn or after.seat is None:
        told += _after_combat(before, after)
    return told


def _within_a_turn(before: State, after: State, seat: int) -> WithinTurn:
    was, now = before.players[seat], after.players[seat]
    discarded = _new_in(after.discard, before.discard)
    if len(now.hand) > len(was.hand):
        bought = now.hand[-1]
        return {"type": "card_bought", "seat": seat, "card": IDS[bought], "cost": COSTS[bought]}
    if now.played == was.played:
        flipped = _new_in((*now.hand, *now.board), (*was.hand, *was.board))
        return {
            "type": "card_evolved",
            "seat": seat,
            "card": IDS[flipped[0]],
            "zone": "hand" if flipped[0] in now.hand else "board",
            "discarded": _ids(discarded),
        }
    laid = IDS[_new_in(now.board, was.board)[0]]
    if discarded:
        return {"type": "card_replaced", "seat": seat, "card": laid, "over": IDS[discarded[0]]}
    return {"type": "card_played", "seat": seat, "card": laid}


def _after_combat(before: State, after: State) -> list[Event]:
    combat: Combat = {
        "type": "combat",
        "turn": before.turn,
        "hits": [{"by": by, "on": on, "damage": damage} for by, on, damage in hits(before)],
        "pv": [player.pv for player in after.players],
    }
    told: list[Event] = [combat]
    told += [
        {"type": "eliminated", "seat": seat, "pv": player.pv}
        for seat, player in enumerate(after.players)
        if player.fell == before.turn
    ]
    result = outcome(after)
    if result is not None:
        return [*told, {"type": "game_ended", "reason": result.reason, "winners": list(result.winners)}]
    if is_mixed_after(before.turn):
        return [*told, _mixed(before, after), *_turn_started(after, after.market, reshuffled=False)]
    reshuffled = bool(before.discard) and not after.discard
    return [*told, *_turn_started(after, after.market[len(before.market) :], reshuffled)]


def _mixed(before: State, after: State) -> PilesMixed:
    """The next pile was never touched before, so it is deep enough: no discard is shuffled into it at once."""
    left = len(before.piles[before.tier - 1]) + len(before.market)
    discarded = _new_in(after.discard, before.discard)
    return {
        "type": "piles_mixed",
        "into": after.tier,
        "up": left - len(discarded),
        "discarded": _ids(discarded),
    }


def _turn_started(state: State, cards: Iterable[int], reshuffled: bool) -> list[Event]:
    started: TurnStarted = {
        "type": "turn_started",
        "turn": state.turn,
        "tier": state.tier,
        "po": gold_of(state.turn),
        "first": state.first,
    }
    filled = _ids(cards)
    return [started, {"type": "market_filled", "cards": filled, "reshuffled": reshuffled}] if filled else [started]


def _new_in(now: Iterable[int], was: Iterable[int]) -> list[int]:
    old = set(was)
    return [number for number in now if number not in old]


def _ids(numbers: Iterable[int]) -> list[str]:
    return [IDS[number] for number in numbers]
