"""Programs hear everything once, in order, whichever way they listen and however often they come back."""

import asyncio
from datetime import timedelta
from typing import Any
from weakref import WeakKeyDictionary

import pytest
import time_machine
from channels.layers import get_channel_layer
from django.test import Client
from django.utils import timezone

from accounts.api_tokens.issuing import issue_token, revoke_token
from accounts.people.friends import block
from accounts.services.accounts import ban
from games.live import poller
from games.live.streams import company, http, socket, stream
from games.models import Game, Spectator
from games.queries.events import Story
from games.services.table import chat, rooms, seats
from hsweb.limits import unread
from tests.live.test_sockets import Friends, in_database
from tests.support.factories import UserFactory
from tests.support.programs import check_named
from tests.support.streams import ask, bearer, open_events, open_socket
from tests.support.tables import PASS, bid, do, fresh, play_to_the_end, running_table, waiting_table, whole_table
from tests.support.waiting import until_async

pytestmark = pytest.mark.django_db(transaction=True)

READ = ("read",)


@pytest.fixture
def friends(transactional_db):
    return Friends()


@pytest.fixture
def game(friends):
    return running_table(friends.alice, friends.bob)


@pytest.fixture(autouse=True)
def often(monkeypatch):
    monkeypatch.setattr(poller, "POLL_EVERY", 0.1)


def token_of(user, scopes=READ, **facts):
    return issue_token(user=user, name="A program", scopes=scopes, **facts)


async def headers_of(user, scopes=READ):
    _token, secret = await in_database(token_of, user, scopes)
    return bearer(secret)


def numbers_told(game):
    return [event["number"] for event in Story(whole_table(game)).since(0)]


WAYS = pytest.mark.parametrize("way", [open_events, open_socket])


class TestTable:
    @WAYS
    async def test_everything_first_and_then_each_event(self, game, friends, way):
        headers = await headers_of(friends.bob)
        async with way(f"tables/{game.pk}", **headers) as line:
            first = await line.next()
            assert (first["type"], first["number"], first["state"]["seat"]) == ("snapshot", 3, 1)
            await in_database(do, game, friends.alice, bid(4))
            told = await line.until("your_turn")
            assert told["state"]["ui"]["is_my_turn"] is True
            assert told["state"]["view"]["legal"]["totals"][0] == 5000
            await in_database(do, game, friends.bob, PASS)
            await line.until("passed")
        assert line.numbers == [4, 5]
        for message in line.heard:
            check_named("StreamMessage", message)

    @WAYS
    async def test_whoever_comes_back_hears_what_they_missed(self, game, friends, way):
        headers = await headers_of(friends.bob)
        await in_database(play_to_the_end, game)
        numbers = await in_database(numbers_told, game)
        for after in (0, 5, numbers[-1] - 1):
            async with way(f"tables/{game.pk}?after={after}", **headers) as line:
                first = await line.next()
                assert (first["type"], first["cursor"]) == ("snapshot", str(after)), "it may be the only thing heard"
                await line.until("game_ended")
            assert line.numbers == numbers[after:]
        async with way(f"tables/{game.pk}?after={numbers[-1]}", **headers) as line:
            await line.next()
        assert line.numbers == []

    async def test_a_browser_that_comes_back_says_so_in_a_header(self, game, friends):
        headers = await headers_of(friends.bob)
        async with open_events(f"tables/{game.pk}", **headers, last_event_id="2") as line:
            await line.until("card_revealed")
        assert line.numbers == [3]

    @WAYS
    async def test_a_table_that_waits_tells_who_comes(self, friends, way):
        game = await in_database(waiting_table, friends.alice, size=3)
        headers = await headers_of(friends.alice)
        async with way(f"tables/{game.pk}", **headers) as line:
            await line.next()
            await in_database(rooms.join, user=friends.bob, game_id=game.pk, invitation=game.invitation)
            told = await line.until("table")
            assert [seat["name"] for seat in told["table"]["seats"]] == ["Alice", "Bob"]
            await in_database(rooms.fill, user=friends.alice, game_id=game.pk, bot="random")
            await in_database(rooms.start, user=friends.alice, game_id=game.pk)
            await line.until("card_revealed")
        assert line.numbers == [1, 2, 3]

    async def test_what_nobody_has_announced_is_told_soon(self, game, friends, monkeypatch):
        monkeypatch.setattr("games.services.announce._send", lambda group, message: None)
        headers = await headers_of(friends.bob)
        async with open_events(f"tables/{game.pk}", **headers) as line:
            await line.next()
            await in_database(do, game, friends.alice, bid(4))
            await line.until("bid_placed")

    async def test_chat_is_hinted_at(self, game, friends):
        headers = await headers_of(friends.bob)
        async with open_events(f"tables/{game.pk}", **headers) as line:
            await line.next()
            await in_database(chat.say, user=friends.alice, game_id=game.pk, text="Hello", key="k")
            assert (await line.until("chat"))["game"] == game.pk

    async def test_somebody_leaves_and_is_back(self, game, friends):
        headers = await headers_of(friends.alice)
        async with open_socket(f"tables/{game.pk}", **headers) as line:
            await line.next()
            await in_database(seats.leave, user=friends.bob, game_id=game.pk)
            assert (await line.until("notice"))["kind"] == "left"
            assert (await line.until("table"))["table"]["seats"][1]["substituted"] is True

    async def test_players_hear_who_looks_on(self, friends):
        game = await in_database(running_table, friends.alice, friends.bob, public=True)
        async with open_events(f"tables/{game.pk}", **await headers_of(friends.charlie)) as line:
            assert (await line.next())["state"]["seat"] is None
            async with asyncio.timeout(10):
                while not await in_database(Spectator.objects.count):
                    poller.of_this_loop()._noted_at = -100.0
                    await poller.of_this_loop().poll()
        assert await in_database(Spectator.objects.count) == 0


async def test_lines_that_are_open_for_days_are_told_of_what_happens():
    layer: Any = get_channel_layer()
    channel = await layer.new_channel()
    await layer.group_add("a-table", channel)
    with time_machine.travel(timezone.now() + timedelta(days=30), tick=False):
        await layer.group_send("a-table", {"type": "game.changed"})
    async with asyncio.timeout(5):
        assert (await layer.receive(channel))["type"] == "game.changed"


class TestPerson:
    @WAYS
    async def test_one_stream_tells_of_all_tables(self, friends, way):
        games = [await in_database(running_table, friends.alice, friends.bob) for _ in range(2)]
        async with way("me", **await headers_of(friends.bob)) as line:
            first = await line.next()
            assert {table["id"] for table in first["tables"]} == {game.pk for game in games}
            for game in games:
                await in_database(do, game, friends.alice, bid(4))
                told = await line.until("your_turn")
                assert (told["game"], told["state"]["ui"]["is_my_turn"]) == (game.pk, True)
        assert line.numbers == [4, 4]
        for message in line.heard:
            check_named("StreamMessage", message)

    async def test_whoever_begins_while_it_is_their_turn_is_told(self, game, friends):
        async with open_events("me", **await headers_of(friends.alice)) as line:
            assert (await line.until("your_turn"))["game"] == game.pk

    @WAYS
    async def test_the_cursor_of_each_message_is_where_to_go_on(self, friends, way):
        """Whoever is cut off after any message hears the rest, and nothing twice."""
        games = [await in_database(running_table, friends.alice, friends.bob) for _ in range(2)]
        headers = await headers_of(friends.bob)
        _status, _headers, begun = await ask("me?wait=0", **headers)
        for game in games:
            await in_database(play_to_the_end, game)
        expected = {game.pk: (await in_database(numbers_told, game))[3:] for game in games}
        async with way(f"me?after={begun['after']}", **headers) as line:
            for _ in games:
                await line.until("game_ended")
        everything = [(message["game"], message["number"]) for message in line.heard if "action" in message]
        assert {pk: [number for at, number in everything if at == pk] for pk in expected} == expected
        told = [message for message in line.heard if "cursor" in message]
        for place in (0, 1, len(told) // 2, len(told) - 2):
            cut = told[: place + 1]
            async with way(f"me?after={cut[-1]['cursor']}", **headers) as rest:
                missing = [(one["game"], one["number"]) for one in told[place + 1 :] if "action" in one]
                while len(rest.numbers) < len(missing):
                    await rest.next()
                heard = [(one["game"], one["number"]) for one in rest.heard if "action" in one]
                assert sorted(heard) == sorted(missing)

    async def test_a_game_that_began_and_ended_meanwhile_is_told_whole(self, friends):
        headers = await headers_of(friends.bob)
        _status, _headers, begun = await ask("me?wait=0", **headers)
        game = await in_database(running_table, friends.alice, friends.bob)
        await in_database(play_to_the_end, game)
        async with open_events(f"me?after={begun['after']}", **headers) as line:
            last = await line.until("game_ended")
        assert line.numbers == await in_database(numbers_told, game)
        async with open_events(f"me?after={last['cursor']}", **headers) as line:
            await line.next()
            await in_database(waiting_table, friends.bob)
            await line.until("table")
        assert line.numbers == []

    async def test_a_game_that_ended_long_ago_is_forgotten_and_not_told_again(self, game, friends):
        headers = await headers_of(friends.bob)
        await in_database(play_to_the_end, game)
        _status, _headers, begun = await ask("me?wait=0", **headers)
        assert game.pk in begun["after"]
        await in_database(lambda: Game.objects.filter(pk=game.pk).update(ended_at=timezone.now() - timedelta(hours=1)))
        _status, _headers, later = await ask(f"me?after={begun['after']}&wait=0", **headers)
        async with open_events(f"me?after={begun['after']}", **headers) as line:
            await line.next()
            await in_database(waiting_table, friends.bob)
            cursor = (await line.until("table"))["cursor"]
        assert later["messages"] == []
        assert game.pk not in cursor

    async def test_tables_that_one_joins_are_told_of_from_then_on(self, friends):
        async with open_socket("me", **await headers_of(friends.bob)) as line:
            assert (await line.next())["tables"] == []
            game = await in_database(waiting_table, friends.alice, size=3)
            await in_database(rooms.join, user=friends.bob, game_id=game.pk, invitation=game.invitation)
            assert (await line.until("table"))["game"] == game.pk
            await in_database(rooms.fill, user=friends.alice, game_id=game.pk, bot="random")
            await in_database(rooms.start, user=friends.alice, game_id=game.pk)
            await line.until("card_revealed")
        assert line.numbers == [1, 2, 3]

    async def test_what_is_for_oneself_alone_is_told_once(self, game, friends):
        headers = await headers_of(friends.bob)
        async with open_events("me", **headers) as line:
            await line.next()
            await in_database(chat.say, user=friends.alice, game_id=game.pk, text="Hello @Bob", key="k")
            told = await line.until("mentioned")
            assert (told["game"], told["by"]) == (game.pk, "Alice")
            other = await in_database(waiting_table, friends.alice, size=3)
            await in_database(rooms.invite, user=friends.alice, game_id=other.pk, username="bob")
            told = await line.until("invited")
            assert told["invitation"].rstrip("/").endswith(other.invitation)
        async with open_events(f"me?after={told['cursor']}", **headers) as line:
            await line.next()
            await in_database(do, game, friends.alice, bid(4))
            await line.until("your_turn")
        assert {message["type"] for message in line.heard} == {"snapshot", "bid_placed", "your_turn"}

    async def test_nothing_is_told_of_those_whom_one_has_blocked(self, game, friends):
        headers = await headers_of(friends.bob)
        async with open_events("me", **headers) as line:
            cursor = (await line.next())["cursor"]
        # It was noted for him, before he would have none of it.
        await in_database(chat.say, user=friends.alice, game_id=game.pk, text="Hello @Bob", key="k")
        await in_database(block, user=friends.bob, person=friends.alice)
        async with open_events(f"me?after={cursor}", **headers) as line:
            await line.next()
            await in_database(do, game, friends.alice, bid(4))
            await line.until("your_turn")
        assert "mentioned" not in {message["type"] for message in line.heard}


class TestWaiting:
    async def test_a_long_poll_without_a_cursor_is_answered_at_once(self, game, friends):
        status, headers, told = await ask(f"tables/{game.pk}?wait=30", **await headers_of(friends.bob))
        assert (status, headers["content-type"], told["after"]) == (200, "application/json", "3")
        assert told["messages"][0]["type"] == "snapshot"

    async def test_a_long_poll_waits_until_something_happens(self, game, friends):
        asking = asyncio.create_task(ask(f"tables/{game.pk}?after=3&wait=30", **await headers_of(friends.bob)))
        await until_async(lambda: bool(poller.of_this_loop()._sockets))
        assert not asking.done()
        await in_database(do, game, friends.alice, bid(4))
        _status, _headers, told = await asking
        assert ([message["type"] for message in told["messages"]], told["after"]) == (["bid_placed", "your_turn"], "4")

    async def test_a_long_poll_ends_with_nothing_when_nothing_happens(self, game, friends):
        headers = await headers_of(friends.alice)
        for wait in (0, 1):
            _status, _headers, told = await ask(f"tables/{game.pk}?after=3&wait={wait}", **headers)
            assert told == {"messages": [], "after": "3", "more": False}

    async def test_a_line_on_which_nothing_happens_is_alive(self, game, friends, monkeypatch):
        monkeypatch.setattr(stream, "HEARTBEAT_EVERY", 0.1)
        async with open_events(f"tables/{game.pk}", **await headers_of(friends.bob)) as line:
            await line.until("heartbeat")
            await line.until("heartbeat")
        assert "cursor" not in line.heard[-1]


class TestDoor:
    @pytest.mark.parametrize("path", ["me", "tables/nosuchtable"])
    async def test_nobody_comes_in_without_a_good_token(self, path):
        for headers, code in (({}, "not_logged_in"), (bearer("hs_" + "x" * 43), "bad_token")):
            status, told_headers, told = await ask(path, **headers)
            assert (status, told["code"]) == (401, code)
            assert told_headers["x-content-type-options"] == "nosniff"
            async with open_socket(path, **headers) as line:
                bye = await line.next()
                check_named("StreamMessage", bye)
                assert (bye["type"], bye["reason"], bye["error"]["code"]) == ("bye", code, code)
                assert await line.next() == {"type": "closed", "code": 4403}

    async def test_a_token_for_something_else_is_not_enough(self, game, friends):
        headers = await headers_of(friends.alice, ("play",))
        status, _headers, told = await ask("me", **headers)
        assert (status, told["code"]) == (403, "missing_scope")

    async def test_a_page_of_the_site_may_listen_by_its_session_but_no_socket(self, game, friends):
        client = Client()
        await in_database(client.force_login, friends.alice)
        cookie = f"sessionid={client.cookies['sessionid'].value}"
        async with open_events(f"tables/{game.pk}", cookie=cookie) as line:
            assert (await line.next())["state"]["seat"] == 0
            await in_database(client.logout)
            assert (await line.until("bye"))["reason"] == "access_ended"
        async with open_socket(f"tables/{game.pk}", cookie=cookie) as line:
            assert (await line.next())["error"]["code"] == "not_logged_in"

    async def test_who_shows_a_token_is_nobody_else_whatever_their_cookies(self, game, friends):
        client = Client()
        await in_database(client.force_login, friends.alice)
        cookie = f"sessionid={client.cookies['sessionid'].value}"
        headers = await headers_of(friends.charlie)
        async with open_events(f"tables/{game.pk}", cookie=cookie, **headers) as line:
            assert await line.next() == {"type": "bye", "reason": "not_here"}

    @WAYS
    async def test_a_table_that_is_not_for_somebody_is_not_there(self, game, friends, way):
        for path in (f"tables/{game.pk}", "tables/nosuchtable"):
            async with way(path, **await headers_of(friends.charlie)) as line:
                assert await line.next() == {"type": "bye", "reason": "not_here"}

    @WAYS
    async def test_a_revoked_token_hears_nothing_more(self, game, friends, way):
        token, secret = await in_database(token_of, friends.alice)
        async with way("me", **bearer(secret)) as line:
            await line.until("your_turn")
            await in_database(revoke_token, user=friends.alice, pk=token.pk)
            assert (await line.until("bye"))["reason"] == "access_ended"

    async def test_an_expired_token_and_a_banned_person_hear_nothing_more(self, game, friends):
        token, secret = await in_database(token_of, friends.alice)
        dana = await in_database(UserFactory, is_staff=True, is_superuser=True)
        headers = await headers_of(friends.bob)
        async with open_events("me", **bearer(secret)) as line, open_events("me", **headers) as other:
            await line.next()
            token.expires_at = timezone.now()
            await in_database(token.save)
            assert (await line.until("bye"))["reason"] == "access_ended"
            await in_database(ban, user=friends.bob, by=dana)
            assert (await other.until("bye"))["reason"] == "access_ended"

    async def test_of_many_streams_of_a_token_the_oldest_ends(self, game, friends, monkeypatch):
        monkeypatch.setattr(company, "MOST_STREAMS", 2)
        monkeypatch.setattr(company, "_companies", WeakKeyDictionary())
        headers = await headers_of(friends.bob)
        async with open_events("me", **headers) as first:
            await first.next()
            async with open_events("me", **headers) as second, open_socket("me", **headers) as third:
                assert (await first.until("bye"))["reason"] == "too_many_streams"
                assert [(await line.next())["type"] for line in (second, third)] == ["snapshot", "snapshot"]

    @pytest.mark.parametrize(
        ("path", "code"),
        [
            ("me?after=junk", "bad_cursor"),
            ("me?after=1~5~x.y.z", "bad_cursor"),
            (f"me?after=1~5{'~abc.1.1' * 3000}", "bad_cursor"),
            ("me?wait=-1", "malformed_request"),
            ("me?wait=61", "malformed_request"),
            ("tables/x?after=1e3", "malformed_request"),
            ("tables/x?after=99999999999", "malformed_request"),
        ],
    )
    async def test_junk_is_refused_in_words(self, friends, path, code):
        status, _headers, told = await ask(path, **await headers_of(friends.alice))
        assert (status, told["code"]) == (400, code)
        check_named("Error", told)

    async def test_no_other_name_of_this_machine_leads_here(self, friends):
        headers = await headers_of(friends.alice)
        status, _headers, told = await ask("me?wait=0", host="elsewhere.example", **headers)
        assert (status, told["code"]) == (400, "malformed_request")
        assert (await ask("me?wait=0", host="localhost:8000", **headers))[0] == 200

    async def test_a_site_that_speaks_https_is_asked_by_it(self, friends, settings):
        settings.SECURE_SSL_REDIRECT, settings.SECURE_HSTS_SECONDS = True, 60
        headers = await headers_of(friends.alice)
        status, _headers, told = await ask("me?wait=0", **headers)
        assert (status, told["code"]) == (400, "malformed_request")
        status, told_headers, _told = await ask("me?wait=0", x_forwarded_proto="https", **headers)
        assert (status, told_headers["strict-transport-security"]) == (200, "max-age=60")

    async def test_streams_are_asked_for_and_nothing_is_sent_there(self, friends):
        status, headers, told = await ask("me", method="POST")
        assert (status, headers["allow"], told["code"]) == (405, "GET", "wrong_method")

    @pytest.mark.parametrize("way", [open_events, open_socket])
    async def test_what_cannot_be_written_ends_the_line_and_is_no_secret(self, game, friends, way, monkeypatch):
        def fail(*args):
            raise KeyError

        for module, name in ((http, "as_event"), (socket, "_say")):
            monkeypatch.setattr(module, name, fail)
        with pytest.raises(KeyError):
            async with way("me", **await headers_of(friends.bob)) as line:
                await line.next()

    async def test_what_goes_wrong_is_told_as_such_and_nothing_is_lost(self, game, friends, monkeypatch):
        headers = await headers_of(friends.bob)
        async with open_events(f"tables/{game.pk}", **headers) as line:
            first = await line.next()
            with monkeypatch.context() as patch:
                patch.setattr(Story, "since", lambda story, number: 1 / 0)
                await in_database(do, game, friends.alice, bid(4))
                assert (await line.until("bye"))["reason"] == "try_again"
        async with open_events(f"tables/{game.pk}?after={first['cursor']}", **headers) as line:
            await line.until("your_turn")
        assert line.numbers == [4]
        assert (await in_database(fresh, game)).status == Game.Status.RUNNING


class TestFailingLayer:
    """Whoever cannot be told of anything any more is told that, and the line ends: they come back."""

    @pytest.fixture
    def fail(self, monkeypatch):
        async def fail(*facts):
            raise ConnectionError("no Redis")

        return lambda name: monkeypatch.setattr(get_channel_layer(), name, fail, raising=False)

    @WAYS
    async def test_at_the_beginning(self, game, friends, way, fail, caplog):
        headers = await headers_of(friends.bob)
        fail("group_add")
        async with way(f"tables/{game.pk}", **headers) as line:
            assert await line.next() == {"type": "bye", "reason": "try_again"}
            assert await line.ended()
        assert "A stream could not go on" in caplog.text

    @WAYS
    async def test_when_a_table_comes_to_be_told_of(self, friends, way, fail):
        async with way("me", **await headers_of(friends.bob)) as line:
            await line.next()
            fail("group_add")
            await in_database(waiting_table, friends.bob)
            assert (await line.until("bye"))["reason"] == "try_again"
            assert await line.ended()

    async def test_while_it_listens(self, game, friends, fail, caplog):
        fail("receive")
        async with open_events(f"tables/{game.pk}", **await headers_of(friends.bob)) as line:
            assert (await line.until("bye"))["reason"] == "try_again"
        assert "A stream hears nothing any more" in caplog.text

    async def test_whoever_leaves_then_leaves_nothing_behind(self, game, friends, fail, caplog):
        async with open_events(f"tables/{game.pk}", **await headers_of(friends.bob)) as line:
            await line.next()
            fail("group_discard")
        assert "A stream could not leave in order" in caplog.text
        assert poller.of_this_loop()._sockets == set()


class TestSlowReaders:
    """Of what they have not taken yet, no more than so much waits for them."""

    @WAYS
    async def test_they_are_waited_for(self, game, friends, way):
        waiting = [unread.MOST_UNREAD + 1] * 3
        looked: list[int] = []

        def count_unread():
            looked.append(waiting.pop() if waiting else 0)
            return looked[-1]

        async with way(f"tables/{game.pk}", count_unread=count_unread, **await headers_of(friends.bob)) as line:
            await line.next()
        assert looked[:4] == [unread.MOST_UNREAD + 1] * 3 + [0]

    @WAYS
    async def test_but_not_for_ever(self, game, friends, way, monkeypatch):
        monkeypatch.setattr(unread, "SECONDS_TO_READ", 0.1)
        counter = {"count_unread": lambda: unread.MOST_UNREAD + 1}
        async with way(f"tables/{game.pk}", **counter, **await headers_of(friends.bob)) as line:
            assert await line.ended()
