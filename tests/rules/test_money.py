"""Money cards: eleven denominations, each once."""

import math
from typing import Any

import pytest

from games.rules import IllegalAction, InvalidState
from games.rules.high_society.actions import Bid
from games.rules.high_society.money import DENOMINATIONS, cards_in, purse_of
from games.rules.high_society.state import Player
from tests.support.rules.builders import code_of, money

NOT_MONEY = {
    "unprinted denomination": [5000],
    "zero": [0],
    "negative": [-1000],
    "huge": [10**400],
    "float": [1000.0],
    "not a number": [math.nan],
    "infinite": [math.inf],
    "text": ["1000"],
    "bool": [True],
    "nothing": [None],
    "list in a list": [[1000]],
    "same card twice": [1000, 4000, 1000],
    "good and bad": [1000, 1500],
}


def test_everybody_starts_with_the_same_eleven_notes():
    assert DENOMINATIONS == (1000, 2000, 3000, 4000, 6000, 8000, 10000, 12000, 15000, 20000, 25000)
    assert Player().money == 106_000
    assert Player().money_discarded == ()


def test_a_purse_is_a_set_of_notes():
    assert purse_of((4000, 1000)) == money(1000, 4000) == 0b1001
    assert cards_in(0b1001) == (1000, 4000)
    assert purse_of(()) == 0
    assert cards_in(0) == ()


@pytest.mark.parametrize("notes", NOT_MONEY.values(), ids=NOT_MONEY)
def test_only_printed_denominations_make_a_purse(notes):
    with pytest.raises(InvalidState) as error:
        purse_of(notes)
    assert code_of(error) == "invalid_money"


@pytest.mark.parametrize("notes", [None, 1000, "1000", {1000}, {1000: 1}, b"\x01", range(1000, 1001)], ids=repr)
def test_a_purse_is_made_from_a_list(notes):
    with pytest.raises(InvalidState) as error:
        purse_of(notes)
    assert code_of(error) == "invalid_money"


@pytest.mark.parametrize("notes", [*NOT_MONEY.values(), [], None, 1000, "1000", {1000}], ids=repr)
def test_only_printed_denominations_make_a_bid(notes):
    with pytest.raises(IllegalAction) as error:
        Bid(notes)
    assert code_of(error) == "malformed_action"


def test_a_bid_is_a_set():
    assert Bid((4000, 1000)) == Bid((1000, 4000))
    assert hash(Bid((4000, 1000))) == hash(Bid((1000, 4000)))
    assert Bid((4000, 1000)).cards == (1000, 4000)
    assert Bid((1000,)) != Bid((2000,))


def test_a_bid_forgets_the_list_it_was_made_from():
    notes: Any = [1000, 4000]
    made = Bid(notes)
    notes.append(25000)
    assert made.cards == (1000, 4000)
