"""What holds at every moment of every game, whatever the game."""

import json

from tests.support.rules import auction_invariants, cartes_invariants
from tests.support.rules.each_game import AUCTIONS


def of(game):
    """What this game adds to it."""
    return auction_invariants if game in AUCTIONS else cartes_invariants


def check_all(game, state, referee):
    view = game.view(state, None, open_purses=True)
    of(game).check_view(view)
    check_legal(game, state)
    check_agreement(game, view, referee)


def check_legal(game, state):
    """The brief view of what is legal agrees with the list of it."""
    for seat in range(len(state.players)):
        actions = [game.action_to_json(action) for action in game.legal_actions(state, seat)]
        view = game.view(state, seat)
        assert bool(actions) == (view.legal is not None) == view.acting == ((seat,) == game.to_act(state))
        if view.legal is not None:
            of(game).check_brief(view.legal, actions, view)


def check_agreement(game, view, referee):
    """The code under test and the referee see the same table."""
    of(game).check_agreement(view, referee)


def check_json(game, state, seat):
    """The state and this seat's view survive a trip through JSON."""
    assert game.from_json(json.loads(json.dumps(game.to_json(state), allow_nan=False))) == state
    text = json.dumps(game.view_json(state, seat), allow_nan=False)
    assert game.view_from_json(json.loads(text)) == game.view(state, seat)


def with_other_secrets(game, state):
    """A state that differs in nothing but what is hidden."""
    return game.from_json(of(game).with_other_secrets(game.to_json(state)))


def check_hidden_deck(game, state, seat):
    """This seat cannot tell this state from one that differs in what is hidden."""
    other = with_other_secrets(game, state)
    assert game.view(other, seat) == game.view(state, seat)
    assert list(game.legal_actions(other, seat)) == list(game.legal_actions(state, seat))
