"""The order of the undrawn deck is the one thing nobody may know."""

import json

import pytest

from games.rules import GAMES
from tests.rules.builders import IDS

SECRET = "seed-that-nobody-may-see"

pytestmark = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)


def twins(game, **options):
    """Two games with the same first three cards; below, one deck is the other upside down."""
    ids = list(IDS[game.slug])
    deck, other = ids, ids[:3] + ids[3:][::-1]
    return (
        game.setup(3, SECRET, options, deck=deck, starter=0),
        game.setup(3, "another seed", options, deck=other, starter=0),
    )


def texts(game, state):
    """All that anybody is told about a state."""
    return [json.dumps(game.view_json(state, seat)) for seat in (None, 0, 1, 2)]


def moves(game, state, place):
    legal = game.legal_actions(state, state.turn)
    return legal[min(place, len(legal) - 1)]


@pytest.mark.parametrize("open_purses", [True, False])
def test_twins_look_alike_as_long_as_the_cards_do(game, open_purses):
    one, other = twins(game, open_purses=open_purses)
    assert one.setup.deck != other.setup.deck
    for place in (1, 2, 3, 0, 0, 0, 0, 2):
        assert one.drawn == other.drawn <= 3
        assert texts(game, one) == texts(game, other)
        assert list(game.legal_actions(one, one.turn)) == list(game.legal_actions(other, other.turn))
        action = moves(game, one, place)
        after, other_after = game.play(one, one.turn, action), game.play(other, other.turn, action)
        assert game.events(one, after) == game.events(other, other_after)
        one, other = after, other_after


def test_twins_begin_alike(game):
    one, other = twins(game)
    assert game.events(None, one) == game.events(None, other)
    assert game.timeout_action(one, 0) == game.timeout_action(other, 0)


def test_no_view_and_no_event_holds_seed_or_deck(game):
    state = game.setup(3, SECRET)
    deck = game.setup_to_json(state)["deck"]
    secret_order = json.dumps(deck[1:])[1:-1]
    while state.turn is not None:
        after = game.play(state, state.turn, game.timeout_action(state, state.turn))
        for text in (*texts(game, state), json.dumps(game.events(state, after)), repr(game.view(state, 0))):
            assert SECRET not in text
            assert "seed" not in text
            assert secret_order not in text
        state = after


def test_what_remains_is_listed_as_printed(game):
    """Whatever the order of the deck, the undrawn cards are told in one and the same order."""
    for seed in range(5):
        view = game.view(game.setup(3, seed), 0)
        assert list(view.remaining) == [card for card in IDS[game.slug] if card not in view.revealed]


def test_even_at_the_end_no_view_tells_the_order_of_the_rest(game):
    state = game.setup(3, SECRET)
    while state.turn is not None:
        state = game.play(state, state.turn, game.timeout_action(state, state.turn))
    view = game.view(state, None)
    assert list(view.remaining) == [card for card in IDS[game.slug] if card not in view.revealed]
