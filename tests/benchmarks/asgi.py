"""The site with the sockets of the floor."""

from hsweb.asgi import application

# Only now that the apps are loaded may anything that needs them be imported.
from typing import Any  # isort: skip

from django.urls import re_path  # isort: skip

from games.routing import websocket_urlpatterns  # isort: skip
from tests.benchmarks.floor import FloorConsumer  # isort: skip

# Django's types know views only, and here consumers take their place.
_floor: Any = FloorConsumer.as_asgi()
websocket_urlpatterns.insert(0, re_path("^ws/floor/(?P<game_id>[a-z0-9]{1,40})/$", _floor))

__all__ = ["application"]
