import hashlib
import json

from games.rules import find_rules
from games.services.table import rooms
from tests.support.tables import fresh, waiting_table


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
