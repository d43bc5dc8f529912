"""Nothing is played on a socket for anybody but the one who has opened it on a page of this site and is still there."""

import asyncio
import json
from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.routing import URLRouter
from channels.testing import WebsocketCommunicator
from django.test import Client

from accounts.services.accounts import ban, delete_account
from games.live.consumers import COME_AGAIN, NOT_HERE
from games.live.routing import websocket_urlpatterns
from games.models import Action
from games.services.table import seats
from tests.support.factories import UserFactory
from tests.support.secrecy.lines import act, asked, knocking, opened, shown
from tests.support.secrecy.matrix import NOT_PLAYED, PLAYS, REFUSED
from tests.support.tables import fresh, running_table

pytestmark = pytest.mark.django_db(transaction=True)

PASSWORDS = {"password1": "plenty-of-pearls-7", "password2": "plenty-of-pearls-7"}


def user(**facts: Any) -> Any:
    return UserFactory(**facts)


class Table:
    """Ana is to act, in her browser; Ben sits beside her, and both are guests."""

    def __init__(self):
        self.ana, self.ben = (user(username=name, is_guest=True, email="") for name in ("ana", "ben"))
        self.game = running_table(self.ana, self.ben, public=True)
        self.browser = Client()
        self.browser.force_login(self.ana)

    @property
    def path(self):
        return f"/ws/tables/{self.game.id}/"

    @property
    def cookie(self):
        return self.browser.cookies["sessionid"].value

    @property
    def act(self):
        return act(fresh(self.game).version, "k")

    def log_out(self):
        assert self.browser.post("/accounts/logout/").status_code == 302

    def ban(self):
        ban(user=self.ana, by=user(is_staff=True, is_superuser=True))

    def delete_account(self):
        delete_account(user=self.ana)

    def claim(self):
        form = {"username": "anastasia", "display_name": "Ana", **PASSWORDS}
        assert self.browser.post("/accounts/claim/", form).status_code == 302

    def change_password(self):
        """In another browser."""
        self.ana.set_password("something else")
        self.ana.save()

    def let_ben_log_in(self):
        """In the same browser."""
        self.browser.force_login(self.ben)

    def let_somebody_log_in(self):
        self.browser.force_login(user())

    def end_session(self):
        self.browser.session.flush()


@database_sync_to_async
def set_table():
    return Table()


@database_sync_to_async
def moves(table):
    return list(Action.objects.filter(game=table.game).values_list("seat", "key"))


@database_sync_to_async
def words_of(table, kind):
    return table.act if kind == "act" else {"doubt": "k"}


@pytest.mark.parametrize("kind", ["act", "doubt"])
@pytest.mark.parametrize(
    "what",
    [
        Table.log_out,
        Table.ban,
        Table.delete_account,
        Table.claim,
        Table.change_password,
        Table.let_ben_log_in,
        Table.let_somebody_log_in,
        Table.end_session,
    ],
    ids=lambda what: what.__name__,
)
async def test_whoever_is_somebody_else_by_now_is_asked_to_come_again(what, kind):
    """At once: nobody waits until the socket is looked after."""
    table = await set_table()
    async with opened(table.path, table.cookie) as socket:
        assert not await shown(socket)
        await database_sync_to_async(what)(table)
        version = (await database_sync_to_async(fresh)(table.game)).version
        assert await asked(socket, await words_of(table, kind)) == str(COME_AGAIN)
    assert await moves(table) == []
    assert (await database_sync_to_async(fresh)(table.game)).version == version


@pytest.mark.parametrize("what", [Table.claim, Table.let_ben_log_in])
async def test_whoever_comes_again_is_whom_the_browser_says(what):
    table = await set_table()
    await database_sync_to_async(what)(table)
    async with opened(table.path, table.cookie) as socket:
        assert not await shown(socket)
        answer = await asked(socket, await words_of(table, "act"))
    assert (answer, await moves(table)) == ((PLAYS, [(0, "k")]) if what is Table.claim else (REFUSED, []))


@pytest.mark.parametrize("kind", ["act", "doubt"])
@pytest.mark.parametrize("origin", [None, "", "null", "https://localhost", "http://evil.example"])
async def test_nobody_plays_from_the_page_of_another_site(origin, kind):
    """The browser has sent the cookie of somebody who could play."""
    table = await set_table()
    socket = knocking(table.path, table.cookie, origin)
    assert (await socket.connect(timeout=20))[0] is False
    await socket.send_to(text_data=json.dumps(await words_of(table, kind)))
    await socket.disconnect(timeout=20)
    assert socket.output_queue.empty()
    assert await moves(table) == []


@pytest.mark.parametrize("kind", ["act", "doubt"])
async def test_nobody_plays_where_nobody_has_looked_from_which_page_they_come(kind):
    """As if the application were put together without what looks at that."""
    table = await set_table()
    session = await database_sync_to_async(lambda: table.browser.session)()
    router: Any = URLRouter(websocket_urlpatterns)

    async def routed(scope, receive, send):
        return await router({**scope, "user": table.ana, "session": session}, receive, send)

    socket: Any = WebsocketCommunicator(routed, table.path)
    assert (await socket.connect(timeout=20))[0]
    assert not await shown(socket)
    assert await asked(socket, await words_of(table, kind)) == str(NOT_HERE)
    assert await moves(table) == []
    await socket.disconnect()


@pytest.mark.parametrize("cookie", ["", "x" * 32])
async def test_strangers_who_ask_before_anything_is_shown_are_shown_nothing_and_play_nothing(cookie):
    table = await set_table()
    game_id = await database_sync_to_async(lambda: running_table(table.ana, table.ben).id)()
    async with opened(f"/ws/tables/{game_id}/", cookie) as socket:
        await socket.send_to(text_data=json.dumps(await words_of(table, "act")))
        assert await shown(socket) in (str(NOT_HERE), str(COME_AGAIN))
    assert not await database_sync_to_async(Action.objects.exists)()


async def test_no_field_of_a_form_says_who_plays():
    """Ben sends what Ana could, with everything by which a form might name her."""
    table = await set_table()
    version = (await database_sync_to_async(fresh)(table.game)).version
    ben = await database_sync_to_async(lambda: (table.let_ben_log_in(), table.cookie)[1])()
    named = {"seat": "0", "user": str(table.ana.pk), "user_id": str(table.ana.pk), "username": "ana"}
    async with opened(table.path, ben) as socket:
        assert not await shown(socket)
        words = act(version, "k", action="pass", game_id=table.game.id, **named)
        assert await asked(socket, {**words, **named}) == REFUSED
    assert await moves(table) == []


async def test_nobody_is_told_what_others_have_sent():
    table = await set_table()
    async with opened(table.path, table.cookie) as socket:
        assert await asked(socket, await words_of(table, "act")) == PLAYS
        assert await asked(socket, {"doubt": "k"}) == PLAYS
    await database_sync_to_async(table.let_ben_log_in)()
    async with opened(table.path, table.cookie) as socket:
        assert await asked(socket, {"doubt": "k"}) == NOT_PLAYED
    assert await moves(table) == [(0, "k")]


async def test_whose_seat_a_bot_plays_by_now_plays_nothing():
    table = await set_table()
    async with opened(table.path, table.cookie) as socket:
        assert not await shown(socket)
        await database_sync_to_async(seats.leave)(user=table.ana, game_id=table.game.id)
        assert await asked(socket, await words_of(table, "act")) == REFUSED
    assert "k" not in [key for _seat, key in await moves(table)]


async def test_a_table_that_does_not_exist_is_not_there_for_anybody_who_asks():
    table = await set_table()
    async with opened("/ws/tables/nosuchtable/", table.cookie) as socket:
        await socket.send_to(text_data=json.dumps(await words_of(table, "act")))
        assert await shown(socket) == str(NOT_HERE)


async def test_what_two_lines_of_one_person_send_is_played_once():
    table = await set_table()
    async with opened(table.path, table.cookie) as one, opened(table.path, table.cookie) as other:
        words = await words_of(table, "act")
        assert set(await asyncio.gather(asked(one, words), asked(other, words))) == {PLAYS}
    assert await moves(table) == [(0, "k")]
