"""Whoever plays, watches or looks after a game cannot tell it from another one of which they may know as much.

A finder has to know what it looks for; here whatever depends on a secret shows, in any disguise, be it one card.
"""

import pytest

from games.rules import GAMES
from tests.support.rules.each_game import AUCTIONS, DIFFERENT
from tests.support.secrecy.same_past import SamePast
from tests.support.secrecy.tours import look_around, look_at_the_table, look_once, make_a_mistake
from tests.support.secrecy.twins import differences, twins_in_a_purse, twins_in_the_deck

pytestmark = pytest.mark.django_db(transaction=True)


@pytest.mark.parametrize("rules", DIFFERENT, ids=lambda rules: rules.slug)
async def test_nobody_can_tell_how_the_rest_of_the_deck_lies(rules):
    assert await differences(twins_in_the_deck(rules), {1: make_a_mistake, 2: look_around, 4: look_at_the_table}) == []


async def test_nobody_can_tell_how_undrawn_cards_lie_in_any_turn_of_cartes_societe():
    """Where later chance comes from the deck, the twins above differ before the third turn begins."""
    assert await SamePast().differences(look_once) == []


@pytest.mark.parametrize("rules", [rules for rules in DIFFERENT if rules in AUCTIONS], ids=lambda rules: rules.slug)
async def test_nobody_can_tell_what_others_paid_where_purses_are_closed(rules):
    tours = {4: look_at_the_table, 5: make_a_mistake, 6: look_around}
    assert await differences(twins_in_a_purse(rules), tours, sockets=rules is GAMES[0]) == []
