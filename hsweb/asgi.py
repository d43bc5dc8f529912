import asyncio
import gc
import os
import sys
from typing import Any

from django.core.asgi import get_asgi_application
from django.urls import re_path

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hsweb.settings")
http = get_asgi_application()

# Only now that the apps are loaded may anything that needs them be imported.
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from channels.sessions import SessionMiddlewareStack  # noqa: E402

from accounts.signup.sessions import SessionUserMiddleware  # noqa: E402
from games.live.routing import (  # noqa: E402
    api_websocket_urlpatterns,
    stream_urlpatterns,
    websocket_urlpatterns,
)
from hsweb.http.asgi_types import Application, Receive, Scope, Send  # noqa: E402
from hsweb.http.headers import clean_headers  # noqa: E402
from hsweb.http.origins import OwnOriginMiddleware  # noqa: E402
from hsweb.limits.request_queue import RequestQueue, SocketQueue  # noqa: E402
from hsweb.limits.sockets import SocketLimitMiddleware  # noqa: E402
from hsweb.threads import event_loop  # noqa: E402

if "daphne.server" in sys.modules:
    from hsweb.limits import daphne

    daphne.install()

# What was loaded stays, and requests leave hardly any cycles behind: looking for them all the time is a waste of it.
gc.collect()
gc.freeze()
gc.set_threshold(20_000, 20, 50)

_limited = SocketLimitMiddleware(URLRouter(websocket_urlpatterns))
_known: Any = SessionMiddlewareStack(SessionUserMiddleware(_limited))
_pages_sockets: Any = OwnOriginMiddleware(SocketQueue(_known))
_requests: Any = RequestQueue(http)
# Programs come by token: neither a session nor the page they are on says who they are.
sockets = URLRouter([*api_websocket_urlpatterns, re_path("", _pages_sockets)])
requests = URLRouter([*stream_urlpatterns, re_path("", _requests)])
routed: Application = ProtocolTypeRouter({"http": requests, "websocket": sockets})


async def application(scope: Scope, receive: Receive, send: Send) -> None:
    """Daphne lets a client's header decide under which path the site lives, and links would follow it."""
    event_loop.set(asyncio.get_running_loop())
    await routed({**scope, "root_path": "", "headers": clean_headers(scope.get("headers", ()))}, receive, send)
