"""What the games know about a person, and what becomes of their seats when the account goes."""

import json

from accounts.services.accounts import delete_account
from games.models import Game
from games.services.table import chat
from tests.support.tables import PASS, SEED, bid, do, fresh, running_table, waiting_table


def test_the_download_holds_games_moves_and_words(as_alice, alice, bob):
    game = running_table(alice, bob)
    do(game, alice, PASS)
    chat.say(user=alice, game_id=game.id, text="Good evening", key="one")
    chat.say(user=bob, game_id=game.id, text="Not hers", key="two")
    (stored,) = json.loads(as_alice.get("/accounts/data/").content)["games"]
    assert (stored["table"], stored["game"], stored["status"]) == (game.id, "high-society", "running")
    assert [move["action"] for move in stored["actions"]] == [PASS]
    assert [said["text"] for said in stored["chat"]] == ["Good evening"]


def test_the_download_holds_no_secrets_of_the_table(as_alice, alice, bob):
    game = running_table(alice, bob)
    text = as_alice.get("/accounts/data/").text
    for secret in (SEED, game.salt, game.invitation, "deck", "setup"):
        assert secret not in text


def test_a_deleted_account_leaves_its_tables(alice, bob):
    running = running_table(alice, bob)
    hosted = waiting_table(alice, bob)
    alone = waiting_table(alice)
    delete_account(user=alice)
    assert running.seats.get(number=0).substituted
    assert (fresh(hosted).host, hosted.seats.count()) == (bob, 1)
    assert fresh(alone).status == Game.Status.CLOSED


def test_asks_the_same_few_questions_for_many_games(as_alice, alice, bob, django_assert_max_num_queries):
    for _ in range(4):
        do(running_table(alice, bob), alice, bid(1))
    with django_assert_max_num_queries(19):
        assert len(as_alice.get("/accounts/data/").json()["games"]) == 4
