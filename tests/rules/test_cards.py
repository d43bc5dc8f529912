"""The status cards as printed, and cards that contradict themselves."""

import math

import pytest

from games.rules import InvalidState
from games.rules.high_society import CLASSIC_RULES, PARIS_RULES
from games.rules.simplified import SIMPLIFIED_RULES
from games.rules.status_cards import Card
from tests.support.rules.builders import CLASSIC_IDS, PARIS_IDS, SIMPLIFIED_IDS, change, code_of
from tests.support.rules.junk import each_junk

CARDS = {rules.slug: rules.cards for rules in (CLASSIC_RULES, PARIS_RULES, SIMPLIFIED_RULES)}


def ids(slug):
    return tuple(card.id for card in CARDS[slug])


def red_ids(slug):
    return {card.id for card in CARDS[slug] if card.red}


def values(slug):
    return {card.id: card.value for card in CARDS[slug] if card.value is not None}


def test_classic_deck():
    assert ids("high-society") == CLASSIC_IDS
    assert red_ids("high-society") == {"title-1", "title-2", "title-3", "scandal"}
    assert values("high-society") == {f"possession-{value}": value for value in range(1, 11)}


def test_paris_deck():
    assert ids("high-society-paris") == PARIS_IDS
    assert red_ids("high-society-paris") == {"prestige-1", "prestige-2", "prestige-3", "scandale"}
    assert values("high-society-paris") == {f"luxury-{value}": value for value in range(1, 11)}


def test_simplified_deck():
    assert ids("high-society-simplified") == SIMPLIFIED_IDS
    assert red_ids("high-society-simplified") == {"double-1", "double-2", "double-3", "double-4"}
    assert values("high-society-simplified") == {f"value-{value}": value for value in range(1, 10)}


def test_paris_names():
    assert [card.name for card in CARDS["high-society-paris"]] == [
        "Fashion",
        "Jewelry",
        "Haute Cuisine",
        "Travel",
        "Art",
        "Automobiles",
        "Estate",
        "Yacht",
        "Dressage",
        "Opera",
        "Bon Vivant",
        "Joie de Vivre",
        "Savoir Faire",
        "Scandale",
        "Passé",
        "Faux Pas",
    ]


@pytest.mark.parametrize(
    ("slug", "misfortunes"),
    [
        ("high-society", {"scandal": "scandal", "gambling-debt": "debt", "theft": "theft"}),
        ("high-society-paris", {"scandale": "scandal", "passe": "debt", "faux-pas": "theft"}),
        ("high-society-simplified", {}),
    ],
)
def test_misfortunes(slug, misfortunes):
    cards = CARDS[slug]
    assert {card.id: card.misfortune for card in cards if card.kind == "misfortune"} == misfortunes
    assert all(card.misfortune is None for card in cards if card.kind != "misfortune")


@pytest.mark.parametrize(
    "card",
    [
        {"kind": "possession", "value": 1},
        {"kind": "possession", "value": 10},
        {"kind": "title", "red": True},
        {"kind": "misfortune", "misfortune": "scandal", "red": True},
        {"kind": "misfortune", "misfortune": "debt"},
        {"kind": "misfortune", "misfortune": "theft"},
    ],
)
def test_consistent_card_can_be_built(card):
    assert Card("x", name="X", **card).kind == card["kind"]


INCONSISTENT = {
    "possession without value": {"kind": "possession"},
    "possession of zero": {"kind": "possession", "value": 0},
    "possession of minus three": {"kind": "possession", "value": -3},
    "possession of eleven": {"kind": "possession", "value": 11},
    "possession of a huge value": {"kind": "possession", "value": 10**400},
    "value as text": {"kind": "possession", "value": "3"},
    "value as float": {"kind": "possession", "value": 3.0},
    "value not a number": {"kind": "possession", "value": math.nan},
    "value as bool": {"kind": "possession", "value": True},
    "red possession": {"kind": "possession", "value": 3, "red": True},
    "possession with misfortune": {"kind": "possession", "value": 3, "misfortune": "theft"},
    "title with value": {"kind": "title", "value": 2, "red": True},
    "title with misfortune": {"kind": "title", "misfortune": "scandal", "red": True},
    "title without red edge": {"kind": "title"},
    "misfortune of no kind": {"kind": "misfortune"},
    "unknown misfortune": {"kind": "misfortune", "misfortune": "plague"},
    "misfortune as list": {"kind": "misfortune", "misfortune": ["theft"]},
    "misfortune with value": {"kind": "misfortune", "misfortune": "debt", "value": 5},
    "scandal without red edge": {"kind": "misfortune", "misfortune": "scandal"},
    "red debt": {"kind": "misfortune", "misfortune": "debt", "red": True},
    "red theft": {"kind": "misfortune", "misfortune": "theft", "red": True},
    "unknown kind": {"kind": "luxury", "value": 3},
    "empty kind": {"kind": "", "value": 3},
    "no kind": {"kind": None, "value": 3},
    "kind as list": {"kind": ["possession"], "value": 3},
    "red as number": {"kind": "title", "red": 1},
    "red as nothing": {"kind": "possession", "value": 3, "red": None},
    "empty id": {"id": "", "kind": "possession", "value": 3},
    "id as number": {"id": 3, "kind": "possession", "value": 3},
    "empty name": {"name": "", "kind": "possession", "value": 3},
    "name as bytes": {"name": b"X", "kind": "possession", "value": 3},
}


@pytest.mark.parametrize("card", INCONSISTENT.values(), ids=INCONSISTENT)
def test_inconsistent_card_cannot_be_built(card):
    with pytest.raises(InvalidState) as error:
        Card(**{"id": "x", "name": "X", **card})
    assert code_of(error) == "invalid_card"


def refuse_card(**field):
    with pytest.raises(InvalidState) as error:
        Card(**{"id": "x", "kind": "possession", "name": "X", "value": 3, **field})
    assert code_of(error) == "invalid_card"


def test_junk_is_no_kind_value_or_edge():
    for _name, junk in each_junk("nothing", "false"):
        refuse_card(kind=junk)
        refuse_card(value=junk)
        refuse_card(red=junk)
        refuse_card(misfortune=junk)
        refuse_card(kind="misfortune", value=None, misfortune=junk)


def test_id_and_name_are_text():
    for _name, junk in each_junk("digit", "word", "half a character"):
        refuse_card(id=junk)
        refuse_card(name=junk)


def test_card_cannot_be_changed():
    with pytest.raises(AttributeError):
        change(CARDS["high-society"][0], "value", 10)
