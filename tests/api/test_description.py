"""The description of the API is what is served, what is in the docs, and what is answered."""

import json

import pytest

from games.api.application import PREFIX, described
from games.rules import GAMES
from tests.rules.test_event_types import random_events
from tests.support.programs import check, check_named, description
from tests.support.rules.each_game import every_game, options_of
from tests.tools.openapi import FILE

PUBLIC = {("post", "guests"), ("get", "games")}


def test_file_in_the_docs_is_what_the_site_serves(client):
    assert FILE.read_text(encoding="utf-8") == described(), "python -m tests.tools.openapi writes it"
    served = client.get("/api/v1/openapi.json", headers={"Accept-Language": "fr"})
    assert served.json() == json.loads(described())
    assert served.json()["openapi"] == "3.1.0"


def operations():
    for path, methods in description()["paths"].items():
        for method, operation in methods.items():
            yield method, path.removeprefix(PREFIX), operation


def test_operations_are_described():
    for method, path, operation in operations():
        assert operation["summary"], path
        assert operation["tags"], path
        assert {400, 401, 403, 404, 409, 413, 415, 422, 429} <= set(operation["responses"]), path
        ways = [name for one in operation.get("security", []) for name in one]
        assert ways == ([] if (method, path) in PUBLIC else ["TokenAuth", "SessionAuth"]), path


def test_every_reference_leads_somewhere():
    names, found = description()["components"]["schemas"], set()

    def look(part):
        if isinstance(part, dict):
            found.update([part["$ref"].rpartition("/")[2]] if "$ref" in part else [])
            for value in part.values():
                look(value)
        elif isinstance(part, list):
            for value in part:
                look(value)

    look(description())
    assert found <= names.keys()
    assert {"Action", "Event", "View", "StreamMessage", "Error", "StateInfo"} <= found


@every_game
def test_views_and_actions_of_every_game_are_as_described(game):
    for choice in (True, False):
        state = game.setup(game.max_players, 3, options_of(game, choice))
        for number in range(40):
            for seat in (*range(game.max_players), None):
                check_named("View", game.view_json(state, seat))
            if not (seats := game.to_act(state)):
                break
            legal = game.legal_actions(state, seats[0])
            for action in legal[:20]:
                check_named("Action", game.action_to_json(action))
            state = game.play(state, seats[0], legal[number % min(3, len(legal))])


ENVELOPE = {"game": "abc", "number": 1, "at": "2026-01-01T00:00:00+00:00", "action": 1, "made_by": "player"}


@every_game
def test_events_of_every_game_are_as_described(game):
    for seed in range(4):
        for event in random_events(game, seed):
            check_named("Event", {**event, **ENVELOPE})


@pytest.mark.parametrize("wrong", [{"kind": "bid"}, {"kind": "bid", "cards": "1000"}, {"kind": "dance"}, {}])
def test_what_is_no_action_of_any_game_is_not_described(wrong):
    with pytest.raises(AssertionError):
        check_named("Action", wrong)


def test_what_a_view_does_not_have_would_be_found():
    rules = GAMES[0]
    view = rules.view_json(rules.setup(3, 1), 0)
    with pytest.raises(AssertionError):
        check_named("View", {**view, "deck": []})
    with pytest.raises(AssertionError):
        check({"type": "object", "required": ["x"]}, {})
