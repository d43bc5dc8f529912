"""Saved games, one for each way a game can end, replayed to their exact result."""

import json
from pathlib import Path

import pytest

from games.rules import find_rules
from tests.support.rules import invariants
from tests.support.rules.referees import referee_for
from tests.tools.save_game import brief, write_game

FILES = sorted((Path(__file__).parent / "finished_games").glob("*.json"))

SLUGS = ["high-society", "high-society-paris", "high-society-simplified"]
CARTES = "cartes-societe"

every_saved_game = pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)


@every_saved_game
def test_replay(file):
    saved = json.loads(file.read_text(encoding="utf-8"))
    game = find_rules(saved["setup"]["game"])
    state = game.setup_from_json(saved["setup"])
    referee = referee_for(saved["setup"])
    now_and_then = 1 + len(saved["actions"]) // 40
    for number, (seat, action) in enumerate(saved["actions"]):
        assert game.to_act(state) == (seat,)
        assert game.outcome(state) is None
        assert game.action_from_json(action) in game.legal_actions(state, seat)
        state = game.play(state, seat, game.action_from_json(action))
        referee.act(seat, action)
        invariants.check_all(game, state, referee)
        if number % now_and_then == 0:
            invariants.check_json(game, state, seat)
    assert game.to_act(state) == ()
    assert brief(game.outcome(state)) == saved["outcome"]
    assert game.setup_to_json(state) == saved["setup"]


@every_saved_game
def test_file_is_written_as_we_write_it(file):
    assert write_game(json.loads(file.read_text(encoding="utf-8"))) == file.read_text(encoding="utf-8")


def ends(slug, **wanted):
    """The names of saved games of that kind."""
    games = [(file.stem, json.loads(file.read_text(encoding="utf-8"))) for file in FILES]
    mine = [(name, saved) for name, saved in games if saved["setup"]["game"] == slug]
    tell = told_of_cartes if slug == CARTES else told
    return {name for name, saved in mine if all(tell(saved)[key] == value for key, value in wanted.items())}


def told_of_cartes(saved):
    outcome = saved["outcome"]
    return {
        "players": saved["setup"]["players"],
        "reason": outcome["reason"],
        "winners": len(outcome["winners"]),
        "evolved": any(action["kind"] == "evolve" for _, action in saved["actions"]),
        "replaced": any(action["kind"] == "replace" for _, action in saved["actions"]),
    }


def told(saved):
    setup, outcome = saved["setup"], saved["outcome"]
    winners = outcome["winners"]
    best = max(seat["score"] for seat in outcome["seats"])
    return {
        "players": setup["players"],
        "open": setup["options"]["open_purses"],
        "winners": len(winners),
        "cast_out": len([seat for seat in outcome["seats"] if seat["cast_out"]]),
        "winning_score": outcome["seats"][winners[0]]["score"] if winners else None,
        "best_was_cast_out": any(seat["cast_out"] and seat["score"] == best for seat in outcome["seats"]),
        "auctions": last_red_place(setup["deck"]),
        "last_red": setup["deck"][last_red_place(setup["deck"])].split("-")[0],
    }


def last_red_place(deck):
    return [place for place, card in enumerate(deck) if card.startswith(("title", "prestige", "double", "scandal"))][3]


@pytest.mark.parametrize("slug", SLUGS)
def test_there_is_a_saved_game_for_each_way_to_end(slug):
    assert ends(slug=slug, winners=1)
    assert ends(slug=slug, winners=2)
    assert ends(slug=slug, winners=0)
    assert ends(slug=slug, cast_out=2)
    assert ends(slug=slug, auctions=3)
    assert ends(slug=slug, auctions=12 if slug == "high-society-simplified" else 15)
    assert ends(slug=slug, open=False)


@pytest.mark.parametrize(
    ("slug", "title", "scandal"), [(SLUGS[0], "title", "scandal"), (SLUGS[1], "prestige", "scandale")]
)
def test_the_last_red_card_is_of_either_kind(slug, title, scandal):
    assert ends(slug=slug, last_red=title)
    assert ends(slug=slug, last_red=scandal)
    assert ends(slug=slug, best_was_cast_out=True)


def test_ways_of_one_game_only():
    assert ends(slug=SLUGS[0], winning_score=5.5)
    assert ends(slug=SLUGS[0], winning_score=-1)
    assert ends(slug=SLUGS[0], players=5)
    assert ends(slug=SLUGS[1], players=2, winners=1)
    assert ends(slug=SLUGS[1], players=2, winners=0)
    assert ends(slug=SLUGS[2], players=8)
    assert ends(slug=SLUGS[2], winners=3)


def test_ways_in_which_cartes_societe_ends():
    assert ends(CARTES, reason="last_standing", winners=1, evolved=True, replaced=True)
    assert ends(CARTES, reason="fell_together")
    assert ends(CARTES, reason="turn_limit", winners=3)
    assert ends(CARTES, players=2)
    assert ends(CARTES, players=5)
