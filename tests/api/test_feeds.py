"""What feeds tell: nothing twice, nothing that is not theirs, and never too much at once."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from games.api.feeds import person_feed, table_feed
from games.api.feeds.cursor import LONGEST, MOST_DAYS, Cursor, Place, read_cursor
from games.api.feeds.person_feed import PersonFeed
from games.api.feeds.table_feed import TableFeed
from games.models import Game
from games.queries import followed
from games.queries.access import may_see
from games.queries.events import Story
from games.queries.followed import MOST_OPEN, followed_tables
from games.services.care import interventions
from games.services.table import rooms, seats
from tests.support.programs import Program
from tests.support.tables import bid, do, fresh, play_to_the_end, running_table, waiting_table, whole_table

pytestmark = pytest.mark.django_db


def types(messages):
    return [message["type"] for message in messages]


def events_in(messages):
    return [(message["game"], message["number"]) for message in messages if "action" in message]


def numbers_of(game):
    return [(game.pk, event["number"]) for event in Story(whole_table(game)).since(0)]


def begun(feed):
    feed.read({}, everything=True)
    return feed


@pytest.fixture(params=["table", "person"])
def feed_at(request):
    def make(game, user):
        return begun(TableFeed(user, game.pk) if request.param == "table" else PersonFeed(user))

    return make


class TestAsked:
    def test_whoever_takes_a_seat_back_on_its_turn_is_asked(self, alice, bob, feed_at):
        game = running_table(alice, bob)
        feed = feed_at(game, bob)
        seats.leave(user=bob, game_id=game.pk)
        do(game, alice, bid(4))
        assert "your_turn" not in types(feed.read({}, everything=True))
        seats.come_back(user=bob, game_id=game.pk)
        assert types(feed.read({}, everything=True))[-1] == "your_turn"
        assert feed.read({}, everything=True) == []

    def test_whoever_was_asked_is_asked_again_after_a_pause(self, alice, bob, dana, feed_at):
        game = running_table(alice, bob)
        feed = feed_at(game, alice)
        interventions.pause(game_id=game.pk, by=dana, reason="Tea")
        assert "your_turn" not in types(feed.read({}, everything=True))
        interventions.resume(game_id=game.pk, by=dana, reason="Tea is over")
        assert types(feed.read({}, everything=True))[-1] == "your_turn"


class TestNotTheirs:
    def tell_start(self, game, host, feed):
        rooms.start(user=host, game_id=game.pk)
        return feed.read({game.pk: fresh(game).version}, everything=False)

    def test_whoever_is_invited_and_does_not_come_hears_nothing_of_the_game(self, alice, bob, charlie):
        game = waiting_table(alice, bob, size=4, bots=("balanced",), watchable=False)
        rooms.invite(user=alice, game_id=game.pk, username="charlie")
        feed = PersonFeed(charlie)
        (snapshot,) = feed.read({}, everything=True)
        assert [table["id"] for table in snapshot["tables"]] == [game.pk]
        assert self.tell_start(game, alice, feed) == []
        assert not may_see(fresh(game), charlie)
        assert (feed.read({}, everything=True), feed.tables) == ([], {})

    def test_whoever_was_asked_to_leave_hears_nothing_of_the_game(self, alice, bob, charlie):
        game = waiting_table(alice, bob, charlie, size=4, watchable=False)
        feed = begun(PersonFeed(charlie))
        rooms.remove(user=alice, game_id=game.pk, seat_id=game.seats.get(user=charlie).pk)
        assert feed.read({game.pk: fresh(game).version}, everything=False) == []
        rooms.fill(user=alice, game_id=game.pk, bot="balanced")
        assert self.tell_start(game, alice, feed) == []

    def test_announcements_of_tables_that_were_forgotten_tell_nothing(self, alice, bob):
        game = running_table(alice, bob)
        feed = begun(PersonFeed(bob))
        play_to_the_end(game)
        with time_machine.travel(timezone.now() + timedelta(hours=1), tick=False):
            for _ in range(2):
                feed.read({}, everything=True)
            assert feed.tables == {}
            rooms.rematch(user=alice, game_id=game.pk)
            assert feed.read({game.pk: fresh(game).version}, everything=False) == []


class TestMuch:
    @pytest.fixture(autouse=True)
    def little_at_once(self, monkeypatch):
        for module in (person_feed, table_feed):
            monkeypatch.setattr(module, "MOST_EVENTS", 7)

    def read_all(self, feed):
        told = []
        while True:
            page = feed.read({}, everything=True)
            assert len(events_in(page)) <= 7
            told.append(page)
            if not feed.has_more:
                return told

    def test_much_is_told_in_parts_each_event_once_and_in_order(self, alice, bob):
        games = [running_table(alice, bob) for _ in range(3)]
        cursor = begun(PersonFeed(bob)).cursor
        for game in games:
            play_to_the_end(game)
        pages = self.read_all(PersonFeed(bob, read_cursor(cursor)))
        assert len(pages) > 5
        told = [message for page in pages for message in page]
        assert events_in(told) == [number for game in games for number in numbers_of(game)[3:]]
        assert [message["table"]["status"] for message in told if message["type"] == "table"] == []
        assert {table["status"] for table in told[0]["tables"]} == {"finished"}

    def test_so_it_is_to_those_who_ask_for_it(self, alice, bob):
        program, games = Program(bob), [running_table(alice, bob) for _ in range(2)]
        told: list[Any] = []
        after, more = program.told("me/events")["after"], True
        for game in games:
            play_to_the_end(game)
        while more:
            answer = program.told(f"me/events?after={after}")
            told, after, more = told + answer["messages"], answer["after"], answer["more"]
        assert events_in(told) == [number for game in games for number in numbers_of(game)[3:]]
        assert "snapshot" not in types(told)
        assert program.told(f"me/events?after={after}")["messages"] == []

    def test_a_table_is_told_in_parts(self, alice, bob):
        game = running_table(alice, bob)
        play_to_the_end(game)
        pages = self.read_all(TableFeed(bob, game.pk, 0))
        told = [message for page in pages for message in page]
        assert (types(told)[0], events_in(told)) == ("snapshot", numbers_of(game))
        assert len(pages) == -(-len(events_in(told)) // 7)

    def test_cursor_of_many_games_that_are_over_stays_short_and_tells_each_once(self, alice, bob, monkeypatch):
        monkeypatch.setattr(person_feed, "MOST_OVER", 2)
        feed, told = begun(PersonFeed(bob)), []
        games = []
        for _ in range(5):
            games.append(running_table(alice, bob))
            play_to_the_end(games[-1])
            told += [message for page in self.read_all(feed) for message in page]
            assert str(feed.cursor).count("~") - 1 <= 2
            # Whoever comes back with it hears nothing of those that it does not name any more.
            again = PersonFeed(bob, read_cursor(feed.cursor))
            assert events_in([message for page in self.read_all(again) for message in page]) == []
        assert events_in(told) == [number for game in games for number in numbers_of(game)]

    def test_one_who_was_away_while_many_games_ended_hears_all_of_them_once(self, alice, bob, monkeypatch):
        monkeypatch.setattr(person_feed, "MOST_OVER", 2)
        cursor = begun(PersonFeed(bob)).cursor
        games = [running_table(alice, bob) for _ in range(4)]
        for game in games:
            play_to_the_end(game)
        told = []
        for _ in range(200):
            feed = PersonFeed(bob, read_cursor(cursor), with_snapshot=False)
            told += feed.read({}, everything=True)
            cursor = feed.cursor
            if not feed.has_more:
                break
        assert events_in(told) == [number for game in games for number in numbers_of(game)]


class TestWhoIsFollowed:
    def test_longest_cursor_is_read_again(self):
        places = {f"{number:010}": Place(9_999, 9_999_999_999) for number in range(MOST_OPEN + person_feed.MOST_OVER)}
        cursor = Cursor(timezone.now(), places)
        assert len(str(cursor)) < LONGEST
        assert read_cursor(str(cursor)) == cursor

    def test_a_cursor_that_is_too_old_is_refused_in_words(self, alice):
        old = str(Cursor(timezone.now() - timedelta(days=MOST_DAYS, minutes=1), {}))
        answer = Program(alice).get(f"me/events?after={old}")
        assert (answer.status_code, answer.json()["code"]) == (400, "bad_cursor")
        assert "30 days" in answer.json()["message"]

    def test_invitations_crowd_out_no_table_at_which_one_sits(self, alice, bob, monkeypatch):
        monkeypatch.setattr(followed, "MOST_OPEN", 2)
        seated = waiting_table(bob)
        invited = [waiting_table(alice, size=3) for _ in range(3)]
        for game in invited:
            rooms.invite(user=alice, game_id=game.pk, username="bob")
        assert list(followed_tables(bob, timezone.now())) == [invited[-1].pk, seated.pk]

    def test_games_that_are_over_come_first_as_they_ended(self, alice, bob):
        before = timezone.now()
        going_on, later, first = (running_table(alice, bob) for _ in range(3))
        for game, minutes in ((later, 2), (first, 1)):
            play_to_the_end(game)
            Game.objects.filter(pk=game.pk).update(ended_at=before + timedelta(minutes=minutes))
        assert list(followed_tables(bob, before)) == [first.pk, later.pk, going_on.pk]
        assert list(followed_tables(bob, before + timedelta(minutes=1))) == [later.pk, going_on.pk]
