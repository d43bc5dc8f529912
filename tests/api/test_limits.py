"""A move that is stored counts for nothing; everything else does, and says so."""

import pytest
import time_machine
from django.test import Client

from games.api.limits import REQUESTS, STRANGERS, WRONG_TOKENS
from games.api.middleware import OPEN_TO_ALL
from games.models import Action
from games.services.table import rooms
from games.services.turn import play
from hsweb.limits.rates import OpenLimit
from hsweb.limits.request_queue import known_programs
from tests.support.programs import PREFIX, Program, description
from tests.support.tables import PASS, bid, do, fresh, running_table, whole_table
from tests.support.times import MONDAY

pytestmark = pytest.mark.django_db
MOST = 5


@pytest.fixture(autouse=True)
def in_the_middle_of_a_minute(settings):
    settings.ACTIONS_PER_MINUTE = MOST
    with time_machine.travel(MONDAY.replace(second=20), tick=False) as traveller:
        yield traveller


@pytest.fixture
def game(alice, bob):
    return running_table(alice, bob)


@pytest.fixture
def program(alice):
    return Program(alice)


def left(answer):
    return tuple(int(answer[f"RateLimit-{name}"]) for name in ("Limit", "Remaining", "Reset"))


def spend_all(program):
    for _ in range(MOST):
        answer = program.get("me")
        assert answer.status_code == 200
    return answer


def test_what_is_left_is_told_with_every_answer(program):
    assert [left(program.get("me")) for _ in range(MOST)] == [(MOST, MOST - 1 - number, 40) for number in range(MOST)]


def test_beyond_the_limit_it_is_named(program):
    spend_all(program)
    answer = program.get("tables")
    assert (answer.status_code, answer["Retry-After"]) == (429, "40")
    told = answer.json()
    assert (told["code"], told["can_retry"]) == ("too_fast", True)
    assert told["context"] == {"limit": "api", "most": MOST, "seconds": 60}


def test_with_the_next_minute_all_of_it_is_there_again(program, in_the_middle_of_a_minute):
    spend_all(program)
    in_the_middle_of_a_minute.shift(40)
    assert left(program.get("me")) == (MOST, MOST - 1, 60)


def test_a_move_that_is_stored_does_not_count(game, program):
    answer = program.post(f"tables/{game.pk}/bid", {"cards": [1000]})
    assert (answer.status_code, left(answer)) == (200, (MOST, MOST, 40))


@pytest.mark.parametrize(
    "body",
    [
        {"version": 0, "key": "k", "action": PASS},
        {"version": 99, "key": "k", "action": PASS},
        {"version": 1, "key": "", "action": PASS},
        {"version": 1, "key": "k", "action": bid(4, 4)},
        {"version": 1},
        {},
        [],
    ],
)
def test_refusals_and_malformed_bodies_count(game, program, body):
    answer = program.post(f"tables/{game.pk}/actions", body)
    assert answer.status_code in (400, 409, 422)
    assert left(answer) == (MOST, MOST - 1, 40)


def test_repeats_of_a_key_count(game, program):
    sent = {"version": game.version, "key": "k", "action": PASS}
    answers = [program.post(f"tables/{game.pk}/actions", sent) for _ in range(3)]
    assert [left(answer)[1] for answer in answers] == [MOST, MOST - 1, MOST - 2]
    assert Action.objects.count() == 1


def test_whoever_has_asked_too_much_may_still_make_a_legal_move(game, program):
    spend_all(program)
    for body in ({"cards": [1000, 1000]}, {"cards": [7]}, {"choice": "99", "cards": [1000]}):
        answer = program.post(f"tables/{game.pk}/bid", body)
        assert (answer.status_code, answer.json()["error"]["code"]) == (429, "too_fast")
        assert answer.json()["error"]["context"]["limit"] == "api"
        assert answer.json()["state"] is None, "nobody gets beyond the limit what they would get within it"
    assert program.post(f"tables/{game.pk}/bid", {"cards": [1000]}).status_code == 200
    # Now it is not their turn any more.
    assert program.post(f"tables/{game.pk}/pass").status_code == 429
    assert Action.objects.count() == 1


def test_a_legal_move_is_welcome_where_another_process_made_the_move_before_it(game, bob, monkeypatch):
    program = Program(bob)
    spend_all(program)
    assert program.get(f"tables/{game.pk}/view").status_code == 429
    whole_table(game)
    monkeypatch.setattr(play, "_remember", lambda known, table: None)
    do(game, game.seats.get(number=0).user, bid(4))
    assert program.post(f"tables/{game.pk}/pass").status_code == 200


def test_requests_beyond_the_scope_of_a_token_count_and_say_which_it_lacks(alice):
    reader = Program(alice, scopes=("read",))
    answer = reader.post("tables", {"game": "high-society"})
    assert (answer.status_code, left(answer)) == (403, (MOST, MOST - 1, 40))
    assert answer.json()["context"] == {"scope": "tables"}
    for _ in range(MOST):
        answer = reader.post("tables", {"game": "high-society"})
    assert answer.status_code == 429


def test_other_limits_are_named_too(program, monkeypatch):
    monkeypatch.setattr("hsweb.limits.rates.consume_one", lambda name, *count: name != rooms.NEW_TABLES.name)
    answer = program.post("tables", {"game": "high-society", "players": ["balanced", "bold"]})
    assert (answer.status_code, answer["Retry-After"]) == (429, "60")
    assert answer.json()["context"]["limit"] == "tables"


@pytest.mark.parametrize("headers", [{}, {"Authorization": "x"}, {"Cookie": "sessionid=x"}])
@pytest.mark.parametrize("path", ["games", "openapi.json", "docs"])
def test_strangers_are_counted_by_their_address_whatever_they_show(client, monkeypatch, path, headers):
    monkeypatch.setattr(OpenLimit, "most", property(lambda limit: 2))
    answers = [client.get(f"/api/v1/{path}", REMOTE_ADDR="198.51.100.7", headers=headers) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert answers[2].json()["code"] == "too_fast"
    assert answers[2].json()["context"] == {"limit": STRANGERS.name, "most": 2, "seconds": 60}
    assert answers[2].headers["Retry-After"] == "40"
    assert client.get(f"/api/v1/{path}", REMOTE_ADDR="198.51.100.8").status_code == 200


def test_every_address_that_is_open_to_all_is_known_to_be():
    open_ones = {
        path.removeprefix(PREFIX)
        for path, methods in description()["paths"].items()
        if not all(operation.get("security") for operation in methods.values())
    }
    assert {*open_ones, "docs", "openapi.json"} == OPEN_TO_ALL


def test_guessing_is_slowed_down_and_nobody_else_by_it(alice, monkeypatch):
    """Whoever was let in before goes on; whoever guesses on is not even looked at, right or wrong."""
    known, newcomer = Program(alice), Program(alice)
    assert known.get("me").status_code == 200
    guesser = Program(secret="hs_" + "x" * 43)
    statuses = [guesser.get("me").status_code for _ in range(WRONG_TOKENS.most + 1)]
    assert statuses == [401] * WRONG_TOKENS.most + [429]
    assert newcomer.get("me").status_code == 429
    assert known.get("me").status_code == 200
    assert len(known_programs._kept) > 0


def test_junk_is_that_of_a_stranger_whatever_it_looks_like(program, monkeypatch):
    """Those who were let in here before go on."""
    assert program.get("me").status_code == 200
    monkeypatch.setattr(OpenLimit, "most", property(lambda limit: 2))
    for path, headers, address in (
        ("me", {"Cookie": "sessionid=junk"}, "198.51.100.7"),
        ("nothing", {"Authorization": "x"}, "198.51.100.8"),
    ):
        answers = [Client().get(f"{PREFIX}{path}", headers=headers, REMOTE_ADDR=address) for _ in range(3)]
        assert answers[1].status_code in (401, 404)
        assert answers[2].status_code == 429
    assert program.get("me", REMOTE_ADDR=address).status_code == 200


@pytest.mark.parametrize("path", ["tables/bid", "bid", "tables/x/y/bid"])
def test_whoever_has_asked_too_much_gets_no_further_by_addresses_that_look_like_moves(program, path):
    spend_all(program)
    for method in ("get", "post"):
        sent = {"content_type": "application/json"} if method == "post" else {}
        answer = getattr(program.client, method)(f"{PREFIX}{path}", headers=program.headers, **sent)
        assert answer.status_code in (404, 405, 429)
        assert "success" not in answer.json()


def test_a_token_that_was_known_and_is_revoked_is_none(program):
    assert program.get("me").status_code == 200
    program.token.revoked_at = MONDAY
    program.token.save()
    assert (program.get("me").status_code, program.get("me").json()["code"]) == (401, "bad_token")


def test_requests_are_counted_by_person_whatever_they_come_with(alice, program):
    other = Program(alice)
    assert left(program.get("me"))[1] == MOST - 1
    assert left(other.get("me"))[1] == MOST - 2
    assert REQUESTS.look(alice.pk).left == MOST - 2


def test_a_game_is_not_held_up_by_those_who_ask_too_much(game, program, django_assert_num_queries):
    """Beyond the limit, what is no legal move is refused without a lock."""
    spend_all(program)
    program.post(f"tables/{game.pk}/pass", {"choice": "99"})
    with django_assert_num_queries(4):
        # The token is looked up, and the table read once: its row, its notices and its seats.
        program.post(f"tables/{game.pk}/pass", {"choice": "99"})
    assert fresh(game).action_count == 0
