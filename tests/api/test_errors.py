"""What is refused is told in the same fields everywhere, whoever refuses it, and every code means something."""

from datetime import timedelta

import pytest
import time_machine
from django.utils import timezone

from games.api.errors import ERROR_CODES, KNOWN
from games.models import Action, Game
from games.queries.positions import position_of, rules_of
from games.queries.table_cache import table_cache
from games.services.care import interventions
from games.services.turn import play
from games.services.turn.timeouts import time_out
from hsweb.http.json_errors import MEANINGS, REFUSALS
from tests.frozen import sources
from tests.support.programs import Program, check_named
from tests.support.tables import PASS, bid, do, fresh, running_table, waiting_table

pytestmark = pytest.mark.django_db


def test_every_code_that_is_raised_means_something():
    raised = {code for codes in sources.error_codes().values() for code in codes}
    assert raised - KNOWN.keys() == set()
    assert len(raised) > 80


def test_every_meaning_is_one_of_eight_and_says_what_to_do():
    assert {meaning.error_code for meaning in KNOWN.values()} == set(ERROR_CODES)
    assert len(ERROR_CODES) == 8
    assert all(str(meaning.suggestion) for meaning in KNOWN.values())
    assert {refusal.code for refusal in REFUSALS.values()} == MEANINGS.keys()


@pytest.fixture
def game(alice, bob):
    game = running_table(alice, bob, turn_seconds=60)
    Game.objects.filter(pk=game.pk).update(deadline=timezone.now() + timedelta(minutes=1))
    return fresh(game)


@pytest.fixture
def program(alice):
    return Program(alice)


def test_what_is_illegal_is_told_with_what_is_legal(game, program):
    do(game, program.user, bid(4))
    game = fresh(game)
    other = Program(game.seats.get(number=1).user)
    answer = other.post(f"tables/{game.pk}/bid", {"cards": [1000]})
    assert answer.status_code == 422
    told = answer.json()
    assert (told["success"], told["error"]["code"], told["error"]["error_code"]) == (
        False,
        "bid_too_low",
        "INVALID_BID_AMOUNT",
    )
    assert told["error"]["can_retry"] is True
    assert told["state"]["view"]["legal"]["totals"][0] == 5000
    assert told["state"]["ui"]["pending_choice"]["least_bid"] == 5000


@pytest.mark.parametrize(
    ("body", "code", "error_code"),
    [
        ({"kind": "bid", "cards": [1000, 1000]}, "malformed_action", "INVALID_BID_AMOUNT"),
        ({"kind": "bid", "amount": 5}, "malformed_action", "INVALID_BID_AMOUNT"),
        ({"kind": "discard_possession", "value": 3}, "wrong_phase", "INVALID_GAME_PHASE"),
        ({}, "malformed_action", "INVALID_BID_AMOUNT"),
    ],
)
def test_illegal_actions_by_their_codes(game, program, body, code, error_code):
    sent = {"version": game.version, "key": "k", "action": body}
    answer = program.post(f"tables/{game.pk}/actions", sent)
    error = answer.json()["error"]
    assert (answer.status_code, error["code"], error["error_code"]) == (422, code, error_code)
    assert error["context"] == ({"kinds": ["pass", "bid", "discard_possession"]} if code == "malformed_action" else {})
    assert not Action.objects.exists()


def test_what_comes_too_late_is_told_with_the_fresh_view(game, program):
    version = game.version
    do(game, program.user, bid(4))
    answer = program.post(f"tables/{game.pk}/actions", {"version": version, "key": "late", "action": PASS})
    told = answer.json()
    assert (answer.status_code, told["error"]["code"], told["error"]["error_code"]) == (
        409,
        "stale",
        "INVALID_GAME_PHASE",
    )
    assert told["state"]["version"] == fresh(game).version > version


def run_out(game):
    Game.objects.filter(pk=game.pk).update(deadline=timezone.now() - timedelta(seconds=1))
    assert time_out(game_id=game.pk)


def test_an_action_whose_turn_the_clock_has_played(game, program):
    """The error that says so is for that turn alone, and only until one has decided oneself again."""
    version, choice = game.version, program.view(game)["ui"]["pending_choice"]["id"]
    run_out(game)
    for body, path in (
        ({"version": version, "key": "k", "action": bid(4)}, "actions"),
        ({"choice": choice, "cards": [4000]}, "bid"),
    ):
        answer = program.post(f"tables/{game.pk}/{path}", body)
        error = answer.json()["error"]
        assert (answer.status_code, error["code"], error["error_code"]) == (409, "timed_out", "AUCTION_TIMEOUT")
    assert [action.made_by for action in Action.objects.all()] == ["clock"]


def test_an_action_decided_after_the_clock_has_played_is_only_late(game, program, bob):
    """Whoever was late once, and now looks at a table that goes on before they decide, is told no other reason."""
    run_out(game)
    do(fresh(game), bob, bid(1))
    before = fresh(game).version
    now = fresh(game)
    assert play.act_for_bot(game_id=now.pk, number=now.action_count, seat=2, action=least_action(now))
    while fresh(game).turn != 0:
        now = fresh(game)
        before = now.version
        if now.turn == 1:
            do(now, bob, PASS)
        else:
            assert play.act_for_bot(game_id=now.pk, number=now.action_count, seat=2, action=least_action(now))
    sent = {"version": before, "key": "k", "action": PASS}
    answer = program.post(f"tables/{game.pk}/actions", sent)
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "stale")
    assert answer.json()["state"]["ui"]["is_my_turn"] is True


def test_an_action_whose_turn_the_bot_has_played_that_took_over(alice, bob, program):
    game = running_table(alice, bob, turn_seconds=60, on_timeout=Game.OnTimeout.BOT)
    version = game.version
    run_out(game)
    sent = {"version": version, "key": "k", "action": PASS}
    early = program.post(f"tables/{game.pk}/actions", sent)
    assert (early.status_code, early.json()["error"]["code"]) == (403, "substituted")
    now = fresh(game)
    assert play.act_for_bot(game_id=game.pk, number=now.action_count, seat=0, action=least_action(now))
    late = program.post(f"tables/{game.pk}/actions", sent)
    assert (late.status_code, late.json()["error"]["error_code"]) == (409, "AUCTION_TIMEOUT")


def least_action(game):
    return rules_of(game).timeout_action(position_of(game).state, game.turn)


def test_an_action_that_the_form_would_still_take_is_taken_after_its_deadline(game, program):
    """The clock may be late: who comes before it is in time."""
    with time_machine.travel(timezone.now() + timedelta(minutes=2), tick=False):
        deadline = fresh(game).deadline
        assert deadline is not None
        assert deadline < timezone.now()
        answer = program.post(f"tables/{game.pk}/pass", {"choice": str(game.turn_version)})
    assert answer.json()["success"] is True
    assert [action.made_by for action in Action.objects.all()] == ["player"]


def test_a_repeated_key_answers_as_ever_after_the_clock_has_gone_on(game, program):
    sent = {"version": game.version, "key": "k", "action": bid(4)}
    assert program.post(f"tables/{game.pk}/actions", sent).json()["success"] is True
    run_out(game)
    again = program.post(f"tables/{game.pk}/actions", sent)
    assert (again.status_code, again.json()["success"]) == (200, True)
    other = program.post(f"tables/{game.pk}/actions", {**sent, "action": PASS})
    assert (other.status_code, other.json()["error"]["code"]) == (422, "key_reused")


def test_every_refusal_has_the_table_as_it_is_whoever_has_changed_it(game, program, monkeypatch):
    """Be it that another process has, and nobody has told this one."""
    program.view(game)
    monkeypatch.setattr(play, "_remember", lambda known, table: None)
    do(game, program.user, bid(4))
    for path, body in (("select", {"choice": "1", "card": "nothing"}), ("pass", {"choice": "1"})):
        answer = program.post(f"tables/{game.pk}/{path}", body)
        assert answer.json()["state"]["version"] == fresh(game).version, path


def test_a_game_that_stands_still_says_why(game, program, dana):
    interventions.pause(game_id=game.pk, by=dana, reason="Tea")
    told = program.view(game)
    assert told["status"] == "paused"
    assert {action["reason"] for action in told["ui"]["available_actions"]} >= {
        "This game is paused by an admin. Nothing was played."
    }
    answer = program.post(f"tables/{game.pk}/pass")
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "not_running")


def test_a_broken_game_can_be_asked_for_and_says_that_it_is(game, program):
    Game.objects.filter(pk=game.pk).update(setup={"broken": True})
    table_cache.clear()
    told = program.view(game)
    assert (told["status"], told["view"], told["ui"]["available_actions"]) == ("errored", None, [])
    assert program.told(f"tables/{game.pk}/events")["events"] == []
    assert program.told(f"tables/{game.pk}/legal")["actions"] == []
    assert program.post(f"tables/{game.pk}/pass").json()["error"]["code"] in ("errored", "not_running")


def test_sentences_are_in_the_language_that_is_asked_for(game, program):
    answer = program.post(f"tables/{game.pk}/select", {"choice": "1", "card": "theft"}, **{"Accept-Language": "fr"})
    assert answer.json()["error"]["code"] == "possession_not_owned"
    assert answer.json()["error"]["error_code"] == "CARD_NOT_FOUND"
    assert answer.json()["error"]["message"] != "You do not have that possession."


@pytest.mark.parametrize(
    ("method", "path", "body", "kind", "status", "code"),
    [
        ("get", "nothing", None, None, 404, "not_found"),
        ("get", "tables/nosuchtable", None, None, 404, "not_found"),
        ("get", "tables/nosuchtable/events", None, None, 404, "not_found"),
        ("post", "tables/nosuchtable/pass", "", "application/json", 404, "not_found"),
        ("put", "tables", "{}", "application/json", 405, "wrong_method"),
        ("post", "tables", "{", "application/json", 400, "malformed_request"),
        ("post", "tables", '{"game": "\\ud800"}', "application/json", 400, "malformed_request"),
        ("post", "tables", '{"game": "\\u0000"}', "application/json", 400, "malformed_request"),
        ("post", "tables", '{"game": "x", "game": "y"}', "application/json", 400, "malformed_request"),
        ("post", "tables", '{"game": NaN}', "application/json", 400, "malformed_request"),
        ("post", "tables", "[" * 20_000, "application/json", 400, "malformed_request"),
        ("post", "tables", '{"game": 1' + "0" * 5000 + "}", "application/json", 400, "malformed_request"),
        ("post", "tables", b"\xff", "application/json", 400, "malformed_request"),
        ("post", "tables", "[]", "application/json", 400, "malformed_request"),
        ("post", "tables", "game=x", "application/x-www-form-urlencoded", 415, "not_json"),
        ("post", "tables", "game", "multipart/form-data; boundary=x", 415, "not_json"),
        ("post", "tables", "{}", "application/json; charset=utf-16", 400, "malformed_request"),
        ("post", "tables", " " * 70_000, "application/json", 413, "too_big"),
        ("post", "tables/x/bid", " " * 70_000, "application/json", 413, "too_big"),
        ("get", "tables?which=other", None, None, 400, "malformed_request"),
        ("get", "me/events?after=junk", None, None, 400, "bad_cursor"),
        ("get", "stream/me", None, None, 421, "misdirected"),
    ],
)
def test_refusals_have_their_fields_whoever_refuses(program, method, path, body, kind, status, code):
    sent = {} if body is None else {"data": body, "content_type": kind}
    answer = getattr(program.client, method)(f"/api/v1/{path}", headers=program.headers, **sent)
    assert answer.status_code == status
    assert answer["Content-Type"].startswith("application/json")
    told = answer.json()
    is_action = path.rpartition("/")[2] in ("pass", "bid")
    error = told["error"] if is_action else told
    assert error["code"] == code
    check_named("Error", error)
    if is_action:
        assert (told["success"], told["state"]) == (False, None)


def test_which_fields_are_wrong_is_told_and_nothing_of_what_was_sent(program):
    answer = program.post("tables", {"game": "high-society", "players": "Ana", "size": "4", "colour": "a secret"})
    fields = {field["at"]: field["what"] for field in answer.json()["context"]["fields"]}
    assert fields.keys() == {"body.players", "body.size", "body.colour"}
    assert "a secret" not in answer.content.decode()


def test_an_error_of_our_own_is_told_without_its_text(program, monkeypatch):
    def fail(*args, **kwargs):
        raise RuntimeError("the deck is secret")

    monkeypatch.setattr("games.api.operations.games.list_games", fail)
    monkeypatch.setattr("games.api.operations.games._game_info", fail)
    program.client.raise_request_exception = False
    answer = program.client.get("/api/v1/games")
    assert (answer.status_code, answer.json()["code"]) == (500, "internal_error")
    assert "secret" not in answer.content.decode()


def test_who_does_not_sit_there_does_not_play(game, charlie, program):
    outsider = Program(charlie)
    assert outsider.post(f"tables/{game.pk}/pass").status_code == 404
    Game.objects.filter(pk=game.pk).update(public=True)
    table_cache.clear()
    answer = outsider.post(f"tables/{game.pk}/pass")
    assert (answer.status_code, answer.json()["error"]["code"]) == (403, "not_seated")


def test_before_the_start_there_is_nothing_to_play(alice, bob, program):
    game = waiting_table(alice, bob)
    told = program.view(game)
    assert (told["view"], told["ui"]["current_phase"], told["number"]) == (None, "setup", 0)
    answer = program.post(f"tables/{game.pk}/pass")
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "not_running")
    assert program.told(f"tables/{game.pk}/events") == {"events": [], "number": 0, "more": False}
