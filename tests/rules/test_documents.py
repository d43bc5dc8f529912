"""Stored states that were tampered with: each document is one edit away from a good one, and is refused."""

import pytest

from games.rules import InvalidState
from games.rules.high_society import CLASSIC_RULES
from games.rules.simplified import SIMPLIFIED_RULES
from tests.support.rules.builders import code_of, deck_starting, position, seat, simple_position, simple_seat


def classic_document():
    """Seat 1 started with 4,000, seat 2 went to 6,000, and seat 0 is to act."""
    state = position(
        seat("possession-2"),
        seat("possession-5", bid=(4000,)),
        seat("scandal", bid=(6000,), spent=(25000,)),
        card="title-1",
        starter=1,
        turn=0,
        leader=2,
    )
    return CLASSIC_RULES.to_json(state)


def simplified_document():
    state = simple_position(
        simple_seat("value-2"),
        simple_seat(money=41, bid=4),
        simple_seat("double-1", money=20, bid=6),
        card="value-9",
        starter=1,
        turn=0,
        leader=2,
    )
    return SIMPLIFIED_RULES.to_json(state)


def edited(document, path, value):
    """The document with another value at a path such as `players 0 cards`."""
    *way, last = path.split()
    place = document
    for step in way:
        place = place[_key(place, step)]
    place[_key(place, last)] = value
    return document


def _key(place, step):
    return int(step) if isinstance(place, list) else step


def test_the_documents_themselves_are_good():
    assert CLASSIC_RULES.to_json(CLASSIC_RULES.from_json(classic_document())) == classic_document()
    assert SIMPLIFIED_RULES.to_json(SIMPLIFIED_RULES.from_json(simplified_document())) == simplified_document()


CLASSIC_EDITS = [
    ("players 0 cards", ["possession-2", "possession-2"], "invalid_state"),
    ("players 0 cards", ["possession-1", "possession-1"], "invalid_state"),
    ("players 0 cards", ["possession-5"], "invalid_state"),
    ("players 0 cards", ["possession-9"], "invalid_state"),
    ("players 0 cards", ["luxury-2"], "invalid_state"),
    ("players 0 cards", [], "invalid_state"),
    ("players 0 cards", "possession-2", "malformed_json"),
    ("players 0 hand", [1000, 1000], "invalid_money"),
    ("players 0 hand", [5000], "invalid_money"),
    ("players 0 hand", 106000, "invalid_money"),
    ("players 0 hand", [1000.0], "malformed_json"),
    ("players 0 bid", [1000], "invalid_state"),
    ("players 1 bid", [], "invalid_state"),
    ("players 1 bid", [6000], "invalid_state"),
    ("players", [], "invalid_state"),
    ("drawn", 3, "invalid_state"),
    ("drawn", 0, "invalid_state"),
    ("drawn", 99, "invalid_state"),
    ("starter", 0, "invalid_state"),
    ("turn", 1, "invalid_state"),
    ("turn", None, "invalid_state"),
    ("highest_bidder", None, "invalid_state"),
    ("highest_bidder", 1, "invalid_state"),
    ("passed", [0], "invalid_state"),
    ("passed", [3], "invalid_seat"),
    ("passed", [-1], "invalid_seat"),
    ("passed", [0, 0], "invalid_state"),
    ("phase", "discard", "invalid_state"),
    ("phase", "over", "invalid_state"),
    ("phase", "bidding", "invalid_state"),
    ("setup players", 4, "invalid_state"),
    ("setup players", 6, "invalid_player_count"),
    ("setup seed", "a" * 257, "invalid_seed"),
    ("setup seed", 2**256, "invalid_seed"),
    ("setup starter", 3, "invalid_starter"),
    ("setup deck", ["possession-1"], "invalid_deck"),
    ("setup deck", ["possession-1"] * 16, "invalid_deck"),
    ("setup options", {"open_purses": 1}, "malformed_json"),
    ("setup options", {}, "malformed_json"),
    ("setup game", "high-society-paris", "malformed_json"),
    ("game", "high-society-paris", "malformed_json"),
    ("schema", 2, "malformed_json"),
]


@pytest.mark.parametrize(("path", "value", "code"), CLASSIC_EDITS)
def test_edited_state_of_high_society(path, value, code):
    with pytest.raises(InvalidState) as error:
        CLASSIC_RULES.from_json(edited(classic_document(), path, value))
    assert code_of(error) == code


SIMPLIFIED_EDITS = [
    ("players 0 cards", ["value-2", "value-2"], "invalid_state"),
    ("players 0 cards", ["value-1", "value-1"], "invalid_state"),
    ("players 0 cards", [], "invalid_state"),
    ("players 0 hand", [1000], "invalid_state"),
    ("players 0 hand", 46, "invalid_state"),
    ("players 0 hand", -1, "invalid_state"),
    ("players 1 hand", 42, "invalid_state"),
    ("players 1 hand", 40, "invalid_state"),
    ("players 1 bid", [4], "invalid_state"),
    ("players 1 bid", 6, "invalid_state"),
    ("starter", 0, "invalid_state"),
    ("setup starter", 0, "invalid_state"),
    ("setup players", 9, "invalid_player_count"),
    ("phase", "discard", "invalid_state"),
]


@pytest.mark.parametrize(("path", "value", "code"), SIMPLIFIED_EDITS)
def test_edited_state_of_the_simplified_game(path, value, code):
    with pytest.raises(InvalidState) as error:
        SIMPLIFIED_RULES.from_json(edited(simplified_document(), path, value))
    assert code_of(error) == code


@pytest.mark.parametrize(
    ("path", "value", "code"),
    [
        ("players", 2, "invalid_player_count"),
        ("seed", 1.5, "malformed_json"),
        ("seed", True, "malformed_json"),
        ("seed", None, "malformed_json"),
        ("starter", 3, "invalid_starter"),
        ("starter", None, "malformed_json"),
        ("deck", [], "invalid_deck"),
        ("deck", "possession-1", "malformed_json"),
        ("options", {"open_purses": True, "blind": True}, "malformed_json"),
    ],
)
def test_edited_setup(path, value, code):
    document = CLASSIC_RULES.setup_to_json(CLASSIC_RULES.setup(3, 1))
    with pytest.raises(InvalidState) as error:
        CLASSIC_RULES.setup_from_json(edited(document, path, value))
    assert code_of(error) == code


def test_a_view_with_an_impossible_card_is_refused():
    document = CLASSIC_RULES.view_json(CLASSIC_RULES.setup(3, 1, deck=deck_starting("title-1")), 0)
    with pytest.raises(InvalidState) as error:
        CLASSIC_RULES.view_from_json(edited(document, "card value", 7))
    assert code_of(error) == "malformed_json"
