"""What feeds tell: nothing twice, nothing that is not theirs, and never too much at once."""

from datetime import timedelta
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from accounts.people.friends import block
from games.api.feeds import person_feed, table_feed
from games.api.feeds.cursor import LONGEST, MOST_DAYS, Cursor, Place, read_cursor
from games.api.feeds.person_feed import PersonFeed
from games.api.feeds.table_feed import TableFeed
from games.faults import Fault, as_game_fault
from games.models import Action, Game
from games.queries import followed
from games.queries.access import may_see
from games.queries.events import Story
from games.queries.followed import MOST_OPEN, followed_tables
from games.rules import find_rules
from games.services.care import interventions
from games.services.care.containment import stop_game
from games.services.table import chat, rooms, seats
from tests.support.programs import Program, check_named
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
        assert (types(feed.read({}, everything=True)), feed.tables) == (["gone"], {})
        assert feed.read({}, everything=True) == []

    def test_whoever_was_asked_to_leave_hears_nothing_of_the_game(self, alice, bob, charlie):
        game = waiting_table(alice, bob, charlie, size=4, watchable=False)
        feed = begun(PersonFeed(charlie))
        rooms.remove(user=alice, game_id=game.pk, seat_id=game.seats.get(user=charlie).pk)
        assert feed.read({game.pk: fresh(game).version}, everything=False) == []
        rooms.fill(user=alice, game_id=game.pk, bot="balanced")
        assert self.tell_start(game, alice, feed) == []

    def test_whoever_was_asked_to_leave_is_told_so(self, alice, bob, charlie):
        game = waiting_table(alice, bob, charlie, size=4)
        feed = begun(PersonFeed(charlie))
        rooms.remove(user=alice, game_id=game.pk, seat_id=game.seats.get(user=charlie).pk)
        (told,) = feed.read({}, everything=True)
        assert (told["type"], told["game"], told["cursor"]) == ("gone", game.pk, feed.cursor)
        check_named("StreamMessage", told)
        assert game.pk not in feed.cursor

    def test_what_is_said_at_a_table_is_for_those_who_sit_there(self, alice, bob):
        game = waiting_table(alice, size=4)
        rooms.invite(user=alice, game_id=game.pk, username="bob")
        feed = begun(PersonFeed(bob))
        assert (feed.tables.keys(), feed.tells_chat(game.pk)) == ({game.pk}, False)
        rooms.join(user=bob, game_id=game.pk, invitation=game.invitation)
        assert begun(feed).tells_chat(game.pk)

    def test_what_was_for_oneself_is_not_told_again_to_whoever_leaves_and_comes_back(self, alice, bob):
        game = waiting_table(alice, bob, size=4)
        feed = begun(PersonFeed(bob))
        chat.say(user=alice, game_id=game.pk, text="Hello @Bob", key="k")
        assert "mentioned" in types(feed.read({}, everything=True))
        seats.leave(user=bob, game_id=game.pk)
        begun(feed)
        rooms.join(user=bob, game_id=game.pk, invitation=game.invitation)
        assert types(feed.read({}, everything=True)) == ["table"]

    def test_nothing_is_told_of_invitations_by_those_whom_one_has_blocked(self, alice, bob):
        game = waiting_table(alice, size=4)
        rooms.invite(user=alice, game_id=game.pk, username="bob")
        assert list(followed_tables(bob, timezone.now())) == [game.pk]
        block(user=bob, person=alice)
        assert list(followed_tables(bob, timezone.now())) == []

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


class TestRepaired:
    """An admin has taken actions back: what was told of them is no more, and all that follows is told."""

    def take_back(self, game, admin, number):
        stop_game(game_id=game.pk, fault=Fault("It went wrong"))
        Action.objects.filter(game=game, number__gt=number).delete()
        interventions.resume(game_id=game.pk, by=admin, reason="It is repaired")

    @pytest.fixture
    def game(self, alice, bob, charlie):
        game = running_table(alice, bob, charlie)
        for person, total in ((alice, 4), (bob, 6), (charlie, 8), (alice, 10)):
            do(game, person, bid(total))
        return game

    def test_events_are_numbered_without_gaps(self, game, dana):
        self.take_back(game, dana, 2)
        told = Story(whole_table(game)).since(0)
        assert [event["number"] for event in told] == list(range(1, len(told) + 1))
        assert types(told)[-2:] == ["notice", "notice"]

    @pytest.mark.parametrize("left", [1, 2, 3])
    def test_whoever_listens_is_told_everything_anew_and_then_each_event(self, game, charlie, dana, feed_at, left):
        feed = feed_at(game, charlie)
        self.take_back(game, dana, left)
        self.look_at(feed, game, left)

    @pytest.mark.parametrize("left", [0, 1])
    def test_so_is_whoever_comes_back_and_has_heard_of_more(self, game, bob, charlie, dana, left):
        feeds = [begun(TableFeed(charlie, game.pk)), begun(PersonFeed(charlie))]
        self.take_back(game, dana, left)
        again: list[Any] = [
            TableFeed(charlie, game.pk, int(feeds[0].cursor)),
            PersonFeed(charlie, read_cursor(feeds[1].cursor)),
        ]
        for feed in again:
            assert "snapshot" in types(feed.read({}, everything=True))
        last = Story(whole_table(game)).last_number
        do(game, game.seats.get(number=left).user, bid(12))
        assert [events_in(feed.read({}, everything=True)) for feed in again] == [[(game.pk, last + 1)]] * 2

    def look_at(self, feed, game, left):
        told = feed.read({}, everything=True)
        assert types(told)[0] == "snapshot"
        for message in told:
            check_named("StreamMessage", message)
        last = Story(whole_table(game)).last_number
        do(game, game.seats.get(number=left % 3).user, bid(12))
        assert events_in(feed.read({}, everything=True)) == [(game.pk, last + 1)]

    def test_a_repair_that_takes_nothing_back_is_an_event_like_others(self, game, charlie, dana, feed_at):
        feed = feed_at(game, charlie)
        self.take_back(game, dana, 4)
        told = feed.read({}, everything=True)
        assert types(told) == ["snapshot", "notice", "notice"]
        assert events_in(told) == numbers_of(game)[-2:]


class TestBroken:
    @pytest.fixture
    def broken(self, alice, bob, monkeypatch):
        """A game that goes wrong whenever it is looked at, beside one that does not."""
        running_table(alice, bob, slug="high-society-simplified")
        game = running_table(alice, bob)

        def fail(rules, *args, **facts):
            raise KeyError("the deck")

        monkeypatch.setattr(type(find_rules(game.slug)), "view", fail)
        return game

    def test_a_game_that_breaks_is_stopped_and_others_are_told(self, broken, alice):
        told = Program(alice).told("me/events")["messages"]
        assert {table["status"] for table in told[0]["tables"]} == {"running"}
        assert [(one["type"], one["game"] == broken.pk) for one in told[1:]] == [("your_turn", False), ("table", True)]
        assert told[2]["table"]["status"] == "errored"
        assert fresh(broken).status == Game.Status.ERRORED

    def test_so_it_is_where_one_asks_for_a_table(self, alice, bob, monkeypatch):
        game = running_table(alice, bob)
        monkeypatch.setattr(Story, "last_number", property(fail_to_count))
        told = Program(alice).told(f"tables/{game.pk}")
        assert (told["status"], told["number"]) == ("errored", 0)


def fail_to_count(story):
    if story.table.position is None:
        return 0
    with as_game_fault("counting events"):
        raise KeyError


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
