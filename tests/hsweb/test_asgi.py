from typing import Any

import pytest
from channels.db import database_sync_to_async
from channels.testing import HttpCommunicator, WebsocketCommunicator

from games.live.consumers import NOT_HERE
from hsweb.http.origins import is_own_origin
from tests.support.factories import UserFactory
from tests.support.tables import waiting_table

pytestmark = pytest.mark.django_db(transaction=True)


async def test_no_client_decides_where_the_site_lives():
    # Loading the application reads the settings of the test.
    from hsweb.asgi import application

    asked = HttpCommunicator(application, "GET", "/", headers=[(b"host", b"localhost")])
    asked.scope["root_path"] = "https://evil.example"

    answer = await asked.get_response(timeout=20)
    await asked.send_input({"type": "http.disconnect"})
    await asked.wait(timeout=20)
    assert answer["status"] == 200
    assert b"evil.example" not in answer["body"]


async def answer_to(*headers):
    from hsweb.asgi import application

    asked = HttpCommunicator(application, "POST", "/play-now/", b"game=x", [(b"host", b"localhost"), *headers])
    answer = await asked.get_response(timeout=20)
    await asked.send_input({"type": "http.disconnect"})
    await asked.wait(timeout=20)
    return answer["status"]


@pytest.mark.parametrize(
    "content_type", [b"x; charset*=nonsense''x", b"text/plain; charset*=undefined''%41", b"text/plain; charset=a\0b"]
)
async def test_content_type_that_cannot_be_read_is_none(content_type):
    assert await answer_to((b"content-type", content_type)) == 403


@pytest.mark.parametrize(
    "cookie", [rb'sessionid="\000aaaaaaaaaa"', b"sessionid=%00", b"sessionid=\xff\xfe", b"sessionid=;;="]
)
async def test_session_that_cannot_be_read_is_none(cookie):
    assert await answer_to((b"cookie", cookie)) == 403


def knocking(path="/ws/lobby/", **headers):
    """A socket as any program may open it, with these headers."""
    from hsweb.asgi import application

    named = [(name.encode(), value.encode()) for name, value in {"host": "localhost", **headers}.items()]
    communicator: Any = WebsocketCommunicator(application, path, headers=named)
    return communicator


@pytest.mark.parametrize(
    "origin",
    ["https://evil.example", "http://localhost.evil.example", "http://evil.example/localhost", "null", "file://", ""],
)
async def test_sockets_of_other_sites_are_refused(origin):
    assert (await knocking(origin=origin).connect(timeout=20))[0] is False


async def test_socket_that_does_not_say_where_it_comes_from_is_refused():
    assert (await knocking().connect(timeout=20))[0] is False


@pytest.mark.parametrize("cookie", ["", "sessionid=", "sessionid=" + "x" * 32, 'sessionid="\\000"'])
async def test_socket_without_a_session_is_that_of_a_stranger(cookie):
    game = await database_sync_to_async(lambda: waiting_table(UserFactory()))()
    lobby = knocking(origin="http://localhost", cookie=cookie)
    table = knocking(f"/ws/tables/{game.id}/", origin="http://localhost", cookie=cookie)
    assert (await lobby.connect(timeout=20))[0]
    assert 'id="public-tables"' in await lobby.receive_from(timeout=20)
    assert (await table.connect(timeout=20))[0]
    assert (await table.receive_output(timeout=20))["code"] == NOT_HERE
    for communicator in (lobby, table):
        await communicator.disconnect()


@pytest.mark.parametrize("has_new_key", [False, True])
async def test_socket_with_a_session_is_that_of_its_owner(client, settings, has_new_key):
    owner = await database_sync_to_async(UserFactory)()
    game = await database_sync_to_async(waiting_table)(owner)
    await client_logs_in(client, owner)
    if has_new_key:
        settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "an entirely new one", [settings.SECRET_KEY]
    cookie = f"sessionid={client.cookies['sessionid'].value}"
    table = knocking(f"/ws/tables/{game.id}/", origin="http://localhost", cookie=cookie)
    assert (await table.connect(timeout=20))[0]
    assert 'id="private"' in await table.receive_from(timeout=20)
    await table.disconnect()
    assert (await database_sync_to_async(client.get)("/accounts/settings/")).status_code == 200


client_logs_in = database_sync_to_async(lambda client, person: client.force_login(person))


@pytest.mark.parametrize(
    ("origin", "host", "comes_in"),
    [
        ("http://localhost:8000", "localhost:8000", True),
        ("http://LOCALHOST", "localhost", True),
        ("https://localhost", "localhost", False),
        ("http://localhost:9", "localhost:8000", False),
        ("http://localhost", "localhost:8000", False),
        ("ftp://localhost:8000", "localhost:8000", False),
        ("http://evil.example@localhost:8000", "localhost:8000", False),
        ("http://evil.example", "evil.example", False),
        ("http://[", "localhost", False),
        ("null", "localhost", False),
        ("", "", False),
    ],
)
def test_only_pages_of_this_host_open_sockets(origin, host, comes_in):
    assert is_own_origin(origin, host, secure=False) is comes_in


def test_pages_that_came_by_https_open_sockets_by_https_alone():
    assert is_own_origin("https://localhost", "localhost", secure=True)
    assert not is_own_origin("http://localhost", "localhost", secure=True)


def test_other_origins_can_be_trusted(settings):
    settings.CSRF_TRUSTED_ORIGINS = ["https://cards.example.org"]
    assert is_own_origin("https://cards.example.org", "localhost", secure=False)
