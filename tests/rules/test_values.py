"""States and actions are values: equal by content, hashable, copyable, and `repr` keeps their secrets."""

import copy
import pickle

import pytest

from games.rules import GAMES, InvalidState
from games.rules.high_society import CLASSIC_RULES
from games.rules.high_society.actions import DiscardPossession, Pass
from games.rules.high_society.state import Player
from games.rules.simplified.actions import Bid as SimpleBid
from tests.rules.builders import bid, change, give_up, say, seat

SECRET_SEED = "seed-that-nobody-may-see"

every_game = pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.slug)


@every_game
def test_equal_games_are_equal_states(rules):
    one, other = rules.setup(3, 5), rules.setup(3, 5)
    assert one == other
    assert hash(one) == hash(other)
    assert len({one, other, rules.setup(3, 6)}) == 2


@every_game
def test_states_differ_by_seed_options_and_play(rules):
    state = rules.setup(3, 5)
    turn = rules.to_act(state)[0]
    passed = rules.play(state, turn, rules.legal_actions(state, turn)[0])
    others = [rules.setup(4, 5), rules.setup(3, 6), rules.setup(3, 5, {"open_purses": False}), passed]
    assert len({state, *others}) == 5


@every_game
@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, lambda state: pickle.loads(pickle.dumps(state))])
def test_copies_are_equal(rules, way):
    state = rules.setup(3, 5)
    twin = way(state)
    assert twin == state
    assert hash(twin) == hash(state)
    turn = rules.to_act(twin)[0]
    action = rules.legal_actions(twin, turn)[1]
    assert way(action) == action
    assert rules.play(twin, turn, action) == rules.play(state, turn, action)


@every_game
def test_repr_keeps_the_secrets(rules):
    state = rules.setup(3, SECRET_SEED)
    order = [str(state.setup.deck[at : at + 3])[1:-1] for at in range(10)]
    for text in (repr(state), str(state), f"{state}", repr(state.setup), repr([state]), repr(rules)):
        assert SECRET_SEED not in text
        assert "deck" not in text
        assert not any(part in text for part in order)
    assert repr(state.setup) == (f"Setup(players=3, options=Options(open_purses=True), starter={state.starter})")


@every_game
def test_repr_tells_no_last_draw(rules):
    """How many cards the game will last is a secret as well."""
    assert "last_draw" not in repr(rules.setup(3, SECRET_SEED))


@every_game
def test_a_state_cannot_be_changed(rules):
    state = rules.setup(3, 5)
    with pytest.raises(AttributeError):
        change(state, "turn", 2)
    with pytest.raises(AttributeError):
        change(state, "note", "there is no place for more")
    with pytest.raises(AttributeError):
        change(state.setup, "seed", 6)


@every_game
def test_replace_and_make_check_like_the_constructor(rules):
    state = rules.setup(3, 5, starter=1)
    assert state._replace() == state
    assert type(state)._make(state) == state
    with pytest.raises(InvalidState):
        state._replace(turn=0)
    with pytest.raises(InvalidState):
        state._replace(players=state.players[:2])
    with pytest.raises(InvalidState):
        type(state)._make([state.setup, 0, *state[2:]])


@every_game
def test_the_constructor_accepts_what_play_made(rules):
    state = rules.setup(3, 5)
    turn = rules.to_act(state)[0]
    for action in rules.legal_actions(state, turn)[:3]:
        after = rules.play(state, turn, action)
        assert type(state)(*after) == after


def test_actions_are_values():
    assert bid(1000, 4000) == bid(4000, 1000)
    assert len({bid(1000), bid(1000), Pass(), Pass(), give_up(3), give_up(3), give_up(4)}) == 4
    assert say(7) == SimpleBid(7)
    assert repr(bid(4000, 1000)) == "Bid(cards=(1000, 4000))"
    assert repr(give_up(3)) == "DiscardPossession(value=3)"


@pytest.mark.parametrize(
    ("action", "name"), [(bid(1000), "cards"), (bid(1000), "purse"), (give_up(3), "value"), (say(7), "amount")]
)
def test_actions_cannot_be_changed(action, name):
    with pytest.raises(AttributeError):
        change(action, name, 1)


def test_an_action_of_another_kind_is_never_equal():
    assert bid(1000) != (1000,)
    assert give_up(3) != 3
    assert DiscardPossession(3) != say(3)


def test_cards_are_the_same_for_everybody():
    one, other = CLASSIC_RULES.setup(3, 5), CLASSIC_RULES.setup(5, 8)
    assert one.setup.edition is other.setup.edition
    assert pickle.loads(pickle.dumps(one)).setup.edition is one.setup.edition


def test_players_with_equal_belongings_are_equal():
    assert seat("possession-3", bid=(1000,)) == seat("possession-3", bid=(1000,))
    assert seat("possession-3") != seat("possession-4")
    assert Player() == seat()
