"""What Daphne has no settings for: how big a request may be, how much may be said on a socket, and how many connect."""

from typing import Any

from daphne import http_protocol, server, ws_protocol
from twisted.web import http

from hsweb.limits.daphne.connections import LimitedFactory, raise_limit_of_files
from hsweb.limits.daphne.requests import LimitedRequest, refuse_unreadable
from hsweb.limits.daphne.sockets import LimitedSocket


def install() -> None:
    """Daphne makes what it needs from the classes of these names."""
    raise_limit_of_files()
    http_protocol.WebRequest = LimitedRequest
    channel: Any = http.HTTPChannel
    channel._respondToBadRequestAndDisconnect = channel.lineLengthExceeded = refuse_unreadable
    ws_protocol.WebSocketFactory.protocol = LimitedSocket
    server.HTTPFactory = lambda daphne: LimitedFactory(http_protocol.HTTPFactory(daphne))
    create_application = server.Server.create_application

    def create_with_limits(
        daphne: object, protocol: LimitedSocket | LimitedRequest, scope: dict[str, object]
    ) -> object:
        """The application knows who speaks, and so how much they may say; and how much it has to tell."""
        scope["count_unread"] = protocol.count_unread
        if isinstance(protocol, LimitedSocket):
            scope["allowance"] = protocol.allowance
        return create_application(daphne, protocol, scope)

    server.Server.create_application = create_with_limits
