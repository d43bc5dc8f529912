"""Random games of every kind and size, step by step beside the referee."""

from functools import partial
from random import Random
from typing import Any

import pytest
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from games.rules import GAMES, IllegalAction
from tests.rules import invariants
from tests.rules.builders import NOTES
from tests.rules.referee import Refused, referee_for

every_game_and_size = pytest.mark.parametrize(
    ("game", "players"),
    [
        pytest.param(game, players, id=f"{game.slug}-{players}")
        for game in GAMES
        for players in range(game.min_players, game.max_players + 1)
    ],
)


class RandomGame(RuleBasedStateMachine):
    """One game; every rule is a step that some player might try."""

    def __init__(self, game, players):
        super().__init__()
        self.game = game
        self.players = players

    @initialize(seed=st.integers(0, 2**64), open_purses=st.booleans())
    def begin(self, seed, open_purses):
        self.first = self.state = self.game.setup(self.players, seed, {"open_purses": open_purses})
        self.referee = referee_for(self.game.setup_to_json(self.state))
        self.actions = []

    def play(self, action):
        seat = self.state.turn
        before = self.state
        self.state = self.game.play(before, seat, action)
        self.referee.act(seat, self.game.action_to_json(action))
        self.actions.append((seat, action))
        self.check_events(before)

    def check_events(self, before):
        told = self.game.events(before, self.state)
        assert told
        assert len(self.state.setup.deck[: self.state.drawn]) - before.drawn == len(
            [event for event in told if event["type"] == "card_revealed"]
        )

    @property
    def legal(self):
        return self.game.legal_actions(self.state, self.state.turn)

    @precondition(lambda self: self.state.phase == "auction")
    @rule(step=st.integers(0, 5))
    def raise_a_little(self, step):
        self.play(self.legal[min(1 + step, len(self.legal) - 1)])

    @precondition(lambda self: self.state.phase == "auction")
    @rule(place=st.integers(0, 2047))
    def do_anything(self, place):
        self.play(self.legal[place % len(self.legal)])

    @precondition(lambda self: self.state.phase == "auction")
    @rule()
    def pass_by(self):
        self.play(self.legal[0])

    @precondition(lambda self: self.state.phase == "auction")
    @rule()
    def all_pass(self):
        drawn = self.state.drawn
        while self.state.phase == "auction" and self.state.drawn == drawn:
            self.play(self.legal[0])

    @precondition(lambda self: self.state.phase == "discard")
    @rule(place=st.integers(0, 9))
    def give_up(self, place):
        self.play(self.legal[place % len(self.legal)])

    @rule(
        seat=st.integers(0, 7),
        action=st.one_of(
            st.just({"kind": "pass"}),
            st.sets(st.sampled_from(NOTES), min_size=1).map(lambda notes: {"kind": "bid", "cards": sorted(notes)}),
            st.integers(1, 60).map(lambda amount: {"kind": "bid", "amount": amount}),
            st.integers(1, 10).map(lambda value: {"kind": "discard_possession", "value": value}),
        ),
    )
    def try_something(self, seat, action):
        """Both refuse it for the same reason, or both would allow it."""
        try:
            parsed = self.game.action_from_json(action)
        except IllegalAction:
            return
        assert code_of_play(self.game, self.state, seat, parsed) == code_of_referee(self, seat, action)

    @invariant()
    def everything_holds(self):
        invariants.check_all(self.game, self.state, self.referee)

    @invariant()
    def the_constructor_accepts_it(self):
        assert type(self.state)(*self.state) == self.state

    @property
    def somebody(self):
        """Every seat, and a spectator, in turn."""
        return [None, *range(self.players)][len(self.actions) % (self.players + 1)]

    @invariant()
    def it_survives_json(self):
        invariants.check_json(self.game, self.state, self.somebody)

    @invariant()
    def the_deck_is_hidden(self):
        invariants.check_hidden_deck(self.game, self.state, self.somebody)

    def teardown(self):
        """From anywhere, the game ends, and its actions give the same game again."""
        if not hasattr(self, "state"):
            return
        for _ in range(15 * self.players + 1):
            if self.state.turn is None:
                break
            self.play(self.game.timeout_action(self.state, self.state.turn))
        invariants.check_all(self.game, self.state, self.referee)
        assert self.state.phase == "over"
        again = self.game.setup_from_json(self.game.setup_to_json(self.state))
        assert again == self.first
        for seat, action in self.actions:
            again = self.game.play(again, seat, self.game.action_from_json(self.game.action_to_json(action)))
        assert again == self.state
        assert hash(again) == hash(self.state)


def code_of_play(game, state, seat, action):
    try:
        game.play(state, seat, action)
    except IllegalAction as error:
        return error.code
    return None


def code_of_referee(machine, seat, action):
    twin = replayed(machine)
    try:
        twin.act(seat, action)
    except Refused as refused:
        return str(refused)
    return None


def replayed(machine):
    """A referee of the same game, to try things with."""
    twin = referee_for(machine.game.setup_to_json(machine.first))
    for seat, action in machine.actions:
        twin.act(seat, machine.game.action_to_json(action))
    return twin


@every_game_and_size
def test_random_game(game, players):
    begin: Any = partial(RandomGame, game, players)
    run_state_machine_as_test(begin, settings=settings(max_examples=6, stateful_step_count=30))


STYLES = {
    "passing": (0.95, 0.05, 0.0),
    "careful": (0.6, 0.4, 0.0),
    "eager": (0.25, 0.75, 0.0),
    "wild": (0.3, 0.4, 0.3),
}


def choose(random, legal, style):
    """A place among the legal actions: the pass, a small raise, or anything."""
    how = random.choices(("pass", "small", "any"), STYLES[style])[0]
    if how == "any":
        return random.randrange(len(legal))
    return 0 if how == "pass" else random.randrange(min(6, len(legal)))


@every_game_and_size
@pytest.mark.parametrize("style", STYLES)
def test_whole_games_agree_with_the_referee(game, players, style):
    random = Random(f"{game.slug} {players} {style}")
    for seed in range(4):
        state = game.setup(players, seed)
        referee = referee_for(game.setup_to_json(state))
        while state.turn is not None:
            legal = game.legal_actions(state, state.turn)
            action = legal[choose(random, legal, style)]
            referee.act(state.turn, game.action_to_json(action))
            state = game.play(state, state.turn, action)
            invariants.check_agreement(game.view(state, None), referee)
        invariants.check_all(game, state, referee)
        assert state.phase == "over"
