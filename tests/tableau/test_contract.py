"""Whoever adds a kind of game and forgets something of its tableau learns it at once."""

import pytest

from games.rules import GAMES
from games.tableau import Tableau, tableau_of
from games.tableau.order_form import OrderForm


@pytest.mark.parametrize("rules", GAMES, ids=lambda rules: rules.slug)
def test_every_game_says_all_that_a_tableau_asks_for(rules):
    tableau = tableau_of(rules)
    assert {name for name in Tableau.__annotations__ if not hasattr(tableau, name)} == set()
    assert rules.slug in tableau.words


@pytest.mark.parametrize("contract", [Tableau, OrderForm])
def test_a_function_that_was_forgotten_is_named_when_the_game_is_registered(contract):
    forgotten, *others = sorted(contract.__abstractmethods__)
    forgetful = type("Forgetful", (contract,), {name: staticmethod(print) for name in others})
    with pytest.raises(TypeError, match=forgotten):
        forgetful()


def test_rules_that_nobody_draws_are_refused():
    with pytest.raises(TypeError, match="whist"):
        tableau_of("whist")
