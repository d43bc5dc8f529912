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
from tests.support.rules import invariants
from tests.support.rules.builders import NOTES
from tests.support.rules.each_game import AUCTIONS, options_of
from tests.support.rules.referee import Refused
from tests.support.rules.referees import referee_for

every_game_and_size = pytest.mark.parametrize(
    ("game", "players"),
    [
        pytest.param(game, players, id=f"{game.slug}-{players}")
        for game in GAMES
        for players in range(game.min_players, game.max_players + 1)
    ],
)


ATTEMPTS = st.one_of(
    st.just({"kind": "pass"}),
    st.sets(st.sampled_from(NOTES), min_size=1).map(lambda notes: {"kind": "bid", "cards": sorted(notes)}),
    st.integers(0, 60).map(lambda amount: {"kind": "bid", "amount": amount}),
    st.integers(1, 10).map(lambda value: {"kind": "discard_possession", "value": value}),
    st.just({"kind": "end_turn"}),
    st.fixed_dictionaries({"kind": st.sampled_from(["buy", "play", "evolve"]), "card": st.integers(0, 99)}),
    st.fixed_dictionaries({"kind": st.just("replace"), "card": st.integers(0, 99), "over": st.integers(0, 99)}),
)
"""What somebody might try, in any of the games. A card's number is a place among those that lie there."""


def with_cards(action, lying):
    """The same with cards by their ids."""
    return {key: lying[value % len(lying)] if key in {"card", "over"} else value for key, value in action.items()}


class RandomGame(RuleBasedStateMachine):
    """One game; every rule is a step that some player might try."""

    def __init__(self, game, players):
        super().__init__()
        self.game = game
        self.players = players

    @initialize(seed=st.integers(0, 2**64), open_purses=st.booleans())
    def begin(self, seed, open_purses):
        self.first = self.state = self.game.setup(self.players, seed, options_of(self.game, open_purses))
        self.referee = referee_for(self.game.setup_to_json(self.state))
        self.actions = []

    def play(self, action):
        before, seat = self.state, self.seat
        self.state = self.game.play(before, seat, action)
        self.referee.act(seat, self.game.action_to_json(action))
        self.actions.append((seat, action))
        assert self.game.events(before, self.state)

    @property
    def seat(self):
        """Who is to act, if anybody is."""
        return next(iter(self.game.to_act(self.state)), None)

    @property
    def legal(self):
        return self.game.legal_actions(self.state, self.seat)

    @precondition(lambda self: self.seat is not None)
    @rule(step=st.integers(0, 5))
    def do_a_little(self, step):
        self.play(self.legal[min(1 + step, len(self.legal) - 1)])

    @precondition(lambda self: self.seat is not None)
    @rule(place=st.integers(0, 2047))
    def do_anything(self, place):
        self.play(self.legal[place % len(self.legal)])

    @precondition(lambda self: self.seat is not None)
    @rule()
    def do_least(self):
        self.play(self.legal[0])

    @precondition(lambda self: self.seat is not None)
    @rule()
    def everybody_does_least(self):
        for _ in range(self.players):
            if self.seat is not None:
                self.play(self.legal[0])

    @rule(seat=st.integers(0, 7), action=ATTEMPTS)
    def try_something(self, seat, action):
        """Both refuse it for the same reason, or both would allow it."""
        action = with_cards(action, self.cards_in_sight)
        try:
            parsed = self.game.action_from_json(action)
        except IllegalAction:
            return
        assert code_of_play(self.game, self.state, seat, parsed) == code_of_referee(self, seat, action)

    @property
    def cards_in_sight(self):
        """Whatever lies on the table of CartesSociété, and a card that does not."""
        view = self.game.view_json(self.state, None)
        held = [card for player in view["players"] for card in player.get("board", []) + (player["hand"] or [])]
        return [card["id"] for card in view.get("market", []) + held if isinstance(card, dict)] + ["cerf-monarque-5"]

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
        for _ in range(30 * self.players + 1):
            if self.seat is None:
                break
            self.play(self.game.timeout_action(self.state, self.seat))
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
    examples = 4 if game in AUCTIONS else 3
    run_state_machine_as_test(begin, settings=settings(max_examples=examples, stateful_step_count=30))


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
    for seed in range(2 if game in AUCTIONS else 1):
        state = game.setup(players, seed)
        referee = referee_for(game.setup_to_json(state))
        while acting := game.to_act(state):
            legal = game.legal_actions(state, acting[0])
            action = legal[choose(random, legal, style)]
            referee.act(acting[0], game.action_to_json(action))
            state = game.play(state, acting[0], action)
            invariants.check_agreement(game, game.view(state, None), referee)
        invariants.check_all(game, state, referee)
        assert state.phase == "over"
