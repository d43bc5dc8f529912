"""The ways in which a turn can go on: what is bought, what evolves, what is laid."""

from collections.abc import Iterator
from dataclasses import dataclass

from games.bots.cartes_societe.table import COST, END, NOTHING, SAME_TO_EVOLVE, SECOND_SIDE, Step, Table, totals
from games.bots.cartes_societe.taste import Taste
from games.rules.cartes_societe.actions import Buy, Evolve, Play, Replace


@dataclass(slots=True)
class Plan:
    """What is done next, and what market, hand and board come to in the end."""

    steps: list[Step]
    market: list[int]
    hand: list[int]
    board: list[int]

    @property
    def first(self) -> Step:
        return self.steps[0] if self.steps else END


def plans(table: Table, taste: Taste) -> Iterator[Plan]:
    me = table.players[table.me]
    for bought in purchases(sorted(table.market), table.gold):
        market = list(table.market)
        for card in bought:
            market.remove(card)
        plan = Plan([(Buy, card, NOTHING) for card in bought], market, [*me.hand, *bought], list(me.board))
        evolve(plan, plan.hand)
        yield from _laid(plan, table.played, taste)
        if evolve(on_board := _copy(plan), on_board.board):
            yield from _laid(on_board, table.played, taste)


def purchases(market: list[int], gold: int) -> list[tuple[int, ...]]:
    """What can be bought until no gold is left that would buy more: gold is worth nothing after the turn."""
    found: set[tuple[int, ...]] = set()
    for place, card in enumerate(market):
        if COST[card] <= gold:
            rest = market[:place] + market[place + 1 :]
            found |= {tuple(sorted((card, *more))) for more in purchases(rest, gold - COST[card])}
    return sorted(found) or [()]


def evolve(plan: Plan, zone: list[int]) -> bool:
    """Whether three of a name were there to make one of the second level."""
    ready = {card for card in zone if card < SECOND_SIDE and zone.count(card) >= SAME_TO_EVOLVE}
    for card in sorted(ready):
        plan.steps.append((Evolve, card, NOTHING))
        for _ in range(SAME_TO_EVOLVE):
            zone.remove(card)
        zone.append(card + SECOND_SIDE)
    return bool(ready)


def _laid(plan: Plan, played: bool, taste: Taste) -> Iterator[Plan]:
    yield plan
    if played:
        return
    full = len(plan.board) >= totals(plan.board).limit
    for card in sorted(set(plan.hand)):
        laid = _copy(plan)
        laid.hand.remove(card)
        if full:
            over = taste.least(plan.board, card)
            laid.board.remove(over)
            laid.steps.append((Replace, card, over))
        else:
            laid.steps.append((Play, card, NOTHING))
        laid.board.append(card)
        yield laid


def _copy(plan: Plan) -> Plan:
    return Plan(list(plan.steps), plan.market, list(plan.hand), list(plan.board))
