"""What is open for long: the sockets of pages, and the streams of programs."""

from typing import Any

from django.urls import re_path

from games.live.consumers import LobbyConsumer, NowhereConsumer
from games.live.streams.http import stream_events
from games.live.streams.socket import stream_socket
from games.live.table import TableConsumer

# Django's types know views only, and here consumers take their place.
_table: Any = TableConsumer.as_asgi()
_lobby: Any = LobbyConsumer.as_asgi()
_nowhere: Any = NowhereConsumer.as_asgi()
_socket: Any = stream_socket
_events: Any = stream_events

websocket_urlpatterns: list[Any] = [
    re_path("^ws/tables/(?P<game_id>[a-z0-9]{1,40})/$", _table),
    re_path("^ws/lobby/$", _lobby),
    re_path("", _nowhere),
]
api_websocket_urlpatterns: list[Any] = [
    re_path("^ws/api/v1/tables/(?P<game_id>[a-z0-9]{1,40})$", _socket),
    re_path("^ws/api/v1/me$", _socket),
]
stream_urlpatterns: list[Any] = [
    re_path("^api/v1/stream/tables/(?P<game_id>[a-z0-9]{1,40})$", _events),
    re_path("^api/v1/stream/me$", _events),
]
