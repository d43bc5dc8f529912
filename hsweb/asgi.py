import asyncio
import gc
import os
import sys
from typing import Any

from django.core.asgi import get_asgi_application

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hsweb.settings")
http = get_asgi_application()

# Only now that the apps are loaded may anything that needs them be imported.
from channels.routing import ProtocolTypeRouter, URLRouter  # noqa: E402
from channels.sessions import SessionMiddlewareStack  # noqa: E402

from accounts.sessions import SessionUserMiddleware  # noqa: E402
from games.live.routing import websocket_urlpatterns  # noqa: E402
from games.threads import loop_beside  # noqa: E402
from hsweb.headers import readable  # noqa: E402
from hsweb.in_turn import InTurn, SocketsInTurn  # noqa: E402
from hsweb.origins import OwnOriginOnly  # noqa: E402
from hsweb.sockets import LimitedByPerson  # noqa: E402

if "daphne.server" in sys.modules:
    from hsweb import daphne_limits

    daphne_limits.install()

# What was loaded stays, and requests leave hardly any cycles behind: looking for them all the time is a waste of it.
gc.collect()
gc.freeze()
gc.set_threshold(20_000, 20, 50)

_limited = LimitedByPerson(URLRouter(websocket_urlpatterns))
sockets = OwnOriginOnly(SocketsInTurn(SessionMiddlewareStack(SessionUserMiddleware(_limited))))
routed: Any = ProtocolTypeRouter({"http": InTurn(http), "websocket": sockets})


async def application(scope: Any, receive: Any, send: Any) -> None:
    """Daphne lets a client's header decide under which path the site lives, and links would follow it."""
    loop_beside.set(asyncio.get_running_loop())
    await routed({**scope, "root_path": "", "headers": readable(scope.get("headers", ()))}, receive, send)
