"""Games as files: taken along, brought back, and what happens to files that are none."""

import json
import re

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from pytest_django.asserts import assertContains, assertNotContains, assertRedirects

from accounts.models import User
from accounts.services.accounts import delete_account
from games.models import Action, Game, Rating, Seat, Upload
from games.models.table_properties import TableProperties
from games.pages import replay
from games.queries.game_file import LARGEST, document_of, document_text, text_of
from games.queries.game_file.parsing import DEEPEST
from games.queries.positions import rules_of
from games.queries.table_cache import table_cache
from games.queries.tables import read_table
from games.services.care import interventions
from games.services.results.uploads import MOST_KEPT, UPLOADS
from games.services.table import seats
from tests.support.longest_games import LENGTHS, longest_file
from tests.support.recordings import file_of, scene_of_saved
from tests.support.rules.each_game import every_game
from tests.support.saved_files import SAVED_FILES, saved_file
from tests.support.tables import bid, do, fresh, play_to_the_end, running_table, waiting_table

pytestmark = pytest.mark.django_db

ADDRESS = "/my-games/uploads/"
GOOD = file_of(scene_of_saved("classic-single-winner"))
OLD = saved_file("version-1/high-society.json")


def finished(*people, **wishes):
    game = running_table(*people, **wishes)
    do(game, people[0], bid(4))
    return play_to_the_end(game)


def whole(game):
    read = read_table(game.id)
    assert read is not None
    return read


def bring(client, content, name="game.json"):
    return client.post(ADDRESS, {"file": SimpleUploadedFile(name, content, "application/json")})


def stored():
    """All that an upload could touch."""
    return [model.objects.count() for model in (User, Game, Seat, Action, Rating, Upload)]


def keep_secrets(monkeypatch):
    """As if other tables still played every deck: nothing that was drawn before is shown again."""
    monkeypatch.setattr(TableProperties, "secrets_open", False)
    table_cache.clear()


class TestDownload:
    def test_is_the_whole_game_as_a_file(self, as_alice, alice, bob):
        game = finished(alice, bob)
        answer = as_alice.get(f"/tables/{game.id}/download/")
        day = game.ended_at.strftime("%Y-%m-%d")
        assert answer["Content-Disposition"] == f'attachment; filename="high-society-{day}-{game.id}.json"'
        assert answer["Content-Type"] == "application/json"
        assert "no-store" in answer["Cache-Control"]
        told = answer.json()
        assert (told["schema"], told["version"], told["game"], told["rules"]) == ("hsweb-game", 2, "high-society", 1)
        assert [player["name"] for player in told["players"]][:2] == ["Alice", "Bob"]
        assert told["setup"] == game.setup
        assert told["options"] == {"open_purses": True}
        assert [action["number"] for action in told["actions"]] == list(range(1, game.action_count + 1))
        first = told["actions"][0]
        assert (first["seat"], first["action"], first["made_by"]) == (0, bid(4), "player")
        assert told["outcome"]["reason"] == "fourth_red_card"
        assert (told["id"], told["timestamp"]) == (game.id, game.ended_at.isoformat())
        assert told["state"]["phase"] == "over"
        types = [event["type"] for event in told["events"]]
        assert (*types[:4], types[-1]) == ("game_started", "phase_changed", "card_revealed", "bid_placed", "game_ended")
        assert answer.text == text_of(whole(game))

    def test_names_no_account_and_no_key(self, as_alice, alice, bob):
        game = finished(alice, bob)
        text = as_alice.get(f"/tables/{game.id}/download/").text
        for secret in (alice.username, alice.email, bob.email, game.salt, game.invitation, "key-", '"user'):
            assert secret not in text
        assert sorted(json.loads(text)["players"][0]) == ["bot", "name", "substitute"]

    def test_is_for_games_whose_secrets_are_open(self, as_alice, alice, bob, monkeypatch):
        running, waiting, over = running_table(alice, bob), waiting_table(alice, bob), finished(alice, bob)
        for game in (running, waiting):
            assert as_alice.get(f"/tables/{game.id}/download/").status_code == 404
            assertNotContains(as_alice.get(f"/tables/{game.id}/"), "/download/")
        link = f'href="/tables/{over.id}/download/"'
        assertContains(as_alice.get(f"/tables/{over.id}/"), link)
        assertContains(as_alice.get(f"/tables/{over.id}/replay/"), link)
        keep_secrets(monkeypatch)
        assert as_alice.get(f"/tables/{over.id}/download/").status_code == 404
        for page in ("", "replay/"):
            assertNotContains(as_alice.get(f"/tables/{over.id}/{page}"), "/download/")

    def test_a_finished_game_whose_secrets_are_not_open_is_seen_as_one_that_goes_on(self, as_alice, alice, monkeypatch):
        game = finished(alice, open_purses=False)
        keep_secrets(monkeypatch)
        page = as_alice.get(f"/tables/{game.id}/replay/").text
        assert re.findall(r'<option value="(.*?)"', page) == ["0", ""]
        assert as_alice.get(f"/tables/{game.id}/replay/1/").status_code == 404

    def test_follows_who_may_see_the_table(self, client, as_alice, as_charlie, alice):
        by_link, public = finished(alice), finished(alice, public=True)
        for outsider in (client, as_charlie):
            assert outsider.get(f"/tables/{by_link.id}/download/").status_code == 404
            assert outsider.get(f"/tables/{public.id}/download/").status_code == 200

    def test_of_an_aborted_game_has_no_result(self, as_alice, alice, dana):
        game = running_table(alice)
        do(game, alice, bid(4))
        interventions.abort(by=dana, game_id=game.id, reason="Enough")
        told = as_alice.get(f"/tables/{game.id}/download/").json()
        assert (len(told["actions"]), told["outcome"], told["notices"]) == (1, None, [])
        assert "Dana" not in json.dumps(told)
        assert bring(as_alice, json.dumps(told).encode()).status_code == 302


class TestUpload:
    def test_of_a_download_shows_the_same_moments(self, as_alice, alice, bob):
        """With somebody who left, somebody who came instead, a bot, and closed purses."""
        game = running_table(alice, bob, open_purses=False)
        do(game, alice, bid(4))
        seats.leave(user=bob, game_id=game.id)
        game = play_to_the_end(fresh(game))
        here = replay.recording_of_table(whole(game), alice)
        answer = bring(as_alice, as_alice.get(f"/tables/{game.id}/download/").content)
        upload = Upload.objects.get()
        assertRedirects(answer, f"{ADDRESS}{upload.id}/", fetch_redirect_response=False)
        there = replay.recording_of_upload(upload)
        assert [one.text for one in there.scene.notices] == ["Bob left the table, and a bot took over."]
        for number in here.moments:
            for outlook in here.outlooks:
                pages = (told_at(as_alice, recording, number, outlook) for recording in (here, there))
                assert next(pages) == next(pages)

    def test_of_a_seat_that_was_handed_over_keeps_both_names(self, as_alice, alice, bob, charlie, dana):
        game = running_table(alice, bob)
        do(game, alice, bid(4))
        interventions.hand_over(by=dana, game_id=game.id, seat=1, to=charlie, reason="Bob is ill")
        game = play_to_the_end(fresh(game))
        document = document_of(whole(game))
        assert document["former"] == [{"seat": 1, "until": 1, "name": "Bob"}]
        assert "Dana" not in json.dumps(document)
        bring(as_alice, json.dumps(document).encode())
        assert replay.recording_of_upload(Upload.objects.get()).scene.names_at(1)[1] == "Bob"

    def test_is_there_for_its_owner_alone(self, as_alice, as_bob, as_dana, client):
        page = bring(as_alice, GOOD).url
        for path in (page, f"{page}0/"):
            assert as_alice.get(path).status_code == 200
            for other in (as_bob, as_dana, client):
                assert other.get(path).status_code == 404
        for other in (as_bob, as_dana, client):
            assert other.post(f"{page}delete/").status_code == 404
        assertNotContains(as_bob.get(ADDRESS), page)
        assert Upload.objects.count() == 1

    def test_touches_nothing_but_itself(self, as_alice):
        before = stored()
        assert bring(as_alice, GOOD).status_code == 302
        assert stored() == [*before[:-1], 1]

    def test_twice_is_kept_once(self, as_alice):
        assert bring(as_alice, GOOD).url == bring(as_alice, b"\xef\xbb\xbf" + GOOD).url
        assert Upload.objects.count() == 1

    @pytest.mark.parametrize("name", SAVED_FILES)
    def test_of_every_version_is_listed_and_shown(self, as_alice, name):
        page = bring(as_alice, saved_file(name)).url
        assertContains(as_alice.get(ADDRESS), f'href="{page}"')
        assertContains(as_alice.get(ADDRESS), "Ana")
        for moment in ("", "0/", "9/?seat=open"):
            assert as_alice.get(f"{page}{moment}").status_code == 200

    def test_leads_to_no_table_by_its_id(self, as_charlie, alice):
        """Whoever writes the id of somebody's table into a file learns nothing by it."""
        game = running_table(alice)
        page = bring(as_charlie, changed(id=game.id)).url
        for address in (ADDRESS, page, f"{page}0/"):
            assertNotContains(as_charlie.get(address), game.id)
        assert as_charlie.get(f"/tables/{game.id}/").status_code == 404

    def test_is_listed_and_removed(self, as_alice):
        page = bring(as_alice, GOOD).url
        assertContains(as_alice.get(ADDRESS), f'href="{page}"')
        assertContains(as_alice.get(ADDRESS), "Ana, Bob, Cleo")
        assertRedirects(as_alice.post(f"{page}delete/"), ADDRESS)
        assertContains(as_alice.get(ADDRESS), "Nothing here yet")
        assert as_alice.get(page).status_code == 404

    def test_is_refused_where_there_are_too_many(self, as_alice, alice):
        Upload.objects.bulk_create(Upload(owner=alice, slug="high-society", document={}) for _ in range(MOST_KEPT))
        assertContains(bring(as_alice, GOOD), "You have 50 games here already.", status_code=422)
        assert Upload.objects.count() == MOST_KEPT

    def test_too_often_is_told_so(self, as_alice):
        for _ in range(UPLOADS.most):
            assert bring(as_alice, b"x").status_code == 422
        answer = bring(as_alice, GOOD)
        assertContains(answer, "Wait a minute", status_code=429)
        assert answer["Retry-After"] == "60"

    def test_asks_strangers_to_log_in(self, client):
        assertRedirects(client.get(ADDRESS), f"/accounts/login/?next={ADDRESS}")
        assertRedirects(bring(client, GOOD), f"/accounts/login/?next={ADDRESS}")
        assert not Upload.objects.exists()

    def test_that_is_not_played_here_any_more_gets_a_sentence(self, as_alice, alice):
        gone = Upload.objects.create(owner=alice, slug="gone", document={"schema": "hsweb-game"})
        answer = as_alice.get(f"{ADDRESS}{gone.id}/", follow=True)
        assertContains(answer, "This game can no longer be shown")

    def test_asks_the_same_few_questions_for_many(self, as_alice, alice, django_assert_max_num_queries):
        document = json.loads(GOOD)
        Upload.objects.bulk_create(Upload(owner=alice, slug="high-society", document=document) for _ in range(20))
        with django_assert_max_num_queries(6):
            assertContains(as_alice.get(ADDRESS), "Ana, Bob, Cleo", count=20)

    def test_is_in_the_download_of_personal_data_and_goes_with_the_account(self, as_alice, alice):
        bring(as_alice, GOOD)
        (kept,) = as_alice.get("/accounts/data/").json()["uploads"]
        assert kept["document"] == json.loads(GOOD)
        delete_account(user=alice)
        assert not Upload.objects.exists()


class TestLongestGames:
    @every_game
    def test_come_back_by_the_same_door_with_room_to_spare(self, as_alice, game):
        document = longest_file(game)
        assert len(document["actions"]) == LENGTHS[game.slug]
        content = document_text(document).encode()
        assert 1.5 * len(content) <= LARGEST
        assert depth_of(document) < DEEPEST
        page = bring(as_alice, content).url
        assert Upload.objects.get().document == json.loads(content)
        assert as_alice.get(page).status_code == 200

    def test_whatever_is_not_too_large_is_read(self, as_alice):
        """The form around it has its place, too."""
        assertContains(bring(as_alice, b" " * LARGEST), "This file is empty.", status_code=422)


def depth_of(thing):
    """How deeply brackets are nested in it."""
    inside = thing.values() if isinstance(thing, dict) else thing if isinstance(thing, list) else None
    return 0 if inside is None else 1 + max(map(depth_of, inside), default=0)


def told_at(client, recording, number, outlook):
    """What a page shows of a moment, without what is not in the file: addresses, seals, badges, ratings, people."""
    address = f"{recording.address}{number}/?seat={outlook.value}"
    html = client.get(address, headers={"HX-Request": "true"}).text
    html = html.split('id="moment-share"')[0].replace(recording.address, "/game/")
    html = re.sub(r'data-(?:version|stamp)="[^"]*"', "", html)
    aside = r'<details class="fingerprint">.*?</details>|<svg class="symbols".*?</svg>|<p id="rating-\d" [^>]*>.*?</p>'
    html = re.sub(aside, "", html, flags=re.DOTALL)
    html = re.sub(r'<(/?)(?:a|span)( class="name")?[^>]*>', r"<\1\2>", html)
    return re.sub(r"\s+", " ", html)


class TestMomentsAreQuick:
    def test_queries_do_not_grow_with_the_game(self, as_alice, alice, bob, django_assert_num_queries):
        """The end asks one more: what became of the ratings is no part of the table."""
        game = finished(alice, bob)
        as_alice.get(f"/tables/{game.id}/replay/")
        for number, queries in ((0, 7), (game.action_count // 2, 7), (game.action_count, 8)):
            with django_assert_num_queries(queries):
                as_alice.get(f"/tables/{game.id}/replay/{number}/?seat=open")

    def test_nothing_is_played_again(self, as_alice, alice, monkeypatch):
        game = finished(alice)
        brought = bring(as_alice, as_alice.get(f"/tables/{game.id}/download/").content).url
        pages = (f"/tables/{game.id}/replay/", brought)
        for page in pages:
            as_alice.get(page)
        rules = rules_of(game)
        monkeypatch.setattr(type(rules), "play", lambda *args: pytest.fail("played again"))
        for page in pages:
            assert as_alice.get(f"{page}3/").status_code == 200


def changed(**fields):
    return json.dumps({**json.loads(GOOD), **fields}).encode()


def with_action(place, /, **fields):
    document = json.loads(GOOD)
    document["actions"][place].update(fields)
    return json.dumps(document).encode()


def without(name):
    document = json.loads(GOOD)
    del document[name]
    return json.dumps(document).encode()


def with_setup(**fields):
    document = json.loads(GOOD)
    document["setup"].update(fields)
    return json.dumps(document).encode()


def with_name(name):
    document = json.loads(GOOD)
    document["players"][1]["name"] = name
    return json.dumps(document).encode()


def with_event(place, /, **fields):
    events = json.loads(GOOD)["events"]
    events[place].update(fields)
    return events


ACTIONS = json.loads(GOOD)["actions"]
PLAYERS = json.loads(GOOD)["players"]
STATE = json.loads(GOOD)["state"]
EVENTS = json.loads(GOOD)["events"]
LEFT = {"after": len(ACTIONS), "kind": "left", "name": "Eve"}
NOTICE = {"type": "notice", "at": None, "action": len(ACTIONS), "made_by": None, "kind": "left", "seat": 1}

HOSTILE = {
    "empty": (b"", "This file is empty."),
    "blank": (b"  \n ", "This file is empty."),
    "no text": (b"\xff\xfe\x00\x01", "This file is not text."),
    "an image": (b"\x89PNG\r\n\x1a\n" + bytes(range(256)), "This file is not text."),
    "no JSON": (b"{'schema': 1}", "not JSON, or it has been damaged"),
    "cut off": (GOOD[:-20], "not JSON, or it has been damaged"),
    "too large": (b" " * (LARGEST + 1), "too large. A game has at most 512 kB."),
    "deep lists": (b"[" * 200_000, "nested too deeply"),
    "deep objects": (b'{"a":' * 50_000 + b"1" + b"}" * 50_000, "nested too deeply"),
    "a long text": (b'{"' + b"\\\\" * 200_000, "not JSON, or it has been damaged"),
    "a long number": (b"9" * 200_000, "not JSON, or it has been damaged"),
    "a huge float": (b'{"schema": 1e999}', "not JSON, or it has been damaged"),
    "not a number": (b'{"schema": NaN}', "not JSON, or it has been damaged"),
    "the same name twice": (b'{"schema": 1, "schema": 2}', "not JSON, or it has been damaged"),
    "a list": (b"[]", "there is something that no game has there"),
    "a text": (b'"hsweb-game"', "there is something that no game has there"),
    "null": (b"null", "there is something that no game has there"),
    "nothing in it": (b"{}", "“schema” is missing"),
    "one field missing": (without("outcome"), "“outcome” is missing"),
    "a field too many": (changed(winner="me"), "“winner” does not belong there"),
    "markup for a field": (changed(**{"<script>": 1}), "“&lt;script&gt;” does not belong there"),
    "another schema": (changed(schema="chess"), "not a game that was downloaded here"),
    "a schema that is a list": (changed(schema=[]), "not a game that was downloaded here"),
    "another version": (changed(version=3), "versions 1 to 2"),
    "a version that is true": (changed(version=True), "versions 1 to 2"),
    "an older version": (changed(version=1), "“id” does not belong there"),
    "a newer version": (json.dumps({**json.loads(OLD), "version": 2}).encode(), "“id” is missing"),
    "an unknown game": (changed(game="chess"), "is not played here"),
    "a game that is a list": (changed(game=["high-society"]), "is not played here"),
    "other rules": (changed(rules=99), "is not played here"),
    "rules that are a text": (changed(rules="1"), "by which rules"),
    "another game's setup": (changed(game="high-society-paris"), "not one of this game"),
    "no setup": (changed(setup=None), "not one of this game"),
    "a short deck": (with_setup(deck=["title-1"]), "not one of this game"),
    "a deck of numbers": (with_setup(deck=list(range(16))), "not one of this game"),
    "too many seats": (with_setup(players=99), "not one of this game"),
    "a starter who is not there": (with_setup(starter=7), "not one of this game"),
    "a seed with a zero byte": (with_setup(seed="a\0b"), "not one of this game"),
    "a seed with half a letter": (with_setup(seed="\ud800"), "not one of this game"),
    "a huge seed": (with_setup(seed=10**100), "not one of this game"),
    "other options": (changed(options={"open_purses": False}), "options in this file are not those"),
    "options that are a number": (changed(options={"open_purses": 1}), "options in this file are not those"),
    "options that are a list": (changed(options=[]), "options in this file are not those"),
    "players that are a number": (changed(players=3), "“players” is not a list"),
    "too few players": (changed(players=PLAYERS[:1]), "another number of players"),
    "a player without a name": (changed(players=[{}, {}, {}]), "In player 1 “name” is missing."),
    "a name that is a number": (with_name(7), "A name in this file is not a text."),
    "a name without letters": (with_name("..."), "needs at least one letter"),
    "a long name": (with_name("x" * 100_000), "at most 60 characters"),
    "an invisible name": (with_name("A\u202eb"), "invisible characters"),
    "half a letter as a name": (with_name("\ud800"), "invisible characters"),
    "a name of marks": (with_name("a" + "\u0301" * 9), "at most two marks"),
    "an unknown bot": (changed(players=[{**PLAYERS[0], "bot": "skynet"}, *PLAYERS[1:]]), "as seat 1 is unclear"),
    "a substitute for nobody": (
        changed(players=[{**PLAYERS[0], "substitute": True}, *PLAYERS[1:]]),
        "as seat 1 is unclear",
    ),
    "actions that are an object": (changed(actions={}), "“actions” is not a list"),
    "an action that is none": (
        changed(actions=[1, *ACTIONS[1:]]),
        "In action 1 there is something that no game has there",
    ),
    "actions in another order": (changed(actions=ACTIONS[::-1]), "not in order: number 1 is missing"),
    "an action left out": (changed(actions=[ACTIONS[0], *ACTIONS[2:]]), "not in order: number 2 is missing"),
    "an action twice": (changed(actions=[ACTIONS[0], *ACTIONS]), "not in order: number 2 is missing"),
    "numbers that are texts": (with_action(0, number="1"), "not in order: number 1 is missing"),
    "out of turn": (with_action(0, seat=2), "Action 1 in this file is against the rules."),
    "a seat that is a text": (with_action(0, seat="0"), "Action 1 in this file is against the rules."),
    "a seat that is true": (with_action(1, seat=True), "Action 2 in this file is against the rules."),
    "an action nobody knows": (with_action(0, action={"kind": "cheat"}), "Action 1 in this file is against the rules."),
    "an action that is a text": (with_action(0, action="pass"), "Action 1 in this file is against the rules."),
    "money that nobody has": (
        with_action(0, action={"kind": "bid", "cards": [7000]}),
        "Action 1 in this file is against the rules.",
    ),
    "after the end": (
        changed(actions=[*ACTIONS, {**ACTIONS[0], "number": len(ACTIONS) + 1}]),
        "is against the rules.",
    ),
    "made by somebody else": (with_action(0, made_by="root"), "In action 1 it is not clear who made it."),
    "made by a list": (with_action(0, made_by=[]), "In action 1 it is not clear who made it."),
    "a time without a zone": (with_action(0, at="2026-01-01T00:00:00"), "In action 1 the time cannot be read."),
    "a time that is a number": (with_action(0, at=1), "In action 1 the time cannot be read."),
    "a time that never was": (with_action(0, at="2026-13-41T00:00:00Z"), "In action 1 the time cannot be read."),
    "another result": (changed(outcome=None), "not what its actions lead to"),
    "a result that is a text": (changed(outcome="I win"), "not what its actions lead to"),
    "cut short with its result": (changed(actions=ACTIONS[:3]), "not what its actions lead to"),
    "a former player elsewhere": (changed(former=[{"seat": 9, "until": 1, "name": "Eve"}]), "a number from 0 to"),
    "a former player of the future": (changed(former=[{"seat": 0, "until": 999, "name": "Eve"}]), "a number from 0 to"),
    "too many former players": (changed(former=[{}] * 201), "“former” is too long"),
    "an unknown notice": (
        changed(notices=[{"after": 0, "kind": "paused", "name": "Eve"}]),
        "does not happen at a table",
    ),
    "a notice that is none": (changed(notices=[[]]), "In a notice there is something that no game has there"),
    "an id that is a number": (changed(id=1), "at which table"),
    "no id": (changed(id=""), "at which table"),
    "a long id": (changed(id="a" * 11), "at which table"),
    "an address for an id": (changed(id="../admin/"), "at which table"),
    "an end without a zone": (changed(timestamp="2026-01-01T00:00:00"), "In the file the time cannot be read."),
    "an end that is a number": (changed(timestamp=1), "In the file the time cannot be read."),
    "no state": (changed(state=None), "The final state in this file is not"),
    "another state": (changed(state={**STATE, "drawn": 1}), "The final state in this file is not"),
    "a state that only compares equal": (
        changed(state={**STATE, "schema": True}),
        "The final state in this file is not",
    ),
    "a state with more in it": (changed(state={**STATE, "winner": "me"}), "The final state in this file is not"),
    "events that are an object": (changed(events={}), "“events” is not a list"),
    "no events": (changed(events=[]), "The events in this file are not"),
    "events that are numbers": (changed(events=[1] * len(EVENTS)), "The events in this file are not"),
    "an event left out": (changed(events=EVENTS[:-1]), "The events in this file are not"),
    "an event twice": (changed(events=[*EVENTS, EVENTS[-1]]), "The events in this file are not"),
    "events in another order": (changed(events=EVENTS[::-1]), "The events in this file are not"),
    "an event that tells less": (changed(events=with_event(3, total=None)), "The events in this file are not"),
    "an event with words": (changed(events=with_event(3, text="I won")), "The events in this file are not"),
    "an event of another time": (changed(events=with_event(-1, at=None)), "The events in this file are not"),
    "a beginning that never was": (changed(events=with_event(0, at="soon")), "In the first event the time cannot be"),
    "two beginnings": (changed(events=with_event(0, at=None)), "The events in this file are not"),
    "a notice in the events alone": (changed(events=[*EVENTS, NOTICE]), "The events in this file are not"),
    "a notice without its event": (changed(notices=[LEFT]), "The events in this file are not"),
    "another notice in the events": (
        changed(notices=[LEFT], events=[*EVENTS, {**NOTICE, "kind": "returned"}]),
        "The events in this file are not",
    ),
    "a notice at another time": (
        changed(notices=[LEFT], events=[*EVENTS, {**NOTICE, "action": 0}]),
        "The events in this file are not",
    ),
    "a notice with words": (
        changed(notices=[LEFT], events=[*EVENTS, {**NOTICE, "text": "Eve left."}]),
        "The events in this file are not",
    ),
    "a notice at no seat": (
        changed(notices=[LEFT], events=[*EVENTS, {**NOTICE, "seat": 3}]),
        "In a notice a number from 0 to 2",
    ),
    "a notice at a seat that is true": (
        changed(notices=[LEFT], events=[*EVENTS, {**NOTICE, "seat": True}]),
        "In a notice a number from 0 to 2",
    ),
    "a notice without a time": (
        changed(notices=[LEFT], events=[*EVENTS, {**NOTICE, "at": []}]),
        "In a notice the time cannot be read.",
    ),
}


def test_a_notice_beside_its_event_is_none_of_these(as_alice):
    """Else those above would be refused for nothing."""
    assert bring(as_alice, changed(notices=[LEFT], events=[*EVENTS, NOTICE])).status_code == 302


@pytest.mark.parametrize(("content", "told"), HOSTILE.values(), ids=HOSTILE)
def test_a_file_that_is_no_game_gets_a_sentence_and_changes_nothing(as_alice, content, told):
    before = stored()
    assertContains(bring(as_alice, content), told, status_code=422)
    assert stored() == before


def test_no_file_at_all_gets_a_sentence(as_alice):
    assertContains(as_alice.post(ADDRESS, {}), "Choose a file first.", status_code=422)
    assertContains(as_alice.post(ADDRESS, {"file": "text"}), "Choose a file first.", status_code=422)


def test_two_files_at_once_are_refused(as_alice):
    files = [SimpleUploadedFile(f"{number}.json", GOOD) for number in range(2)]
    assert as_alice.post(ADDRESS, {"file": files}).status_code == 413
    assert not Upload.objects.exists()


def test_what_is_too_large_for_any_game_is_not_even_read(as_alice, settings):
    answer = bring(as_alice, b"x" * settings.FILES_MAX_BODY_SIZE)
    assertContains(answer, "of at most 512 kB", status_code=413)
