"""What is pushed to whom."""

import asyncio
import json
from collections import Counter
from contextlib import asynccontextmanager
from datetime import timedelta
from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator
from django.contrib.auth import HASH_SESSION_KEY, SESSION_KEY
from django.contrib.auth.models import AnonymousUser
from django.utils import timezone

from accounts.people.friends import block
from accounts.services.accounts import ban, update_preferences
from games.live import consumers, poller, table
from games.live.routing import websocket_urlpatterns
from games.models import Game
from games.pages.frames import STILL_HERE
from games.services import announce
from games.services.table import chat, rooms, seats
from games.services.turn import timeouts
from hsweb.sessions import SessionStore
from tests.support.factories import UserFactory
from tests.support.tables import bid, do, fresh, running_table, waiting_table
from tests.support.waiting import until_async

pytestmark = pytest.mark.django_db(transaction=True)


def in_database(call, *args, **kwargs):
    return database_sync_to_async(call)(*args, **kwargs)


class Friends:
    def __init__(self):
        self.alice = UserFactory(username="alice", display_name="Alice")
        self.bob = UserFactory(username="bob", display_name="Bob")
        self.charlie = UserFactory(username="charlie", display_name="Charlie")


@pytest.fixture
def friends(transactional_db):
    return Friends()


@pytest.fixture
def game(friends):
    return running_table(friends.alice, friends.bob)


@asynccontextmanager
async def socket(path, user=None, **scope_parts):
    """An open socket of that user, as the server routes it."""
    router: Any = URLRouter(websocket_urlpatterns)

    async def routed(scope, receive, send):
        return await router({**scope, "user": user or AnonymousUser(), **scope_parts}, receive, send)

    communicator: Any = WebsocketCommunicator(routed, path)
    assert (await communicator.connect(timeout=10))[0]
    try:
        yield communicator
    finally:
        await communicator.disconnect()


def at(game, user=None):
    return socket(f"/ws/tables/{game.id}/", user)


async def hear(communicator, *words):
    """The next frame that has all these words in it."""
    return (await hear_all_until(communicator, *words))[-1]


async def hear_all_until(communicator, *words):
    """All frames until one has all these words in it."""
    heard: list[str] = []
    async with asyncio.timeout(10):
        while not heard or not all(word in heard[-1] for word in words):
            heard.append(await communicator.receive_from(timeout=10))
    return heard


async def closing_code(communicator):
    """The code with which the server closes this socket, whatever it sends before."""
    async with asyncio.timeout(10):
        while (message := await communicator.receive_output(10))["type"] != "websocket.close":
            assert message["type"] == "websocket.send"
    return message["code"]


async def test_whoever_connects_gets_the_table(game, friends):
    async with at(game, friends.alice) as alice:
        frame = await hear(alice, 'id="public"')
    assert 'id="private"' in frame
    assert 'id="log"' in frame


async def test_bid_reaches_everybody_at_once(game, friends):
    await in_database(Game.objects.update, public=True)
    async with at(game, friends.alice) as alice, at(game, friends.bob) as bob, at(game) as spectator:
        for communicator in (alice, bob, spectator):
            await hear(communicator, 'id="public"')
        await in_database(do, game, friends.alice, bid(2, 3))
        for communicator in (alice, bob, spectator):
            assert "5,000" in await hear(communicator, 'id="public"')


async def test_everybody_hears_it_in_the_language_of_their_page(game, friends):
    """One whose page says nothing of it hears it in that of their account."""
    await in_database(update_preferences, user=friends.bob, language="fr")
    page = f"/ws/tables/{game.id}/?lang="
    async with (
        socket(f"{page}en", friends.alice) as alice,
        socket(f"{page}fr", friends.alice) as other_page,
        socket(f"{page}xx", friends.bob) as bob,
    ):
        for communicator in (alice, other_page, bob):
            await hear(communicator, 'id="public"')
        await in_database(do, game, friends.alice, bid(2, 3))
        assert "Alice bids 5,000 (2 + 3)." in await hear(alice, 'id="public"')
        for communicator in (other_page, bob):
            assert "Alice mise 5\u202f000 (2 + 3)." in await hear(communicator, 'id="public"')


async def test_private_part_is_each_viewers_own(game, friends):
    async with at(game, friends.alice) as alice, at(game, friends.bob) as bob:
        assert "data-my-turn" in await hear(alice, 'id="private"')
        assert "data-my-turn" not in await hear(bob, 'id="private"')


async def test_spectator_gets_no_form(game, friends):
    await in_database(Game.objects.update, public=True)
    async with at(game) as spectator:
        assert "<form" not in await hear(spectator, 'id="private"')


@pytest.mark.parametrize("who", ["charlie", None])
async def test_private_table_is_closed_to_outsiders(game, friends, who):
    async with at(game, getattr(friends, who) if who else None) as outsider:
        assert await closing_code(outsider) == consumers.NOT_HERE


@pytest.mark.parametrize("path", ["/ws/tables/nothere/", "/ws/", "/", "/ws/tables/%00/"])
async def test_address_that_leads_nowhere_is_closed(transactional_db, path):
    async with socket(path) as lost:
        assert await closing_code(lost) == consumers.NOT_HERE


async def test_lost_message_is_made_up_for(game, friends, monkeypatch):
    monkeypatch.setattr(poller, "POLL_EVERY", 0.1)
    monkeypatch.setattr(announce, "_send", lambda group, message: None)
    async with at(game, friends.bob) as bob:
        await hear(bob, 'id="public"')
        await in_database(do, game, friends.alice, bid(4))
        assert "4,000" in await hear(bob, 'id="public"')


async def test_bid_form_stays_while_the_decision_is_the_same(game, friends):
    async with at(game, friends.alice) as alice:
        await hear(alice, 'id="private"')
        await in_database(seats.leave, user=friends.bob, game_id=game.id)
        frame = await hear(alice, 'id="public"')
    assert 'id="private"' not in frame


async def test_waiting_room_becomes_the_table(friends):
    game = await in_database(waiting_table, friends.alice, friends.bob, bots=("bold",))
    async with at(game, friends.bob) as bob:
        await hear(bob, 'id="public"')
        await in_database(rooms.start, user=friends.alice, game_id=game.id)
        frame = await hear(bob, 'id="private"')
    seat = await in_database(lambda: game.seats.get(user=friends.bob).number)
    assert f'data-seat="{seat}"' in frame


async def test_chat_does_not_reach_those_who_have_blocked(game, friends):
    await in_database(block, user=friends.bob, person=friends.alice)
    async with at(game, friends.alice) as alice, at(game, friends.bob) as bob:
        for communicator in (alice, bob):
            await hear(communicator, 'id="chat-lines"')
        await in_database(chat.say, user=friends.alice, game_id=game.id, text="Bonsoir, @bob", key="k")
        assert "Bonsoir" in await hear(alice, 'id="chat-lines"')
        await in_database(do, game, friends.alice, bid(1))
        pushed = "".join(await hear_all_until(bob, 'id="public"'))
        assert ("Bonsoir" in pushed, "data-mention" in pushed) == (False, False)


async def test_chat_reaches_the_table_but_not_those_who_muted(game, friends):
    await in_database(chat.mute, listener=friends.bob, game_id=game.id, seat_number=0, muted=True)
    async with at(game, friends.alice) as alice, at(game, friends.bob) as bob:
        for communicator in (alice, bob):
            await hear(communicator, 'id="chat-lines"')
        await in_database(chat.say, user=friends.alice, game_id=game.id, text="<b>Bonsoir</b>", key="k")
        assert "&lt;b&gt;Bonsoir&lt;/b&gt;" in await hear(alice, 'id="chat-lines"')
        await in_database(do, game, friends.alice, bid(1))
        assert "Bonsoir" not in "".join(await hear_all_until(bob, 'id="public"'))


async def test_whoever_was_away_is_told_what_happened(game, friends):
    await in_database(do, game, friends.alice, bid(4))
    await in_database(do, game, friends.bob, bid(6))
    async with at(game, friends.alice) as alice:
        await alice.send_to(text_data=json.dumps({"seen": 1}))
        frame = await hear(alice, 'id="away"')
    told = frame[frame.index('id="away"') :]
    assert "Bob bids 6,000" in told
    assert "4,000" not in told


@pytest.mark.parametrize(
    "junk", ["{", "[]", "7", "null", '{"seen": "x"}', '{"seen": -5}', '{"seen": 1e400}', "[" * 2_000, "\0"]
)
async def test_junk_is_ignored(game, friends, junk):
    async with at(game, friends.alice) as alice:
        await hear(alice, 'id="public"')
        await alice.send_to(text_data=junk)
        await alice.send_to(bytes_data=b"\xff\x00")
        await alice.send_to(text_data=json.dumps({"seen": 0}))
        await hear(alice, 'id="away"')


async def test_being_there_is_noted(game, friends):
    await in_database(game.seats.update, seen_at=None)
    async with at(game, friends.bob) as bob:
        await hear(bob, 'id="public"')
    assert (await in_database(lambda: game.seats.get(user=friends.bob))).seen_at is not None


async def test_lobby_updates_itself(friends):
    async with socket("/ws/lobby/") as lobby:
        await hear(lobby, 'id="public-tables"')
        await in_database(waiting_table, friends.alice, public=True)
        assert "Alice" in await hear(lobby, 'id="public-tables"', "Alice")


async def test_private_tables_stay_out_of_the_lobby(friends):
    await in_database(waiting_table, friends.alice)
    async with socket("/ws/lobby/") as lobby:
        assert "Alice" not in await hear(lobby, 'id="public-tables"')


async def test_broken_channel_layer_does_not_fail_a_move(game, friends, monkeypatch, caplog):
    class BrokenLayer:
        async def group_send(self, group, message):
            raise ConnectionError("no layer")

    monkeypatch.setattr(announce, "get_channel_layer", BrokenLayer)
    await in_database(do, game, friends.alice, bid(1))
    assert (await in_database(fresh, game)).action_count == 1
    assert "was not sent" in caplog.text


async def test_frames_hold_no_secrets(game, friends):
    await in_database(Game.objects.update, public=True)
    secret = (await in_database(fresh, game)).setup["seed"]
    async with at(game, friends.alice) as alice, at(game) as spectator:
        await in_database(do, game, friends.alice, bid(2, 3))
        frames = [frame for line in (alice, spectator) for frame in await hear_all_until(line, "bids 5,000")]
    salt = (await in_database(fresh, game)).salt
    assert frames
    assert not any(secret in frame or salt in frame for frame in frames)


async def test_whoever_is_removed_hears_no_more(friends):
    game = await in_database(waiting_table, friends.alice, friends.bob)
    async with at(game, friends.bob) as bob:
        await hear(bob, 'id="public"')
        seat = await in_database(lambda: game.seats.get(user=friends.bob).pk)
        await in_database(rooms.remove, user=friends.alice, game_id=game.id, seat_id=seat)
        assert await closing_code(bob) == consumers.NOT_HERE


async def test_others_learn_that_somebody_is_gone(game, friends, monkeypatch):
    monkeypatch.setattr(poller, "POLL_EVERY", 0.1)
    async with at(game, friends.bob) as bob:
        await hear(bob, 'id="company"')
        long_ago = timezone.now() - timedelta(minutes=2)
        await in_database(Game.objects.update, turn_began_at=long_ago)
        await in_database(game.seats.filter(user=friends.alice).update, seen_at=long_ago)
        assert "Let a bot play for Alice" in await hear(bob, 'id="company"')


def session_of(user):
    """As logging in makes it."""
    session = SessionStore()
    session[SESSION_KEY] = str(user.pk)
    session[HASH_SESSION_KEY] = user.get_session_auth_hash()
    session.create()
    return session


def log_out(user, session):
    session.delete()


def be_banned(user, session):
    staff: Any = UserFactory(is_staff=True)
    ban(user=user, by=staff)


def change_the_password(user, session):
    user.set_password("another")
    user.save()


@pytest.mark.parametrize("end", [log_out, be_banned, change_the_password])
@pytest.mark.parametrize("page", ["table", "lobby"])
async def test_socket_ends_with_its_session(game, friends, monkeypatch, page, end):
    monkeypatch.setattr(poller, "POLL_EVERY", 0.1)
    session = await in_database(session_of, friends.bob)
    path = {"table": f"/ws/tables/{game.id}/", "lobby": "/ws/lobby/"}[page]
    async with socket(path, friends.bob, session=session) as bob:
        await hear(bob, "id=")
        assert await hear(bob, STILL_HERE)
        await in_database(end, friends.bob, session)
        assert await closing_code(bob) == consumers.COME_AGAIN


@pytest.mark.parametrize("path", ["table", "lobby"])
async def test_frame_that_is_too_long_ends_the_socket(game, friends, path):
    path = f"/ws/tables/{game.id}/" if path == "table" else "/ws/lobby/"
    async with socket(path, friends.alice) as alice:
        await hear(alice, "id=")
        await alice.send_to(text_data="[" * 2_001)
        assert await closing_code(alice) == consumers.TOO_BIG


async def test_socket_that_breaks_leaves_nothing_behind(game, friends, monkeypatch):
    broken = asyncio.Event()

    async def fail(self, event):
        broken.set()
        raise RuntimeError("broken")

    monkeypatch.setattr(table.TableConsumer, "game_changed", fail)

    async def watch_it_break():
        async with at(game, friends.bob) as bob:
            await hear(bob, 'id="public"')
            assert looking()
            await in_database(do, game, friends.alice, bid(1))
            await broken.wait()

    def looking():
        return [task for task in asyncio.all_tasks() if "_keep_pushing" in repr(task)]

    with pytest.raises(RuntimeError):
        await watch_it_break()
    await until_async(lambda: not looking())


async def test_flood_of_questions_is_answered_once(game, friends, monkeypatch):
    """What happens after all of them were heard is told before any second answer."""
    monkeypatch.setattr(table, "TELL_AGAIN_AFTER", 60)
    async with at(game, friends.alice) as alice:
        await hear(alice, 'id="public"')
        for _ in range(200):
            await alice.send_to(text_data=json.dumps({"seen": 0}))
        frames = await hear_all_until(alice, 'id="away"')
        await until_async(alice.input_queue.empty)
        await in_database(do, game, friends.alice, bid(2, 3))
        frames += await hear_all_until(alice, "bids 5,000")
    assert len([frame for frame in frames if 'id="away"' in frame]) == 1


async def test_who_looks_away_and_back_is_noted_by_the_next_round_for_all(game, friends, monkeypatch):
    """Not at once, for each: that would keep the database as busy as somebody likes."""
    monkeypatch.setattr(poller, "POLL_EVERY", 0.2)
    read, reads = table.TableConsumer.frame_from_database, Counter[str]()

    def counted(socket, due):
        reads["taken"] += 1
        return read(socket, due)

    monkeypatch.setattr(table.TableConsumer, "frame_from_database", counted)
    async with at(game, friends.alice) as alice:
        await hear(alice, 'id="public"')
        assert await in_database(lambda: game.seats.get(user=friends.alice).looked_at)
        for number in range(21):
            await alice.send_to(text_data=json.dumps({"looking": bool(number % 2)}))
        await until_async(lambda: in_database(lambda: not game.seats.get(user=friends.alice).looked_at))
    assert reads["taken"] == 1


async def test_looking_at_the_table_takes_the_seat_back_that_was_lost_by_time(friends):
    game = await in_database(running_table, friends.alice, friends.bob, turn_seconds=86_400, on_timeout="bot")
    await in_database(lambda: Game.objects.filter(pk=game.pk).update(deadline=timezone.now() - timedelta(minutes=1)))
    assert await in_database(timeouts.time_out, game_id=game.id)
    assert (await in_database(lambda: fresh(game).seats.get(number=0))).bot_playing
    async with at(game, friends.alice) as communicator:
        await hear(communicator, "Alice is back.")
    assert not (await in_database(lambda: fresh(game).seats.get(number=0))).bot_playing
