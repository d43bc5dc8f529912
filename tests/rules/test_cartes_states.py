"""Positions of CartesSociété that cannot be, and documents one edit away from a good one."""

import pytest

from games.rules import InvalidState
from games.rules.cartes_societe.state import Player, Setup, State
from tests.rules.test_documents import edited
from tests.support.rules.builders import code_of
from tests.support.rules.cartes_cards import IDS, PILES
from tests.support.rules.cartes_table import RULES, fallen, numbers, position, seat
from tests.support.rules.each_game import deck_of
from tests.support.rules.junk import each_junk

DECK = tuple(map(numbers, PILES.values()))


def running():
    """Turn 4 of three: seat 1 began, seat 2 has fallen, seat 0 acts last."""
    return position(
        seat("ours-bucheron-1", hand=["cerf-valet-1*"], po=1, pv=350),
        seat("lapin-facteur-1", "loup-contremaitre-1", po=0, played=True),
        fallen(3, -7),
        turn=4,
        acting=0,
        market=["cerf-majordome-1", "cerf-majordome-2"],
    )


def document():
    return RULES.to_json(running())


def test_the_document_itself_is_good():
    assert RULES.to_json(RULES.from_json(document())) == document()
    assert document()["players"][0]["hand"] == [{"id": "cerf-valet-1", "level": 2}]


def without(pile, *cards):
    return [card for card in pile if card not in cards]


BEAR = {"id": "ours-bucheron-1", "level": 1}
STAG = {"id": "cerf-valet-1", "level": 2}
TIER_2 = without(PILES["2"], "cerf-majordome-1", "cerf-majordome-2", "loup-contremaitre-1")
LEFT = without(PILES["1"], "ours-bucheron-1", "cerf-valet-1", "lapin-facteur-1")

EDITS = [
    ("turn", 0, "invalid_state"),
    ("turn", 3, "invalid_state"),
    ("turn", 5, "invalid_state"),
    ("turn", 31, "invalid_state"),
    ("seat", None, "invalid_state"),
    ("seat", 1, "invalid_state"),
    ("seat", 2, "invalid_state"),
    ("seat", 3, "invalid_state"),
    ("seat", -1, "invalid_state"),
    ("players", [], "invalid_state"),
    ("players 0 pv", 401, "invalid_state"),
    ("players 0 pv", 0, "invalid_state"),
    ("players 0 pv", 1.5, "malformed_json"),
    ("players 0 po", -1, "invalid_state"),
    ("players 0 po", 6, "invalid_state"),
    ("players 0 fell", 4, "invalid_state"),
    ("players 0 played", 0, "malformed_json"),
    ("players 0 hand", [STAG, STAG], "invalid_state"),
    ("players 0 hand", [STAG, BEAR], "invalid_state"),
    ("players 0 hand", [{"id": "cerf-valet-1", "level": 3}], "invalid_state"),
    ("players 0 hand", [{"id": "cerf-valet-1", "level": 0}], "invalid_state"),
    ("players 0 hand", [{"id": "cerf-valet-6", "level": 1}], "invalid_state"),
    ("players 0 hand", [{"id": "cerf-marquis-1", "level": 1}], "invalid_state"),
    ("players 0 hand", ["cerf-valet-1"], "malformed_json"),
    ("players 2 pv", 1, "invalid_state"),
    ("players 2 fell", 0, "invalid_state"),
    ("players 2 fell", 4, "invalid_state"),
    ("players 2 po", 1, "invalid_state"),
    ("players 2 played", True, "invalid_state"),
    ("players 2 board", [{"id": "cerf-valet-2", "level": 1}], "invalid_state"),
    ("market", ["cerf-majordome-1", "cerf-majordome-1"], "invalid_state"),
    ("market", ["cerf-marquis-1"], "invalid_state"),
    ("market", [f"cerf-majordome-{copy}" for copy in range(1, 6)] + ["ours-forgeron-1"], "invalid_state"),
    ("discard", LEFT[::-1], "invalid_state"),
    ("discard", [*LEFT, "cerf-majordome-1"], "invalid_state"),
    ("piles 1", ["cerf-valet-5"], "invalid_state"),
    ("piles 2", [*TIER_2, "cerf-majordome-1"], "invalid_state"),
    ("piles 3", PILES["3"][1:], "invalid_state"),
    ("piles 3", list(PILES["3"])[::-1], "invalid_state"),
    ("piles", {"1": [], "2": TIER_2}, "invalid_state"),
    ("setup players", 2, "invalid_state"),
    ("setup players", 6, "invalid_player_count"),
    ("setup seed", "a" * 257, "invalid_seed"),
    ("setup starter", 1, "invalid_starter"),
    ("setup options", {"open_purses": True}, "malformed_json"),
    ("setup deck", {}, "invalid_deck"),
    ("setup deck", list(IDS), "malformed_json"),
    ("setup game", "high-society", "malformed_json"),
    ("game", "high-society", "malformed_json"),
    ("schema", 2, "malformed_json"),
]


@pytest.mark.parametrize(("path", "value", "code"), EDITS)
def test_edited_state(path, value, code):
    with pytest.raises(InvalidState) as error:
        RULES.from_json(edited(document(), path, list(value) if isinstance(value, tuple) else value))
    assert code_of(error) == code


CANNOT_BE = {
    "a card nobody has, and nobody has fallen": lambda: position(seat(), seat(), turn=3, acting=1, discard=()),
    "a board larger than there were turns": lambda: position(
        seat("ours-bucheron-1", "ours-bucheron-2"), seat(), turn=2, acting=0
    ),
    "somebody hurt before the first combat": lambda: position(seat(pv=399), seat(), turn=1, acting=0),
    "gold spent before one's turn": lambda: position(seat(), seat(po=1), turn=2, acting=0),
    "a card laid before one's turn": lambda: position(seat(), seat("cerf-valet-1", played=True), turn=2, acting=0),
    "a card laid and gone": lambda: position(seat(played=True), seat(), turn=2, acting=0),
    "one player left in a running game": lambda: position(seat(), fallen(), turn=3, acting=0),
    "an end with two left": lambda: position(seat(), seat(), turn=3, acting=None),
    "somebody fallen after the last combat": lambda: position(seat(), seat(), fallen(3), turn=3, acting=1),
    "a first pile out of order": lambda: position(seat(), seat(), turn=1, acting=0)._replace(
        piles=(DECK[0][::-1], *DECK[1:])
    ),
}


@pytest.mark.parametrize("build", CANNOT_BE.values(), ids=CANNOT_BE)
def test_cannot_be(build):
    with pytest.raises(InvalidState) as error:
        build()
    assert code_of(error) == "invalid_state"


def test_junk_in_a_state():
    state = running()
    for _name, junk in each_junk("tuple", "tuple of one"):
        for name in state._fields:
            if name != "seat" or junk is not None:
                with pytest.raises(InvalidState):
                    state._replace(**{name: junk})


FITTING = {"played": ["true", "false"], "hand": ["tuple", "tuple of one"], "board": ["tuple", "tuple of one"]}


def test_junk_in_a_player():
    for name in Player._fields:
        for _name, junk in each_junk(*FITTING.get(name, [])):
            with pytest.raises(InvalidState):
                Player(**{name: junk})


def test_junk_in_a_setup():
    for _name, junk in each_junk():
        for wrong in (junk, (junk,) * 5, (*DECK[:4], junk), (*DECK[:4], (junk, *DECK[4][1:]))):
            with pytest.raises(ValueError, match="each card of a tier"):
                Setup(3, 7, wrong)


def test_a_deck_names_tiers_by_number_or_by_text():
    by_text = deck_of(RULES)
    by_number = {int(tier): pile for tier, pile in by_text.items()}
    assert RULES.setup(2, 7, deck=by_number) == RULES.setup(2, 7, deck=by_text)
    with pytest.raises(ValueError, match="for each tier from 1 to 5"):
        RULES.setup(2, 7, deck={**by_text, 1: by_text["1"]})


def test_a_card_belongs_into_the_pile_of_its_tier():
    deck = deck_of(RULES)
    deck["1"][0], deck["2"][0] = deck["2"][0], deck["1"][0]
    with pytest.raises(ValueError, match="each card of a tier exactly once"):
        RULES.setup(2, 7, deck=deck)


def test_a_state_tells_no_order_of_piles_in_its_repr():
    text = repr(running())
    assert "piles" not in text
    assert str(DECK[4][:3])[1:-1] not in text
    assert text.startswith("State(setup=Setup(players=3), turn=4, seat=0, market=")
    assert State(*running()) == running()
