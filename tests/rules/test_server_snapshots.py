"""Games that leave a server as JSON and come back, there or elsewhere."""

import json
from typing import Any

import pytest

from games.rules import InvalidState
from games.rules.server import GameServer
from tests.support.rules.junk import junk_except
from tests.support.rules.served import (
    ALICE_BUYS_THE_FIRST_TITLE,
    PASS,
    REDS_FIRST,
    TRIO,
    WHOLE_GAME,
    Exploding,
    play_all,
)


class TestSnapshots:
    def test_are_plain_json(self, server, short):
        play_all(server, short, *ALICE_BUYS_THE_FIRST_TITLE)
        assert json.loads(json.dumps(server.snapshot(short))) == {
            "schema": 1,
            "game": "high-society",
            "rules_version": 1,
            "manifest": ["alice", "bob", "cleo"],
            "setup": {
                "game": "high-society",
                "schema": 1,
                "players": 3,
                "seed": 1,
                "options": {"open_purses": True},
                "deck": list(REDS_FIRST),
                "starter": 0,
            },
            "actions": [
                {"seat": 0, "action": {"kind": "bid", "cards": [1000]}},
                {"seat": 1, "action": {"kind": "pass"}},
                {"seat": 2, "action": {"kind": "pass"}},
            ],
            "status": "running",
            "error": None,
        }

    @pytest.mark.parametrize("moves", [0, 1, 4, 8, 9])
    def test_bring_a_game_back_where_it_stood(self, server, short, moves):
        play_all(server, short, *WHOLE_GAME[:moves])
        elsewhere = GameServer()
        restored = elsewhere.restore(json.loads(json.dumps(server.snapshot(short))))
        assert elsewhere.get_state(restored) == server.get_state(short)
        assert elsewhere.status(restored) == server.status(short)
        assert elsewhere.snapshot(restored) == server.snapshot(short)
        play_all(elsewhere, restored, *WHOLE_GAME[moves:])
        assert elsewhere.score_game(restored).winners == (0,)

    def test_restored_beside_the_original_are_another_game(self, server, short):
        restored = server.restore(server.snapshot(short))
        assert server.list_games() == [short, restored]
        server.step(restored, "alice", PASS)
        assert server.get_state(short) != server.get_state(restored)

    def test_keep_an_errored_game_errored(self):
        rules: Any = Exploding("events")
        broken = GameServer(lambda *_: rules)
        game_id = broken.new_game(TRIO, 1, starter=0)
        broken.step(game_id, "alice", PASS)
        server = GameServer()
        restored = server.restore(broken.snapshot(game_id))
        assert server.status(restored) == "errored"
        assert server.error(restored) == broken.error(game_id)

    @pytest.mark.parametrize(
        "change",
        [
            {"schema": 2},
            {"game": "whist"},
            {"rules_version": 99},
            {"manifest": ["alice", "bob"]},
            {"manifest": ["alice", "bob", "bob"]},
            {"manifest": "abc"},
            {"setup": {}},
            {"setup": None},
            {"actions": [{"seat": 1, "action": {"kind": "pass"}}]},
            {"actions": [{"seat": 0, "action": {"kind": "fold"}}]},
            {"actions": [{"seat": 0}]},
            {"actions": [None]},
            {"status": "over"},
            {"status": "errored"},
            {"error": "boom"},
            {"surplus": 1},
        ],
    )
    def test_that_were_changed_are_refused(self, server, short, change):
        with pytest.raises(InvalidState):
            server.restore({**server.snapshot(short), **change})
        assert server.list_games() == [short]

    @pytest.mark.parametrize("thing", junk_except())
    @pytest.mark.parametrize("place", ["setup", "actions", "status", "manifest", "schema"])
    def test_that_are_none_are_refused(self, server, short, thing, place):
        for data in (thing, {**server.snapshot(short), place: thing}):
            with pytest.raises(InvalidState):
                server.restore(data)

    @pytest.mark.parametrize("missing", ["schema", "game", "manifest", "setup", "actions", "status"])
    def test_that_lack_something_are_refused(self, server, short, missing):
        snapshot = server.snapshot(short)
        del snapshot[missing]
        with pytest.raises(InvalidState):
            server.restore(snapshot)
