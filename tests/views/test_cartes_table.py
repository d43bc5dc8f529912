"""A table of CartesSociété over HTTP: its forms, its refusals, and the form for orders."""

import re

import pytest

from games.models import Order
from tests.support.rules.cartes_table import RULES
from tests.support.rules.each_game import deck_of
from tests.support.tables import deal, fresh, running_table

MARKET = ("cerf-valet-1", "cerf-valet-2", "cerf-valet-3", "ours-bucheron-1", "lapin-facteur-1")
BEYOND = "cerf-monarque-1"


@pytest.fixture
def game(alice, bob, charlie):
    """Alice buys first, then Bob."""
    people = (alice, bob, charlie)
    return deal(running_table(*people, slug=RULES.slug), people, deck=deck_of(RULES, *MARKET))


@pytest.fixture
def act(game):
    def send(client, htmx=None, **form):
        asked = {"version": fresh(game).version, "key": f"key-{fresh(game).action_count}", **form}
        return client.post(f"/tables/{game.id}/act/", asked, headers=htmx or {})

    return send


def test_a_turn_is_played_by_forms(as_alice, as_bob, game, act, htmx):
    for card in MARKET[:3]:
        assert act(as_alice, htmx, buy=card).status_code == 200
    page = act(as_alice, htmx, evolve=MARKET[1]).text
    assert f'name="play" value="{MARKET[1]}"' in page
    assert act(as_alice, play=MARKET[1]).status_code == 302
    assert "data-my-turn" in as_alice.get(f"/tables/{game.id}/").text
    assert "data-my-turn" not in act(as_alice, htmx, action="end_turn").text
    assert "data-my-turn" in as_bob.get(f"/tables/{game.id}/").text


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({"buy": BEYOND}, "This card is not for sale any more."),
        ({"play": MARKET[0]}, "You can only use cards from your hand."),
        ({"evolve": MARKET[0]}, "A card evolves when three of its name"),
        ({"action": "replace", "card": MARKET[0], "over": "x"}, "You cannot do that here."),
        ({"action": "pass"}, "You cannot do that here."),
    ],
)
def test_what_is_refused_is_told_in_a_sentence(as_alice, game, act, htmx, form, sentence):
    answer = act(as_alice, htmx, **form)
    assert answer.status_code == 422
    assert sentence in answer.text
    assert fresh(game).action_count == 0


def test_an_order_is_given_by_a_form_and_comes_back_if_it_is_refused(as_bob, game):
    refused = as_bob.post(f"/tables/{game.id}/orders/", {"stage": "1", "buy": [MARKET[0], BEYOND], "then": "ask"})
    assert refused.status_code == 422
    assert "Choose cards that are in the market." in refused.text
    assert re.search(rf'name="buy" value="{MARKET[0]}" checked', refused.text)
    given = as_bob.post(f"/tables/{game.id}/orders/", {"stage": "1", "buy": MARKET[:2], "then": "end"})
    assert given.status_code == 302
    assert Order.objects.get().terms["buy"] == list(MARKET[:2])
    assert "buy Footman Stag and Footman Stag if still there, end the turn." in as_bob.get(given["Location"]).text


def test_the_table_costs_few_queries(as_alice, game, django_assert_max_num_queries):
    as_alice.get(f"/tables/{game.id}/")
    with django_assert_max_num_queries(10):
        as_alice.get(f"/tables/{game.id}/")
