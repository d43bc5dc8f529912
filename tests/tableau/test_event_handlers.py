"""Events are handed to the method of their name: it expects what it gets."""

from types import UnionType
from typing import get_args, get_origin, get_type_hints

import pytest

from games.lab.terminal import words_for
from games.rules import GAMES
from games.tableau import tableau_of
from tests.rules.test_event_types import types_of


def narrator(game):
    return tableau_of(game).narrator(game, ())


def words(game):
    return words_for(game, ())


@pytest.mark.parametrize("tellers", [narrator, words])
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.slug)
def test_every_event_is_told_by_its_own_type(game, tellers):
    teller = tellers(game)
    for name, kind in types_of(game).items():
        expected = get_type_hints(getattr(teller, f"_{name}"))["event"]
        assert kind in (get_args(expected) if get_origin(expected) is UnionType else (expected,)), name
