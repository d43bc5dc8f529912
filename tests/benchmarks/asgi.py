"""The site with the sockets of the bare move."""

from hsweb.asgi import application

# Only now that the apps are loaded may anything that needs them be imported.
from typing import Any  # isort: skip

from django.urls import re_path  # isort: skip

from games.live.routing import websocket_urlpatterns  # isort: skip
from tests.benchmarks.bare import BareConsumer  # isort: skip

# Django's types know views only, and here consumers take their place.
_bare: Any = BareConsumer.as_asgi()
websocket_urlpatterns.insert(0, re_path("^ws/bare/(?P<game_id>[a-z0-9]{1,40})/$", _bare))

__all__ = ["application"]
