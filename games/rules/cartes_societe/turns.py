"""What happens between two players' turns: combat, mixing, a market filled anew."""

from typing import NamedTuple

from games.rules.cartes_societe.board import count
from games.rules.cartes_societe.calendar import LAST_TURN, first_buyer, gold_of, is_mixed_after, tier_of
from games.rules.cartes_societe.state import MARKET, Numbers, Player, Setup, State
from games.rules.chance import Chance

_new = tuple.__new__
"""Builds the successors of valid states without validating them again."""


class Hit(NamedTuple):
    by: int
    on: int
    damage: int


class Table(NamedTuple):
    """What lies in the middle."""

    piles: tuple[Numbers, ...]
    market: Numbers
    discard: Numbers


def first_state(setup: Setup) -> State:
    table = Table(setup.deck, (), ())
    return _begin_turn(setup, 1, table, (Player(),) * setup.players)


def end_turn(state: State, seat: int) -> State:
    """The next living player acts; after the last one everybody fights."""
    setup, turn, _, piles, market, discard, players = state
    count = len(players)
    still_to_come = (state.first - seat - 1) % count
    for other in range(seat + 1, seat + 1 + still_to_come):
        if not players[other % count].fell:
            return _new(State, (setup, turn, other % count, piles, market, discard, players))
    return _after_combat(state)


def hits(state: State) -> list[Hit]:
    """Who would be hit by whom, and how hard, if everybody fought now."""
    living = [(seat, count(player.board)) for seat, player in enumerate(state.players) if not player.fell]
    return [
        Hit(by, on, attacking.attack - attacked.hp)
        for by, attacking in living
        for on, attacked in living
        if by != on and attacking.attack > attacked.hp
    ]


def _after_combat(state: State) -> State:
    setup, turn, _, piles, market, discard, players = state
    health = [player.pv for player in players]
    for _, on, damage in hits(state):
        health[on] -= damage
    players = tuple(_hurt(player, left, turn) for player, left in zip(players, health, strict=True))
    living = len([player for player in players if not player.fell])
    if living < 2 or turn == LAST_TURN:
        return _new(State, (setup, turn, None, piles, market, discard, players))
    table = Table(piles, market, discard)
    if is_mixed_after(turn):
        table = _mix(setup, turn, table)
    return _begin_turn(setup, turn + 1, table, players)


def _hurt(player: Player, left: int, turn: int) -> Player:
    """Who has no health left is out, and the cards leave the game."""
    if player.fell:
        return player
    if left <= 0:
        return _new(Player, (left, 0, (), (), False, turn))
    return _new(Player, (left, *player[1:]))


def _mix(setup: Setup, turn: int, table: Table) -> Table:
    """Of what is left of a tier one part is shuffled into the next pile, and the other is discarded."""
    chance = Chance(f"{setup.digest}/mix/{turn}")
    tier = tier_of(turn)
    left = chance.shuffled(table.piles[tier - 1] + table.market)
    cut = len(left) if len(left) < 2 else 1 + chance.below(len(left) - 1)
    pile = chance.shuffled(table.piles[tier] + left[:cut])
    piles = (*table.piles[: tier - 1], (), pile, *table.piles[tier + 1 :])
    return Table(piles, (), tuple(sorted(table.discard + left[cut:])))


def _begin_turn(setup: Setup, turn: int, table: Table, players: tuple[Player, ...]) -> State:
    gold = gold_of(turn)
    players = tuple(
        player if player.fell else _new(Player, (player.pv, gold, player.hand, player.board, False, 0))
        for player in players
    )
    seat = first_buyer(turn, [not player.fell for player in players])
    return _new(State, (setup, turn, seat, *_fill(setup, turn, table), players))


def _fill(setup: Setup, turn: int, table: Table) -> Table:
    """Five cards face up; when the pile has run out the discard is shuffled to be the pile."""
    tier = tier_of(turn)
    pile, market, discard = table.piles[tier - 1], table.market, table.discard
    missing = MARKET - len(market)
    if missing > len(pile) and discard:
        pile, discard = pile + Chance(f"{setup.digest}/refill/{turn}").shuffled(discard), ()
    piles = (*table.piles[: tier - 1], pile[missing:], *table.piles[tier:])
    return Table(piles, market + pile[:missing], discard)
