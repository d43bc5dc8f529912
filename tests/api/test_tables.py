"""Tables as programs open, find, fill and leave them."""

import pytest
from django.core.cache import cache
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from accounts.models import ApiToken, User
from accounts.services.accounts import delete_account
from games.models import Game, KeptSeat
from games.queries.positions import position_of, rules_of
from games.services.table import seats
from games.services.turn import play
from tests.support.programs import Program
from tests.support.tables import PASS, bid, deal, do, fresh, play_to_the_end, running_table, waiting_table

pytestmark = pytest.mark.django_db


@pytest.fixture
def program(alice):
    return Program(alice)


def names(told):
    return [seat["name"] for seat in told["seats"]]


def test_a_guest_comes_with_a_token(client):
    answer = Program().post("guests", {"name": "Zoë"})
    told = answer.json()
    assert (answer.status_code, told["me"]["name"], told["me"]["is_guest"]) == (201, "Zoë", True)
    guest = Program(secret=told["token"])
    assert guest.told("me") == {"me": told["me"], "scopes": ["read", "play", "tables"], "waiting": 0}
    token = ApiToken.objects.get()
    assert token.user.username == told["me"]["username"]
    assert told["token"] not in str(vars(token))


def test_a_guest_without_a_name_is_given_one():
    assert Program().post("guests").json()["me"]["name"]
    assert Program().post("guests", {}).json()["me"]["name"]
    assert Program().post("guests", {"name": " "}).json()["me"]["name"]


@pytest.mark.parametrize("name", ["admin", "x" * 60, "\u200b", "Bot", "a\u0301\u0301\u0301\u0301"])
def test_the_rules_for_names_hold(name):
    answer = Program().post("guests", {"name": name})
    assert (answer.status_code, answer.json()["code"]) == (422, "invalid_name")
    assert not User.objects.exists()


def test_guests_are_as_many_as_by_the_page(settings):
    settings.GUESTS_PER_MINUTE = 2
    assert Client().post("/accounts/guest/").status_code == 302
    answers = [Program().post("guests", {}) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [201, 429]
    assert answers[1].json()["context"] == {"limit": "guest", "most": 2, "seconds": 60}
    assert answers[1].headers["Retry-After"] == "60"
    assert User.objects.count() == 2
    cache.clear()


def test_games_are_listed_with_all_that_a_table_may_choose():
    told = {game["game"]: game for game in Program().told("games")["games"]}
    assert list(told) == ["high-society", "high-society-paris", "high-society-simplified", "cartes-societe"]
    classic = told["high-society"]
    assert (classic["min_players"], classic["max_players"], classic["options"][0]["name"]) == (3, 5, "open_purses")
    assert classic["bots"] == ["random", "bold", "balanced", "cautious", "expert"]
    assert {"kind"} < set(classic["action_schema"]["anyOf"][1]["properties"])
    assert "$ref" not in str(told["cartes-societe"]["action_schema"])


def test_a_table_with_bots_and_seats_kept_for_others(program):
    answer = program.post("tables", {"game": "high-society", "players": ["Ben", "balanced", "Cléo"], "clock": 60})
    told = answer.json()
    assert (answer.status_code, told["size"], told["free"], told["turn_seconds"]) == (201, 4, 0, 60)
    assert [seat["bot"] for seat in told["seats"]] == [None, "balanced"]
    assert (told["seats"][0]["is_you"], told["seats"][0]["is_host"]) == (True, True)
    assert [kept["name"] for kept in told["kept"]] == ["Ben", "Cléo"]
    # Nobody was made or seated.
    assert User.objects.count() == 1


def test_whoever_opens_the_invitation_of_a_kept_seat_sits_there(program):
    told = program.post("tables", {"game": "high-society", "players": ["Ben", "Cléo"]}).json()
    ben = Program(secret=Program().post("guests", {"name": "Newcomer"}).json()["token"])
    link = told["kept"][0]["invitation"]
    sat = ben.post("invitations", {"invitation": link}).json()
    assert (names(sat), [kept["name"] for kept in sat["kept"]]) == (["Alice", "Ben"], ["Cléo"])
    assert sat["kept"][0]["invitation"] is None, "that is for the host alone"
    again = Program(secret=Program().post("guests", {}).json()["token"]).post("invitations", {"invitation": link})
    assert again.status_code == 404
    assert KeptSeat.objects.count() == 1


@pytest.mark.parametrize("wish", [True, False])
def test_bots_hurry_as_wished(program, wish):
    told = program.post("tables", {"game": "high-society", "players": ["bold"], "hurry": wish}).json()
    assert told["hurry"] is wish


def test_my_own_name_among_the_players_is_my_seat(program):
    told = program.post("tables", {"game": "high-society", "players": ["Alice", "Ben", "bold"]}).json()
    assert (told["size"], names(told)[0], [kept["name"] for kept in told["kept"]]) == (3, "Alice", ["Ben"])


@pytest.mark.parametrize(
    ("wish", "status", "code"),
    [
        ({"game": "chess"}, 422, "unknown_game"),
        ({"players": ["admin"]}, 422, "invalid_name"),
        ({"players": ["Ben", "Ben"]}, 422, "same_name"),
        ({"players": ["Ben"] * 21}, 400, "malformed_request"),
        ({"size": 9}, 422, "invalid_player_count"),
        ({"size": 0}, 422, "invalid_player_count"),
        ({"size": -1}, 422, "invalid_player_count"),
        ({"size": 10**30}, 422, "invalid_player_count"),
        ({"players": ["Ben", "Cleo", "Dora", "Emil"], "size": 3}, 422, "invalid_player_count"),
        ({"clock": 61}, 422, "refused"),
        ({"bank": 60}, 422, "refused"),
        ({"options": {"open_purse": True}}, 422, "invalid_options"),
        ({"game": "cartes-societe", "options": {"open_purses": True}}, 422, "invalid_options"),
        ({"options": {"open_purses": 1}}, 400, "malformed_request"),
        ({"deal": "nosuchdeal"}, 422, "unknown_deal"),
        ({"colour": "red"}, 400, "malformed_request"),
        ({"players": [7]}, 400, "malformed_request"),
        ({"size": True}, 400, "malformed_request"),
    ],
)
def test_what_no_table_can_be_is_refused_in_words(program, wish, status, code):
    answer = program.post("tables", {"game": "high-society", **wish})
    assert (answer.status_code, answer.json()["code"]) == (status, code), answer.content
    assert not Game.objects.exists()


def test_a_game_from_opening_to_rematch(alice, bob, charlie):
    host, *others = programs = [Program(user) for user in (alice, bob, charlie)]
    table = host.post("tables", {"game": "high-society", "size": 3, "public": True}).json()
    lonely = host.post(f"tables/{table['id']}/start")
    told = lonely.json()
    assert (lonely.status_code, told["code"], told["error_code"]) == (422, "too_few_players", "INVALID_PLAYER_COUNT")
    assert told["can_retry"] is True
    assert [one["id"] for one in others[0].told("tables")["tables"]] == [table["id"]]
    assert others[0].post(f"tables/{table['id']}/join").json()["your_seat"] == 1
    assert others[1].post("invitations", {"invitation": table["invitation"]}).json()["free"] == 0
    early = others[0].post(f"tables/{table['id']}/start")
    assert (early.status_code, early.json()["code"]) == (403, "not_host")
    started = host.post(f"tables/{table['id']}/start").json()
    assert (started["status"], started["number"], started["seal"] != "") == ("running", 3, True)
    assert host.post(f"tables/{table['id']}/start").json()["status"] == "running", "twice is once"
    mine = [program.told("tables?which=mine")["tables"][0] for program in programs]
    assert sorted(one["your_turn"] for one in mine) == [False, False, True]
    play_to_the_end(Game.objects.get(pk=table["id"]))
    over = host.told(f"tables/{table['id']}")
    assert (over["status"], over["rematch"]) == ("finished", None)
    again = host.post(f"tables/{table['id']}/rematch").json()
    assert again["status"] == "waiting"
    assert others[0].told(f"tables/{table['id']}")["rematch"] == again["id"]
    others[0].post(f"tables/{again['id']}/join")
    assert others[1].post(f"tables/{table['id']}/rematch").json()["status"] == "running"


def test_leaving_and_coming_back(alice, bob):
    game, program = running_table(alice, bob), Program(bob)
    assert program.post(f"tables/{game.pk}/leave").json() == {"game": game.pk, "left": True}
    told = program.told(f"tables/{game.pk}")
    assert (told["seats"][1]["substituted"], told["seats"][1]["bot"]) == (True, "balanced")
    back = program.post(f"tables/{game.pk}/come-back").json()
    assert (back["seats"][1]["substituted"], back["seats"][1]["bot"]) == (False, None)
    notices = [event for event in program.told(f"tables/{game.pk}/events")["events"] if event["type"] == "notice"]
    assert [(one["kind"], one["seat"]) for one in notices] == [("left", 1), ("returned", 1)]


def test_leaving_a_table_that_waits_frees_the_seat(alice, bob):
    game = waiting_table(alice, bob)
    assert Program(bob).post(f"tables/{game.pk}/leave").status_code == 200
    assert names(Program(alice).told(f"tables/{game.pk}")) == ["Alice"]
    assert Program(bob).get(f"tables/{game.pk}").status_code == 404


def test_whoever_is_gone_can_be_voted_out(alice, bob, now):
    game = running_table(alice, bob)
    now.shift(120)
    program = Program(bob)
    absent = program.told(f"tables/{game.pk}")["absent"]
    assert (absent["seat"], absent["votes"]) == (0, 0)
    told = program.post(f"tables/{game.pk}/vote", {"seat": 0}).json()
    assert told["seats"][0]["substituted"] is True
    refused = program.post(f"tables/{game.pk}/vote", {"seat": 1})
    assert (refused.status_code, refused.json()["code"]) == (422, "not_gone")


def test_what_is_said_at_a_table(alice, bob):
    game = running_table(alice, bob)
    alices, bobs = Program(alice), Program(bob)
    said = alices.post(f"tables/{game.pk}/messages", {"text": "Hello @Bob", "key": "k"})
    assert (said.status_code, said.json()["name"]) == (201, "Alice")
    assert alices.post(f"tables/{game.pk}/messages", {"text": "Hello @Bob", "key": "k"}).json() == said.json()
    (line,) = bobs.told(f"tables/{game.pk}/messages")["messages"]
    assert (line["text"], line["mentions_you"], line["id"]) == ("Hello @Bob", True, said.json()["id"])
    assert bobs.told(f"tables/{game.pk}/messages?after={line['id']}") == {"messages": []}
    alice.is_muted = True
    alice.save()
    muted = alices.post(f"tables/{game.pk}/messages", {"text": "x", "key": "k2"})
    assert (muted.status_code, muted.json()["code"]) == (403, "muted")


def test_whatever_letters_somebody_writes_can_be_said(alice, bob):
    game, text = running_table(alice, bob), "What is \\u0000? And \\\\u0000?"
    assert Program(alice).post(f"tables/{game.pk}/messages", {"text": text, "key": "k"}).json()["text"] == text


def test_my_tables_are_asked_for_together(alice):
    program = Program(alice)
    program.told("me")
    asked = []
    for _ in range(2):
        waiting_table(alice)
        with CaptureQueriesContext(connection) as queries:
            program.told("tables?which=mine")
        asked.append(len(queries))
    assert asked[0] == asked[1]


def test_a_view_that_has_not_changed_is_not_sent_again(alice, bob):
    game, program = running_table(alice, bob), Program(alice)
    first = program.get(f"tables/{game.pk}/view")
    again = program.get(f"tables/{game.pk}/view", headers={"If-None-Match": first["ETag"]})
    assert (again.status_code, again.content) == (304, b"")
    do(game, alice, {"kind": "pass"})
    assert program.get(f"tables/{game.pk}/view", headers={"If-None-Match": first["ETag"]}).status_code == 200
    bobs = Program(bob).get(f"tables/{game.pk}/view")
    assert bobs["ETag"] != first["ETag"]
    # What is for those who write is nothing to those who read.
    assert program.get(f"tables/{game.pk}/view", headers={"If-Match": first["ETag"]}).status_code == 200


def test_legal_actions_some_at_a_time(alice, bob):
    game, program = running_table(alice, bob), Program(alice)
    told = program.told(f"tables/{game.pk}/legal?limit=500")
    assert (told["total"], len(told["actions"]), told["next_offset"]) == (2048, 500, 500)
    rest = program.told(f"tables/{game.pk}/legal?offset=2000&limit=500")
    assert (len(rest["actions"]), rest["next_offset"]) == (48, None)
    assert program.told(f"tables/{game.pk}/legal?offset=90000") | {"version": 0} == {
        "version": 0,
        "total": 2048,
        "actions": [],
        "next_offset": None,
    }
    assert Program(bob).told(f"tables/{game.pk}/legal")["actions"] == []
    assert program.get(f"tables/{game.pk}/legal?limit=501").status_code == 400


def test_events_some_at_a_time(alice, bob):
    game, program = running_table(alice, bob), Program(alice)
    play_to_the_end(game)
    everything = program.told(f"tables/{game.pk}/events?limit=1000")
    heard, after, more = [], 0, True
    while more:
        part = program.told(f"tables/{game.pk}/events?after={after}&limit=7")
        heard += part["events"]
        after, more = part["number"], part["more"]
    assert heard == everything["events"]
    assert heard[-1]["type"] == "game_ended"
    assert program.told(f"tables/{game.pk}/events?after={after}") == {"events": [], "number": after, "more": False}
    assert program.told(f"tables/{game.pk}/events?after=99999")["events"] == []


def test_clocks_are_told_as_they_run(alice, bob):
    """An auction turn may take the whole of it; of the choice of a card to give up see below."""
    game, program = running_table(alice, bob, turn_seconds=60), Program(alice)
    choice = program.view(game)["ui"]["pending_choice"]
    assert (choice["kind"], choice["seconds"], choice["id"]) == ("bid", 60, str(game.turn_version))
    without = running_table(alice, bob)
    assert program.view(without)["ui"]["pending_choice"]["seconds"] is None


def test_a_possession_is_given_up_by_its_id(alice, bob):
    """And in half of the time that a bid may take."""
    game = running_table(alice, bob, turn_seconds=60)
    deck = ["possession-5", "theft", *(f"possession-{number}" for number in (1, 2, 3, 4, 6, 7, 8, 9, 10))]
    deck += ["title-1", "title-2", "title-3", "scandal", "gambling-debt"]
    game = deal(fresh(game), (alice, bob), deck=deck)
    do(game, alice, bid(1))
    do(game, bob, PASS)
    assert play.act_for_bot(game_id=game.pk, number=2, seat=2, action=_pass(game))
    do(game, alice, PASS)
    program = Program(alice)
    choice = program.view(game)["ui"]["pending_choice"]
    assert (choice["kind"], choice["cards"], choice["least_bid"]) == ("select_card", ["possession-5"], None)
    assert (choice["seconds"], 0 < choice["seconds_left"] <= 30) == (30, True)
    wrong = program.post(f"tables/{game.pk}/select", {"choice": choice["id"], "card": "possession-6"})
    assert (wrong.status_code, wrong.json()["error"]["error_code"]) == (422, "CARD_NOT_FOUND")
    done = program.post(f"tables/{game.pk}/select", {"choice": choice["id"], "card": "possession-5"})
    assert (done.status_code, done.json()["state"]["view"]["players"][0]["possessions"]) == (200, [])
    again = program.post(f"tables/{game.pk}/select", {"choice": choice["id"], "card": "possession-5"})
    assert (again.status_code, again.json()["success"]) == (200, True)


def _pass(game):
    return rules_of(game).timeout_action(position_of(fresh(game)).state, 2)


def test_a_choice_is_answered_once(alice, bob):
    game, program = running_table(alice, bob), Program(alice)
    choice = program.view(game)["ui"]["pending_choice"]["id"]
    answers = [program.post(f"tables/{game.pk}/bid", {"choice": choice, "cards": [3000]}) for _ in range(2)]
    assert [answer.status_code for answer in answers] == [200, 200]
    assert fresh(game).action_count == 1
    other = program.post(f"tables/{game.pk}/pass", {"choice": choice})
    assert other.json()["error"]["code"] == "key_reused"
    for junk in ("x", "-1", "9" * 20, "", "١"):
        assert program.post(f"tables/{game.pk}/pass", {"choice": junk}).status_code in (409, 422)
    assert fresh(game).action_count == 1


def test_who_went_away_for_good_has_no_tokens_left(alice, bob):
    program = Program(alice)
    game = waiting_table(alice, bob)
    seats.leave(user=alice, game_id=game.pk)
    delete_account(user=alice)
    assert program.get("me").status_code == 401
