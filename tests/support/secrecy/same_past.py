"""CartesSociété from beginning to end, and a twin that has the same past and, in each of its turns, another future.

All chance of that game comes from its deck, so another deck soon tells another story. The twin's past is therefore not
drawn but told: up to the turn that the evening has come to, it finds face up what was drawn at the first table, and
face down the same cards, each pile turned round. What comes after that turn the rules draw as ever, from the cards as
they lie there and by the digest of the twin's own deck. So at every moment everybody may know as much of one game as of
the other, but of any two cards in a pile the other one lies on top, others would be drawn next, and deck, seed and salt
are others, too. Wherever somebody is sent something else, it depends on that.
"""

import random
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from functools import partial
from typing import Any
from unittest.mock import patch

from games.rules import find_rules
from games.rules.cartes_societe import turns
from games.rules.cartes_societe.actions import END_TURN, Action, Buy, Play
from games.rules.cartes_societe.calendar import gold_of
from games.rules.cartes_societe.cards import TIERS
from games.rules.cartes_societe.state import Setup, State
from games.rules.cartes_societe.turns import Table
from tests.support.rules.each_game import lying_otherwise
from tests.support.secrecy.evening import Evening, Plan, short_deck
from tests.support.secrecy.tours import Tours
from tests.support.secrecy.twins import Twins, differences

RULES: Any = find_rules("cartes-societe")
SOON_USED_UP = 117
"""Chance that gives a deck of which little comes into the last pile."""
LAST_TURN = 17
"""It begins with a pile that has run out, so that the discard is shuffled to be the pile."""

draw = turns._fill


class SamePast:
    """A whole game, and how its twin is told of it."""

    def __init__(self, last_turn: int = LAST_TURN) -> None:
        one = Plan(RULES.slug, size=2, people=2, deck=short_deck(RULES, random.Random(SOON_USED_UP)))
        first = RULES.setup(one.size, one.seed, deck=one.deck, starter=0)
        deck = lying_otherwise(RULES, RULES.setup_to_json(first), first)["deck"]
        other = replace(one, deck=deck, seed="0dd5eed" * 4, salt="0dd5a17" * 4)
        self.last_turn, self.reached = last_turn, first.turn
        self.states, script = _played(first, last_turn)
        self.twins = Twins(replace(one, script=script), replace(other, script=script), self._has_secrets_after)

    async def differences(self, look: Callable[[Evening], None], *, sockets: bool = True) -> list[str]:
        """Where somebody could tell the twins apart, if everybody looks at them as each turn begins."""
        tours: Tours = {number: partial(self._look_and_go_on, look) for number in range(len(self.states) - 1)}
        with self.told():
            return await differences(self.twins, tours, sockets=sockets)

    def told(self) -> AbstractContextManager[Any]:
        return patch.multiple(turns, _fill=self._tell_or_draw, LAST_TURN=self.last_turn)

    def _tell_or_draw(self, setup: Setup, turn: int, table: Table) -> Table:
        if setup.seed != self.twins.other.seed or turn > self.reached:
            return draw(setup, turn, table)
        told = next(state for state in self.states if state.turn == turn)
        return Table(tuple(pile[::-1] for pile in told.piles), told.market, told.discard)

    def _look_and_go_on(self, look: Callable[[Evening], None], evening: Evening) -> None:
        """The next turn has not come to the twin until somebody is about to begin it."""
        number = evening.number
        self.reached = self.states[number].turn
        if number == 0 or self.reached > self.states[number - 1].turn:
            look(evening)
        self.reached = self.states[number + 1].turn

    def _has_secrets_after(self, number: int, _seat: int | None) -> bool:
        return self.states[number].seat is not None


def _played(state: State, last_turn: int) -> tuple[list[State], tuple[Action, ...]]:
    """Every state of a game, and what is done in them."""
    states, script = [state], []
    with patch.object(turns, "LAST_TURN", last_turn):
        while state.seat is not None:
            script.append(_next_action(state, state.seat))
            state = RULES.play(state, state.seat, script[-1])
            states.append(state)
    return states, tuple(script)


def _next_action(state: State, seat: int) -> Action:
    """Whoever begins buys a card and lays one in some turns; in the last tier everybody buys what they can."""
    legal, begins = RULES.view(state, seat).legal, seat == state.first
    nothing_bought = state.players[seat].po == gold_of(state.turn)
    if legal.buy and ((begins and nothing_bought) or state.tier == TIERS[-1]):
        return Buy(legal.buy[0])
    if legal.play and begins and state.turn % 3 == 0:
        return Play(legal.play[0])
    return END_TURN
