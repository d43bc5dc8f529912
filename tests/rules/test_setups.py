"""What is fixed before the first bid, and what cannot be."""

import pytest

from games.rules import IllegalAction, RuleViolation
from games.rules.auction import Options
from games.rules.high_society.cards import CLASSIC, PARIS
from games.rules.high_society.state import Setup
from games.rules.simplified.state import Setup as SimpleSetup
from tests.support.rules.builders import change, code_of
from tests.support.rules.junk import each_junk

DECK = (3, 10, 15, 0, 11, 1, 2, 4, 5, 6, 7, 8, 9, 14, 12, 13)
SIMPLE_DECK = (3, 9, 0, 10, 1, 2, 4, 5, 6, 7, 8, 11, 12)


def classic_setup(**changed):
    fields = {"edition": CLASSIC, "players": 3, "seed": 7, "options": Options(), "deck": DECK, "starter": 2}
    return Setup(**{**fields, **changed})


def simple_setup(**changed):
    fields = {"players": 3, "seed": 7, "options": Options(), "deck": SIMPLE_DECK, "starter": 2}
    return SimpleSetup(**{**fields, **changed})


both = pytest.mark.parametrize("setup", [classic_setup, simple_setup])


def test_the_fourth_red_card_is_the_last_one_drawn():
    assert classic_setup().last_draw == 16
    assert classic_setup(deck=(13, 12, 11, 10, *range(10), 14, 15)).last_draw == 4
    assert classic_setup(deck=(13, 0, 12, 1, 11, 2, 10, *range(3, 10), 14, 15)).last_draw == 7
    assert simple_setup().last_draw == 13
    assert simple_setup(deck=(9, 10, 11, 12, *range(9))).last_draw == 4


@pytest.mark.parametrize("players", [3, 4, 5])
def test_classic_is_for_three_to_five(players):
    assert classic_setup(players=players).players == players


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_paris_is_for_two_to_five(players):
    assert classic_setup(edition=PARIS, players=players, starter=1).players == players


@pytest.mark.parametrize("players", [3, 4, 5, 6, 7, 8])
def test_simplified_is_for_three_to_eight(players):
    assert simple_setup(players=players).players == players


@both
@pytest.mark.parametrize("players", [-3, 0, 1, 2, 9])
def test_other_numbers_of_players_are_refused(setup, players):
    with pytest.raises(IllegalAction) as error:
        setup(players=players)
    assert code_of(error) == "invalid_player_count"


@pytest.mark.parametrize(("edition", "players"), [(CLASSIC, 6), (PARIS, 1), (PARIS, 6)])
def test_each_edition_has_its_own_limits(edition, players):
    with pytest.raises(IllegalAction) as error:
        classic_setup(edition=edition, players=players, starter=0)
    assert code_of(error) == "invalid_player_count"


@both
@pytest.mark.parametrize("starter", [-1, 3, 4, 10**30])
def test_starter_is_a_seat(setup, starter):
    with pytest.raises(IllegalAction) as error:
        setup(starter=starter)
    assert code_of(error) == "invalid_starter"


@both
@pytest.mark.parametrize("seed", [0, -1, 2**256 - 1, -(2**256) + 1, "", "a", "ü" * 256, "0x1F"])
def test_seeds(setup, seed):
    assert setup(seed=seed).seed == seed


@both
@pytest.mark.parametrize("seed", [2**256, -(2**256), "a" * 257, "two\nlines", "\0"])
def test_seeds_too_long_or_unprintable(setup, seed):
    with pytest.raises(IllegalAction) as error:
        setup(seed=seed)
    assert code_of(error) == "invalid_seed"


WRONG_DECKS = {
    "a card too few": DECK[1:],
    "a card too many": (*DECK, 16),
    "same card twice": (3, *DECK[1:-1], 3),
    "unknown card": (16, *DECK[1:]),
    "negative card": (-1, *DECK[1:]),
    "empty": (),
    "list": list(DECK),
    "floats": tuple(map(float, DECK)),
    "bools": (True, False, *range(2, 16)),
    "texts": tuple(map(str, DECK)),
    "the simplified deck": SIMPLE_DECK,
}


@pytest.mark.parametrize("deck", WRONG_DECKS.values(), ids=WRONG_DECKS)
def test_deck_holds_each_card_once(deck):
    with pytest.raises(IllegalAction) as error:
        classic_setup(deck=deck)
    assert code_of(error) == "invalid_deck"


@pytest.mark.parametrize("deck", [DECK, SIMPLE_DECK[1:], (*SIMPLE_DECK, 13), (0, *SIMPLE_DECK[1:])])
def test_simplified_deck_holds_each_card_once(deck):
    with pytest.raises(IllegalAction) as error:
        simple_setup(deck=deck)
    assert code_of(error) == "invalid_deck"


def refuse(setup, code, **field):
    with pytest.raises(RuleViolation) as error:
        setup(**field)
    assert code_of(error) == code


@both
def test_junk_players(setup):
    for _name, junk in each_junk():
        refuse(setup, "invalid_player_count", players=junk)


@both
def test_junk_starters(setup):
    for _name, junk in each_junk():
        refuse(setup, "invalid_starter", starter=junk)


@both
def test_junk_seeds(setup):
    for _name, junk in each_junk("minus one", "empty text", "digit", "word"):
        refuse(setup, "invalid_seed", seed=junk)


@both
def test_junk_decks(setup):
    for _name, junk in each_junk():
        refuse(setup, "invalid_deck", deck=junk)
        refuse(setup, "invalid_deck", deck=(junk,) * 16)
        refuse(setup, "invalid_deck", deck=(junk,) * 13)


@both
def test_junk_options(setup):
    for _name, junk in each_junk():
        refuse(setup, "invalid_options", options=junk)


def test_junk_editions():
    for _name, junk in each_junk():
        refuse(classic_setup, "invalid_state", edition=junk)


def test_open_purses_are_true_or_false():
    for _name, junk in each_junk("true", "false"):
        refuse(Options, "invalid_options", open_purses=junk)


@both
def test_setup_cannot_be_changed(setup):
    with pytest.raises(AttributeError):
        change(setup(), "starter", 0)
