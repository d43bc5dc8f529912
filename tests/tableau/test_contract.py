"""Whoever adds a kind of game and forgets something of its tableau learns it at once."""

from typing import cast

import pytest
from django.http import QueryDict

from games.rules import GAMES
from games.standing_orders import OrderRefused, book_of
from games.tableau import Scene, Tableau, tableau_of
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


def test_a_game_that_says_nothing_of_orders_has_none():
    book, form, nowhere = book_of("whist"), Tableau.order_form, cast(Scene, None)
    order = book.order_from({"kind": "pass"}, 1, "")
    assert not book.covers(order, None)
    assert book.choose(order, GAMES[0], None, ("pass",)) is None
    assert form.draw(nowhere, 0, [(1, order)], QueryDict()) is None
    with pytest.raises(OrderRefused, match="no standing orders") as refusal:
        form.order_of(GAMES[0], None, 1, form.read_wish(QueryDict("kind=pass")))
    assert refusal.value.code == "no_orders"
