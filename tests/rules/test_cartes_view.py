"""What a seat is shown in CartesSociété, key by key: pages, API and bots stand on these names."""

import json

import pytest

from tests.support.rules.cartes_cards import PILES, attack_of, hp_of, side_of
from tests.support.rules.cartes_table import END, RULES, after, copies, everybody_ends, fallen, position, seat

VIEW = {
    *("game", "schema", "seat", "turn", "tier", "phase", "first", "to_act", "market", "piles", "discard", "players"),
    *("legal", "outcome"),
}
CARD = {"id", "name", "family", "level", "cost", "attack", "hp"}
PLAYER = {"seat", "pv", "po", "hand", "board", "board_limit", "alive", "attack", "hp", "ended", "played"}
LEGAL = {"buy", "play", "replace", "over", "evolve", "end_turn"}


def running():
    """Seat 2 has fallen, seat 1 has ended, and seat 0 is to act in turn 3."""
    return position(
        seat("loup-braconnier-1", "loup-braconnier-2*", hand=["cerf-majordome-1"], po=2, pv=31),
        seat(hand=copies("ours-bucheron", 3), po=0),
        fallen(2, -4),
        turn=3,
        acting=0,
        market=["cerf-majordome-2", "lapin-facteur-1", "ours-forgeron-1"],
    )


@pytest.mark.parametrize("at", [None, 0, 1, 2])
def test_keys(at):
    view = RULES.view_json(running(), at)
    assert set(view) == VIEW
    assert [set(player) for player in view["players"]] == [PLAYER] * 3
    assert {frozenset(card) for card in (*view["market"], *view["discard"], *view["piles"]["5"])} == {frozenset(CARD)}
    assert set(view["legal"]) == LEGAL if at == 0 else view["legal"] is None
    assert set(view["piles"]) == {"1", "2", "3", "4", "5"}


def card(card_id, name, family, level, cost, attack, hp):
    return {"id": card_id, "name": name, "family": family, "level": level, "cost": cost, "attack": attack, "hp": hp}


def test_the_whole_table():
    view = RULES.view_json(running(), 0)
    piles, discard = view.pop("piles"), view.pop("discard")
    wolves = ("loup-braconnier-1", "loup-braconnier-2*")
    one, two = (side_of(wolf) for wolf in wolves)
    stag, rabbit = side_of("cerf-majordome-1"), side_of("lapin-facteur-1")
    bear, lumberjack = side_of("ours-forgeron-1"), side_of("ours-bucheron-1")
    wolf = ("Loup braconnier", "Loup")
    assert view == {
        "game": "cartes-societe",
        "schema": 1,
        "seat": 0,
        "turn": 3,
        "tier": 2,
        "phase": "turn",
        "first": 1,
        "to_act": [0],
        "market": [
            card("cerf-majordome-2", "Cerf majordome", "Cerf", 1, 2, stag["attack"], stag["hp"]),
            card("lapin-facteur-1", "Lapin facteur", "Lapin", 1, 1, rabbit["attack"], rabbit["hp"]),
            card("ours-forgeron-1", "Ours forgeron", "Ours", 1, 2, bear["attack"], bear["hp"]),
        ],
        "players": [
            {
                "seat": 0,
                "pv": 31,
                "po": 2,
                "hand": [card("cerf-majordome-1", "Cerf majordome", "Cerf", 1, 2, stag["attack"], stag["hp"])],
                "board": [
                    card("loup-braconnier-1", *wolf, 1, 1, one["attack"] + one["bonus_attack"], one["hp"]),
                    card("loup-braconnier-2", *wolf, 2, 1, two["attack"] + two["bonus_attack"], two["hp"]),
                ],
                "board_limit": 8,
                "alive": True,
                "attack": attack_of(wolves),
                "hp": hp_of(wolves),
                "ended": False,
                "played": False,
            },
            {
                "seat": 1,
                "pv": 400,
                "po": 0,
                "hand": [
                    card(copy, "Ours bûcheron", "Ours", 1, 1, lumberjack["attack"], lumberjack["hp"])
                    for copy in copies("ours-bucheron", 3)
                ],
                "board": [],
                "board_limit": 8,
                "alive": True,
                "attack": 0,
                "hp": 0,
                "ended": True,
                "played": False,
            },
            {
                "seat": 2,
                "pv": -4,
                "po": 0,
                "hand": [],
                "board": [],
                "board_limit": 8,
                "alive": False,
                "attack": 0,
                "hp": 0,
                "ended": False,
                "played": False,
            },
        ],
        "legal": {
            "buy": ["cerf-majordome-2", "lapin-facteur-1", "ours-forgeron-1"],
            "play": ["cerf-majordome-1"],
            "replace": ["cerf-majordome-1"],
            "over": ["loup-braconnier-1", "loup-braconnier-2"],
            "evolve": [],
            "end_turn": True,
        },
        "outcome": None,
    }
    held = {*wolves, "loup-braconnier-2", "lapin-facteur-1", *copies("ours-bucheron", 3)}
    assert [each["id"] for each in discard] == [each for each in PILES["1"] if each not in held]
    assert [each["id"] for each in piles["3"]] == list(PILES["3"])
    assert piles["1"] == []


def test_everybody_sees_the_same_table():
    seen = [RULES.view_json(running(), at) for at in (None, 0, 1, 2)]
    for view in seen:
        assert {key: view[key] for key in VIEW - {"seat", "legal"}} == {
            key: seen[0][key] for key in VIEW - {"seat", "legal"}
        }


def test_whatever_purses_are_said_to_be_nothing_is_hidden():
    state = running()
    assert RULES.option_names == ()
    assert RULES.view(state, 1, open_purses=False) == RULES.view(state, 1, open_purses=True) == RULES.view(state, 1)
    assert RULES.events(state, after(state, END), open_purses=False) == RULES.events(state, after(state, END))


def test_only_whoever_is_to_act_is_told_what_is_legal():
    state = after(RULES.setup(3, 1), END)
    assert [RULES.view(state, at).legal is not None for at in (0, 1, 2)] == [False, True, False]
    assert [player.ended for player in RULES.view(state, None).players] == [True, False, False]


def test_a_finished_game():
    over = everybody_ends(position(seat(*copies("cerf-marquis", 5)), seat(pv=5), turn=8, acting=1))
    view = RULES.view_json(over, 0)
    assert (view["phase"], view["to_act"], view["legal"], view["turn"]) == ("over", [], None, 8)
    assert view["outcome"]["seats"][0] == {
        "money": 0,
        "cast_out": False,
        "rank": 1,
        "score": 400,
        "lines": [{"kind": "pv", "text": "Health left", "total": 400}],
    }


def test_views_tell_nothing_of_the_order_of_piles():
    for seed in range(3):
        view = RULES.view(RULES.setup(2, seed), 0)
        for tier, pile in view.piles.items():
            dealt = {card.id for card in view.market}
            assert [card.id for card in pile] == [card for card in PILES[tier] if card not in dealt]
    assert "seed" not in json.dumps(RULES.view_json(running(), 0))
