"""From which pages sockets may be opened: those of this site, at the address the browser itself has asked."""

from urllib.parse import urlsplit

from channels.security.websocket import WebsocketDenier
from django.conf import settings
from django.http.request import split_domain_port, validate_host

from hsweb.http.asgi_types import Application, Receive, Scope, Send
from hsweb.http.clients import is_secure

OWN_ORIGIN = "own_origin"
"""Under this name a scope says that it is so. Only what is said there may act for whoever is logged in."""


class OwnOriginMiddleware:
    def __init__(self, application: Application) -> None:
        self.application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = dict(scope["headers"])
        origin, host = (headers.get(name, b"").decode("latin-1") for name in (b"origin", b"host"))
        if not is_own_origin(origin, host, is_secure(scope)):
            deny: Application = WebsocketDenier()
            await deny(scope, receive, send)
        else:
            await self.application({**scope, OWN_ORIGIN: True}, receive, send)


def is_own_origin(origin: str, host: str, secure: bool) -> bool:
    """Whether a page of that origin came from this host, and by https if so did this; or from one that is trusted."""
    if origin in settings.CSRF_TRUSTED_ORIGINS:
        return True
    if not origin.isascii():
        return False
    try:
        parts = urlsplit(origin)
    except ValueError:
        return False
    name, _port = split_domain_port(host)
    is_ours = bool(name) and validate_host(name, settings.ALLOWED_HOSTS)
    return is_ours and parts.scheme == ("https" if secure else "http") and parts.netloc.lower() == host.lower()
