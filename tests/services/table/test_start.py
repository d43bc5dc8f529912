import hashlib
import json
from copy import copy

import pytest
import time_machine

from games.models import Game
from games.rules import find_rules
from games.services.refusals import TooFast
from games.services.table import rooms
from tests.support.tables import fresh, play_to_the_end, waiting_table
from tests.support.times import MONDAY


def started(alice):
    game = waiting_table(alice, bots=("bold", "bold"))
    rooms.start(user=alice, game_id=game.id)
    return fresh(game)


def test_commitment_is_a_hash_of_salt_and_setup(alice):
    game = started(alice)

    text = game.salt + "\n" + json.dumps(game.setup, sort_keys=True, separators=(",", ":"))
    assert game.commitment == hashlib.sha256(text.encode()).hexdigest()


def test_seed_and_salt_are_long_and_independent(alice):
    game, other = started(alice), started(alice)

    assert len(bytes.fromhex(game.setup["seed"])) == len(bytes.fromhex(game.salt)) == 16
    assert len({game.setup["seed"], game.salt, other.setup["seed"], other.salt}) == 4


def test_stored_setup_is_the_game_that_was_dealt(alice):
    game = started(alice)

    rules = find_rules(game.slug)
    assert rules.setup_from_json(game.setup) == rules.setup(3, game.setup["seed"], game.options)
    assert game.turn == game.setup["starter"]


@pytest.fixture
def two_a_day(monkeypatch):
    limit = copy(rooms.GAMES_ALONE)
    object.__setattr__(limit, "told", 2)
    monkeypatch.setattr(rooms, "GAMES_ALONE", limit)
    with time_machine.travel(MONDAY, tick=False):
        yield


def test_games_against_bots_alone_are_so_many_a_day(alice, bob, two_a_day):
    for _ in range(2):
        started(alice)
    with pytest.raises(TooFast, match="against bots alone today") as refusal:
        started(alice)
    assert refusal.value.limit is rooms.GAMES_ALONE
    assert started(bob).status == Game.Status.RUNNING


def test_games_with_people_count_for_nothing(alice, bob, two_a_day):
    for _ in range(3):
        game = waiting_table(alice, bob, bots=("bold",))
        rooms.start(user=alice, game_id=game.id)
        assert fresh(game).status == Game.Status.RUNNING


def test_a_rematch_against_bots_alone_counts_as_well(alice, two_a_day):
    for _ in range(2):
        game = started(alice)
    play_to_the_end(game)
    with pytest.raises(TooFast):
        rooms.rematch(user=alice, game_id=game.id)
    assert fresh(game).rematch is None
