"""The files of games: those that were ever written are read for ever, and what one tells is what programs were told."""

import json
from datetime import datetime

import pytest
from django.utils import translation

from games.faults import Fault
from games.models import Game, Notice, Upload
from games.queries.events import Story
from games.queries.game_file import Unreadable, document_of, document_text, read_file, text_of
from games.queries.game_file.schema import FIRST, MOST_NOTICES, NEWEST, TOLD_NOTICES, VERSIONS
from games.queries.positions import position_of, rules_of
from games.rules import GAMES
from games.services.care import interventions
from games.services.results import uploads
from games.services.table import chat, seats
from tests.support.saved_files import SAVED_FILES, saved_file
from tests.support.tables import PASS, bid, do, fresh, play_to_the_end, running_table, whole_table

every_file = pytest.mark.parametrize("name", SAVED_FILES)

FIRST_GAMES = {"cartes-societe", "high-society", "high-society-paris", "high-society-simplified"}
"""Those that were played when version 1 was written."""
ADDED = ("id", "timestamp", "state", "events")
"""By version 2."""


class TestSavedFiles:
    @every_file
    def test_is_understood_as_it_was_written(self, name):
        content = saved_file(name)
        assert read_file(content).document == json.loads(content)

    @pytest.mark.parametrize("name", [name for name in SAVED_FILES if name.startswith(f"version-{NEWEST}/")])
    def test_of_the_newest_version_is_written_letter_by_letter(self, name):
        content = saved_file(name)
        assert document_text(read_file(content).document).encode() == content

    @every_file
    @pytest.mark.django_db
    def test_is_kept_in_its_version_once(self, name, alice):
        content = saved_file(name)
        upload = uploads.keep_upload(user=alice, content=content)
        assert uploads.keep_upload(user=alice, content=content) == upload
        assert Upload.objects.get().document == json.loads(content)

    @pytest.mark.django_db
    def test_of_version_1_that_is_kept_already_is_found_again(self, alice):
        content = saved_file("version-1/high-society.json")
        kept = Upload.objects.create(owner=alice, slug="high-society", document=json.loads(content))
        assert uploads.keep_upload(user=alice, content=content) == kept

    def test_is_there_of_every_game_in_every_version(self):
        games = {FIRST: FIRST_GAMES, NEWEST: {game.slug for game in GAMES}}
        assert games.keys() == VERSIONS.keys()
        for version, slugs in games.items():
            assert {f"version-{version}/{slug}.json" for slug in slugs} <= set(SAVED_FILES)

    @pytest.mark.parametrize("name", [name for name in SAVED_FILES if not name.endswith("-aborted.json")])
    def test_has_something_of_everything(self, name):
        """Otherwise it would prove little."""
        document = json.loads(saved_file(name))
        assert [notice["kind"] for notice in document["notices"]] == ["left", "returned", "timed_out", "returned"]
        assert {action["made_by"] for action in document["actions"]} == {"admin", "bot", "player"}
        assert document["former"]
        assert document["outcome"]


class TestVersions:
    @pytest.mark.parametrize("field", ADDED)
    def test_1_has_none_of_the_fields_of_2(self, field):
        older, newer = (json.loads(saved_file(f"version-{number}/high-society.json")) for number in (1, 2))
        with pytest.raises(Unreadable, match=f"“{field}” does not belong there"):
            read_file(json.dumps({**older, field: newer[field]}).encode())

    @pytest.mark.parametrize("field", ADDED)
    def test_2_has_all_of_them(self, field):
        document = json.loads(saved_file("version-2/high-society.json"))
        del document[field]
        with pytest.raises(Unreadable, match=f"“{field}” is missing"):
            read_file(json.dumps(document).encode())

    def test_2_is_1_and_what_follows(self):
        """The same game in both: they only differ by what version 2 adds."""
        document = json.loads(saved_file("version-2/high-society.json"))
        older = {name: one for name, one in document.items() if name not in ADDED} | {"version": 1}
        assert read_file(json.dumps(older).encode()).document == older


def played(alice, bob, **wishes) -> Game:
    """A game that somebody leaves and comes back to, and which an admin has stopped meanwhile."""
    game = running_table(alice, bob, **wishes)
    do(game, alice, bid(4))
    seats.leave(user=bob, game_id=game.id)
    return fresh(game)


def stopped(game, dana) -> Game:
    interventions.pause(by=dana, game_id=game.id, reason="Lunch")
    return interventions.resume(by=dana, game_id=game.id, reason="After lunch")


def as_a_file_tells(events):
    """What programs were told, without what a file leaves out."""
    told = [event for event in events if event["type"] != "notice" or event["kind"] in TOLD_NOTICES]
    return [{name: one for name, one in event.items() if name not in ("game", "number", "text")} for event in told]


@pytest.mark.django_db
class TestWhatFollows:
    @pytest.mark.parametrize("open_purses", [True, False])
    def test_events_are_those_that_programs_were_told_after_the_end(self, open_purses, alice, bob, dana):
        game = stopped(played(alice, bob, open_purses=open_purses), dana)
        seats.come_back(user=bob, game_id=game.id)
        table = whole_table(play_to_the_end(game))
        told, written = Story(table).since(0), document_of(table)["events"]
        assert written == as_a_file_tells(told)
        kinds = [[event["kind"] for event in events if event["type"] == "notice"] for events in (told, written)]
        assert kinds == [["left", "paused", "resumed", "returned"], ["left", "returned"]]
        prices = [event["total"] for event in written if event["type"] == "card_won"]
        assert prices
        assert None not in prices

    def test_events_of_an_aborted_game_are_told_in_full(self, alice, bob, charlie, dana):
        game = running_table(alice, bob, charlie, open_purses=False)
        for person, action in ((alice, bid(4)), (bob, PASS), (charlie, PASS)):
            do(game, person, action)
        interventions.abort(by=dana, game_id=game.id, reason="Enough")
        table = whole_table(game)
        document = document_of(table)
        assert [event["total"] for event in document["events"] if event["type"] == "card_won"] == [4000]
        assert [event["total"] for event in Story(table).since(0) if event["type"] == "card_won"] == [None]
        assert document["outcome"] is None
        assert read_file(text_of(table).encode()).document == document

    def test_state_id_and_times_are_those_of_the_table(self, alice, bob):
        game = play_to_the_end(played(alice, bob))
        told = json.loads(text_of(whole_table(game)))
        assert told["id"] == game.id
        assert told["state"] == rules_of(game).to_json(position_of(game).state)
        assert datetime.fromisoformat(told["timestamp"]) == game.ended_at
        assert datetime.fromisoformat(told["events"][0]["at"]) == game.started_at

    def test_when_it_ended_need_not_be_known(self, alice, bob):
        game = play_to_the_end(played(alice, bob))
        Game.objects.filter(pk=game.pk).update(ended_at=None, started_at=None, version=game.version + 1)
        document = document_of(whole_table(game))
        assert (document["timestamp"], document["events"][0]["at"]) == (None, None)
        assert read_file(document_text(document).encode()).document == document

    def test_is_the_same_in_every_language(self, alice, bob):
        table = whole_table(play_to_the_end(played(alice, bob)))
        with translation.override("fr"):
            in_french = text_of(table)
        assert in_french == text_of(table)

    def test_nothing_that_was_said_or_decided_by_admins_is_in_it(self, alice, bob, dana):
        game = stopped(played(alice, bob), dana)
        chat.say(user=alice, game_id=game.id, text="What a pity", key="pity")
        text = text_of(whole_table(play_to_the_end(game)))
        for secret in ("What a pity", "Dana", "unch", "paused", "resumed", alice.username, bob.username):
            assert secret not in text

    def test_tells_the_latest_if_people_went_and_came_without_end(self, alice, bob):
        game = played(alice, bob)
        noted = {"game": game, "seat": 1, "person": bob, "kind": Notice.Kind.RETURNED}
        Notice.objects.bulk_create(Notice(after=1, **noted) for _ in range(MOST_NOTICES))
        table = whole_table(play_to_the_end(game))
        document = document_of(table)
        assert [notice["kind"] for notice in document["notices"]] == ["returned"] * MOST_NOTICES
        assert read_file(text_of(table).encode()).document == document


@pytest.mark.django_db
class TestFaults:
    def test_of_a_game_that_is_written_are_told_as_such(self, alice, bob, monkeypatch):
        game = play_to_the_end(played(alice, bob))
        table = whole_table(game)
        monkeypatch.setattr(type(rules_of(game)), "to_json", broken)
        with pytest.raises(Fault, match="while writing the game down"):
            text_of(table)

    @pytest.mark.parametrize("call", ["to_json", "events"])
    def test_of_a_game_that_is_read_make_it_unreadable(self, call, monkeypatch):
        content = saved_file("version-2/high-society.json")
        monkeypatch.setattr(type(GAMES[0]), call, broken)
        with pytest.raises(Unreadable):
            read_file(content)


def broken(*args, **kwargs):
    raise ZeroDivisionError("a secret")
