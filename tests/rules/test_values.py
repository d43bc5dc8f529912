"""States and actions are values: equal by content, hashable, copyable, and `repr` keeps their secrets."""

import copy
import pickle

import pytest

from games.rules import InvalidState
from games.rules.high_society import CLASSIC_RULES
from games.rules.high_society.actions import DiscardPossession, Pass
from games.rules.high_society.state import Player
from games.rules.simplified.actions import Bid as SimpleBid
from tests.support.rules.builders import bid, change, give_up, say, seat
from tests.support.rules.each_game import AUCTIONS, acting, every_game, options_of

SECRET_SEED = "seed-that-nobody-may-see"


@every_game
def test_equal_games_are_equal_states(game):
    one, other = game.setup(3, 5), game.setup(3, 5)
    assert one == other
    assert hash(one) == hash(other)
    assert len({one, other, game.setup(3, 6)}) == 2


@every_game
def test_states_differ_by_seed_options_and_play(game):
    state = game.setup(3, 5)
    turn = game.to_act(state)[0]
    passed = game.play(state, turn, game.legal_actions(state, turn)[0])
    others = [game.setup(4, 5), game.setup(3, 6), passed]
    assert len({state, *others}) == 4
    closed = game.setup(3, 5, options_of(game, False))
    assert (closed == state) == (not game.option_names)


@every_game
@pytest.mark.parametrize("way", [copy.copy, copy.deepcopy, lambda state: pickle.loads(pickle.dumps(state))])
def test_copies_are_equal(game, way):
    state = game.setup(3, 5)
    twin = way(state)
    assert twin == state
    assert hash(twin) == hash(state)
    turn = game.to_act(twin)[0]
    action = game.legal_actions(twin, turn)[1]
    assert way(action) == action
    assert game.play(twin, turn, action) == game.play(state, turn, action)


@every_game
def test_repr_keeps_the_secrets(game):
    state = game.setup(3, SECRET_SEED)
    hidden = [state.setup.deck] if game in AUCTIONS else [pile[5:] for pile in state.setup.deck]
    order = [str(pile[at : at + 3])[1:-1] for pile in hidden for at in range(10)]
    for text in (repr(state), str(state), f"{state}", repr(state.setup), repr([state]), repr(game)):
        assert SECRET_SEED not in text
        assert "deck" not in text
        assert not any(part in text for part in order)
    told = f", options=Options(open_purses=True), starter={state.starter}" if game in AUCTIONS else ""
    assert repr(state.setup) == f"Setup(players=3{told})"


@every_game
def test_repr_tells_no_last_draw(game):
    """How many cards the game will last is a secret as well."""
    assert "last_draw" not in repr(game.setup(3, SECRET_SEED))


@every_game
def test_a_state_cannot_be_changed(game):
    state = game.setup(3, 5)
    with pytest.raises(AttributeError):
        change(state, "turn", 2)
    with pytest.raises(AttributeError):
        change(state, "note", "there is no place for more")
    with pytest.raises(AttributeError):
        change(state.setup, "seed", 6)


@every_game
def test_replace_and_make_check_like_the_constructor(game):
    state = acting(game, 1)
    assert state._replace() == state
    assert type(state)._make(state) == state
    with pytest.raises(InvalidState):
        state._replace(turn=0)
    with pytest.raises(InvalidState):
        state._replace(players=state.players[:2])
    with pytest.raises(InvalidState):
        type(state)._make([state.setup, 0, *state[2:]])


@every_game
def test_the_constructor_accepts_what_play_made(game):
    state = game.setup(3, 5)
    turn = game.to_act(state)[0]
    for action in game.legal_actions(state, turn)[:3]:
        after = game.play(state, turn, action)
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
