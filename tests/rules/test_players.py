"""A player's money and cards, read back, and players that cannot be."""

import pytest

from games.rules import InvalidState
from games.rules.high_society.state import Player
from games.rules.simplified.state import Player as SimplePlayer
from tests.support.rules.builders import card_bits, change, code_of, money, seat, simple_seat


def test_what_a_player_holds():
    player = seat("possession-3", "possession-10", "title-2", "scandal", bid=(1000, 8000), spent=(25000, 2000))
    assert player.possessions == (3, 10)
    assert (player.titles, player.scandals, player.debts, player.thefts_pending) == (1, 1, 0, 0)
    assert player.money == 70_000
    assert player.money_discarded == (2000, 25000)


def test_a_pending_theft_and_a_debt_are_counted():
    player = seat("gambling-debt", "theft", "title-1", "title-2", "title-3")
    assert (player.titles, player.scandals, player.debts, player.thefts_pending) == (3, 0, 1, 1)
    assert player.possessions == ()


def test_what_a_simplified_player_holds():
    player = simple_seat("value-3", "value-9", "double-1", "double-4", money=20, bid=5)
    assert player.values == (3, 9)
    assert player.doubles == 2
    assert player.spent == 20


IMPOSSIBLE = {
    "note in hand and in bid": {"hand": money(1000, 2000), "bid": money(2000)},
    "twelfth note": {"hand": 0b1000_0000_0000},
    "twelfth note in bid": {"hand": 0, "bid": 0b1000_0000_0000},
    "negative hand": {"hand": -1},
    "negative bid": {"bid": -1},
    "hand as bool": {"hand": True},
    "hand as float": {"hand": 3.0},
    "hand as text": {"hand": "3"},
    "hand as list": {"hand": [1000]},
    "bid as nothing": {"bid": None},
    "seventeenth card": {"cards": 1 << 16},
    "negative cards": {"cards": -1},
    "cards as tuple": {"cards": (1,)},
    "pending theft beside a possession": {"cards": card_bits(["theft", "possession-4"])},
}


@pytest.mark.parametrize("fields", IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_impossible_player_cannot_be_built(fields):
    with pytest.raises(InvalidState) as error:
        Player(**fields)
    assert code_of(error) == "invalid_state"


@pytest.mark.parametrize("fields", IMPOSSIBLE.values(), ids=IMPOSSIBLE)
def test_impossible_player_cannot_be_made_from_another(fields):
    with pytest.raises(InvalidState):
        Player(hand=money(1000, 2000))._replace(**fields)


IMPOSSIBLE_SIMPLE = {
    "more money than at the start": {"money": 46},
    "more money than at the start with the bid": {"money": 40, "bid": 6},
    "negative money": {"money": -1},
    "negative bid": {"money": 45, "bid": -1},
    "money as bool": {"money": True},
    "money as float": {"money": 45.0},
    "bid as text": {"bid": "0"},
    "bid as nothing": {"bid": None},
    "fourteenth card": {"cards": 1 << 13},
    "negative cards": {"cards": -1},
    "cards as list": {"cards": []},
}


@pytest.mark.parametrize("fields", IMPOSSIBLE_SIMPLE.values(), ids=IMPOSSIBLE_SIMPLE)
def test_impossible_simplified_player_cannot_be_built(fields):
    with pytest.raises(InvalidState) as error:
        SimplePlayer(**fields)
    assert code_of(error) == "invalid_state"


@pytest.mark.parametrize("fields", IMPOSSIBLE_SIMPLE.values(), ids=IMPOSSIBLE_SIMPLE)
def test_impossible_simplified_player_cannot_be_made_from_another(fields):
    with pytest.raises(InvalidState):
        SimplePlayer(45, 0, 0)._replace(**fields)


@pytest.mark.parametrize("kind", [Player, SimplePlayer])
def test_make_checks_too(kind):
    assert kind._make([1, 0, 0]) == kind(1, 0, 0)
    with pytest.raises(InvalidState):
        kind._make([-1, 0, 0])


def test_player_cannot_be_changed():
    player = Player()
    with pytest.raises(AttributeError):
        change(player, "hand", 0)
    with pytest.raises(AttributeError):
        change(player, "note", "there is no place for more")
