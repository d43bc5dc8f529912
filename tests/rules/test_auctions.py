"""What holds for every auction game."""

import pytest

from tests.support.rules.builders import IDS
from tests.support.rules.each_game import every_auction, timed_out

pytestmark = every_auction


def test_it_is_an_edition_of_high_society_with_purses_to_open(game):
    assert game.name.startswith("High Society")
    assert game.option_names == ("open_purses",)


def test_deck_and_starter_can_be_fixed(game):
    state = game.setup(3, 1, deck=IDS[game.slug], starter=2)
    assert game.view(state, None).revealed == IDS[game.slug][:1]
    assert game.to_act(state) == (2,)
    assert game.setup_to_json(state)["deck"] == list(IDS[game.slug])
    assert game.setup_to_json(state)["starter"] == 2


def test_fixing_one_does_not_change_the_other(game):
    free = game.setup_to_json(game.setup(3, 77))
    with_deck = game.setup_to_json(game.setup(3, 77, deck=IDS[game.slug]))
    with_starter = game.setup_to_json(game.setup(3, 77, starter=(free["starter"] + 1) % 3))
    assert with_deck["starter"] == free["starter"]
    assert with_starter["deck"] == free["deck"]


def test_a_seat_that_appears_twice_among_the_passed_is_refused(game):
    state = game.setup(4, 1, deck=IDS[game.slug], starter=0)
    state = game.play(state, 0, game.legal_actions(state, 0)[0])
    document = game.to_json(state)
    assert document["passed"] == [0]
    with pytest.raises(ValueError, match="once"):
        game.from_json({**document, "passed": [0, 0]})


def test_what_remains_is_listed_as_printed(game):
    """Whatever the order of the deck, the undrawn cards are told in one and the same order."""
    for seed in range(5):
        view = game.view(game.setup(3, seed), 0)
        assert list(view.remaining) == [card for card in IDS[game.slug] if card not in view.revealed]


def test_even_at_the_end_no_view_tells_the_order_of_the_rest(game):
    view = game.view(timed_out(game, game.setup(3, 7)), None)
    assert list(view.remaining) == [card for card in IDS[game.slug] if card not in view.revealed]
