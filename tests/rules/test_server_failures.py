"""A game on a server that fails, and leaves all others alone."""

import logging
import pickle
from typing import Any

import pytest

from games.rules import RuleViolation, find_rules
from games.rules.server import GameServer
from tests.support.rules.served import PASS, REDS_FIRST, TRIO, WHOLE_GAME, Exploding, play_all


@pytest.fixture
def fragile(request):
    """A server on which games called `fragile` fail when the named method is called."""
    broken: Any = Exploding(request.param)
    return GameServer(lambda slug, version=None: broken if slug == "fragile" else find_rules(slug, version))


@pytest.mark.parametrize("fragile", ["play", "events"], indirect=True)
class TestAGameThatFails:
    def test_is_marked_with_what_happened(self, fragile):
        game_id = fragile.new_game(TRIO, 1, "fragile", starter=0)
        before = fragile.get_state(game_id)
        result = fragile.step(game_id, "alice", PASS)
        assert (result.ok, result.error_code) == (False, "game_errored")
        assert result.state is fragile.get_state(game_id) is before
        assert fragile.status(game_id) == "errored"
        assert "ZeroDivisionError: a secret about the deck" in fragile.error(game_id)

    def test_tells_players_nothing_but_a_sentence(self, fragile):
        result = fragile.step(fragile.new_game(TRIO, 1, "fragile", starter=0), "alice", PASS)
        assert result.error_message == "Something went wrong inside this game, so it cannot go on."

    def test_takes_no_more_steps(self, fragile):
        game_id = fragile.new_game(TRIO, 1, "fragile", starter=0)
        fragile.step(game_id, "alice", PASS)
        assert fragile.step(game_id, "alice", PASS).error_code == "game_errored"
        assert fragile.step(game_id, "alice", "junk").error_code == "game_errored"
        assert fragile.legal_actions(game_id, "alice") == ()
        assert fragile.get_observation(game_id, "alice")["seat"] == 0
        with pytest.raises(RuleViolation) as refusal:
            fragile.apply_action(game_id, "alice", PASS)
        assert refusal.value.code == "game_errored"

    def test_has_no_score(self, fragile):
        game_id = fragile.new_game(TRIO, 1, "fragile", starter=0)
        fragile.step(game_id, "alice", PASS)
        with pytest.raises(RuleViolation) as refusal:
            fragile.score_game(game_id)
        assert refusal.value.code == "game_errored"
        assert pickle.loads(pickle.dumps(refusal.value)).code == "game_errored"

    def test_is_logged_once_as_it_stops_without_a_word_of_its_secrets(self, fragile, caplog):
        game_id = fragile.new_game(TRIO, 1, "fragile", starter=0)
        for _ in range(2):
            fragile.step(game_id, "alice", PASS)
        assert caplog.record_tuples == [
            ("games.rules.server", logging.ERROR, f"Game {game_id} is stopped: ZeroDivisionError")
        ]
        assert caplog.records[0].exc_info is None
        assert "secret" not in caplog.text

    def test_tells_nobody_of_what_did_not_happen(self, fragile):
        heard: list = []
        game_id = fragile.new_game(TRIO, 1, "fragile", starter=0)
        fragile.subscribe(game_id, None, heard.append)
        fragile.step(game_id, "alice", PASS)
        assert heard == []

    def test_leaves_every_other_game_alone(self, fragile):
        sound = fragile.new_game(TRIO, 1, starter=0, deck=REDS_FIRST)
        fragile.step(fragile.new_game(TRIO, 1, "fragile", starter=0), "alice", PASS)
        play_all(fragile, sound, *WHOLE_GAME)
        assert fragile.status(sound) == "over"
        assert fragile.error(sound) is None


@pytest.mark.parametrize("fragile", ["view_json"], indirect=True)
def test_a_game_that_cannot_be_looked_at_is_errored_too(fragile, caplog):
    game_id = fragile.new_game(TRIO, 1, "fragile")
    for player in ("alice", "alice", None):
        with pytest.raises(RuleViolation) as refusal:
            fragile.get_observation(game_id, player)
        assert refusal.value.code == "game_errored"
    assert fragile.status(game_id) == "errored"
    assert len(caplog.records) == 1


@pytest.mark.parametrize("fragile", ["play", "events"], indirect=True)
def test_a_game_that_was_errored_when_it_came_is_not_logged_again(fragile, caplog):
    game_id = fragile.new_game(TRIO, 1, "fragile", starter=0)
    fragile.step(game_id, "alice", PASS)
    snapshot = fragile.snapshot(game_id)
    caplog.clear()
    fragile.step(fragile.restore(snapshot), "alice", PASS)
    assert caplog.records == []
