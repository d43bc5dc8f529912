"""The explicit list of games."""

import pytest

from games.rules import GAMES, RuleViolation, UnknownGame, find_rules
from tests.support.rules.builders import code_of


def test_the_games_of_the_house():
    assert [(game.slug, game.name, game.min_players, game.max_players) for game in GAMES] == [
        ("high-society", "High Society", 3, 5),
        ("high-society-paris", "High Society, Paris edition", 2, 5),
        ("high-society-simplified", "High Society, simplified", 3, 8),
        ("cartes-societe", "CartesSociété", 2, 5),
    ]
    assert isinstance(GAMES, tuple)


@pytest.mark.parametrize("slug", ["whist", "", "High-Society", " high-society", None, 0, [], {}])
def test_an_unknown_slug(slug):
    with pytest.raises(UnknownGame) as error:
        find_rules(slug)
    assert code_of(error) == "unknown_game"
    assert isinstance(error.value, RuleViolation)
