"""Everybody's sockets stay open or are closed as the matrix says."""

import pytest
from channels.db import database_sync_to_async
from channels.testing import WebsocketCommunicator

from games.routing import websocket_urlpatterns
from tests.secrecy.matrix import SOCKET_PATHS, SOCKETS, STAYS
from tests.secrecy.people import WHO, World


def test_every_socket_has_a_row_and_every_row_a_socket():
    assert {str(pattern.pattern) for pattern in websocket_urlpatterns} == set(SOCKETS) == set(SOCKET_PATHS)


async def fate(path, cookie):
    """Whether a socket stays open, or the code with which it is closed."""
    from hsweb.asgi import application

    headers = [(b"host", b"localhost"), (b"origin", b"http://localhost"), (b"cookie", f"sessionid={cookie}".encode())]
    socket = WebsocketCommunicator(application, path, headers=headers)
    assert (await socket.connect(timeout=20))[0]
    message = await socket.receive_output(20)
    await socket.disconnect()
    return STAYS if message["type"] == "websocket.send" else str(message["code"])


@pytest.mark.django_db(transaction=True)
async def test_everybodys_sockets_stay_or_go_as_written():
    world, wrong = await database_sync_to_async(World)(), []
    for route, by_table in SOCKETS.items():
        for table, line in by_table.items():
            path = SOCKET_PATHS[route].format(game_id=world.tables[table].id)
            for who, right in zip(WHO, line, strict=True):
                answer = await fate(path, world.cookies.get(who, ""))
                if answer != right:
                    wrong.append(f"{path} as {who}, {table}: {answer} instead of {right}")
    assert wrong == []
