"""The order of the undrawn deck is the one thing nobody may know."""

import json

import pytest

from tests.support.rules.each_game import PILES, deck_of, every_game, options_of, piles_of, timeout

SECRET = "seed-that-nobody-may-see"

pytestmark = every_game


def twins(game, **options):
    """Two games in which the cards on top are the same; below, one pile is the other upside down."""
    seen = 3 if "" in PILES[game.slug] else 10
    deck = deck_of(game)
    other = deck_of(game, lying=lambda pile: pile[:seen] + pile[seen:][::-1])
    return (
        game.setup(3, SECRET, options, deck=deck, starter=0),
        game.setup(3, "another seed", options, deck=other, starter=0),
    )


def texts(game, state):
    """All that anybody is told about a state."""
    return [json.dumps(game.view_json(state, seat)) for seat in (None, 0, 1, 2)]


def move(game, state, place):
    """Who is to act, and the legal action in that place, or the last one."""
    seat = game.to_act(state)[0]
    legal = game.legal_actions(state, seat)
    return seat, legal[min(place, len(legal) - 1)]


@pytest.mark.parametrize("open_purses", [True, False])
def test_twins_look_alike_as_long_as_the_cards_do(game, open_purses):
    one, other = twins(game, **options_of(game, open_purses))
    assert one.setup.deck != other.setup.deck
    for place in (1, 2, 3, 0, 0, 0, 0, 2):
        assert texts(game, one) == texts(game, other)
        seat, action = move(game, one, place)
        assert list(game.legal_actions(one, seat)) == list(game.legal_actions(other, seat))
        after, other_after = game.play(one, seat, action), game.play(other, seat, action)
        assert game.events(one, after) == game.events(other, other_after)
        one, other = after, other_after


def test_twins_begin_alike(game):
    one, other = twins(game)
    assert game.events(None, one) == game.events(None, other)
    assert game.timeout_action(one, 0) == game.timeout_action(other, 0)


def test_no_view_and_no_event_holds_seed_or_deck(game):
    state = game.setup(3, SECRET)
    secret_orders = [json.dumps(pile[1:])[1:-1] for pile in piles_of(game.setup_to_json(state)["deck"])]
    for _ in range(20):
        after = game.play(state, *timeout(game, state))
        for text in (*texts(game, state), json.dumps(game.events(state, after)), repr(game.view(state, 0))):
            assert SECRET not in text
            assert "seed" not in text
            assert not any(order in text for order in secret_orders)
        state = after
        if not game.to_act(state):
            break
