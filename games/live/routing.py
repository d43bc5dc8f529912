from typing import Any

from django.urls import re_path

from games.live.consumers import LobbyConsumer, NowhereConsumer
from games.live.table import TableConsumer

# Django's types know views only, and here consumers take their place.
_table: Any = TableConsumer.as_asgi()
_lobby: Any = LobbyConsumer.as_asgi()
_nowhere: Any = NowhereConsumer.as_asgi()

websocket_urlpatterns: list[Any] = [
    re_path("^ws/tables/(?P<game_id>[a-z0-9]{1,40})/$", _table),
    re_path("^ws/lobby/$", _lobby),
    re_path("", _nowhere),
]
