"""Streams as WebSockets: for programs with a token alone. What they say is not heard."""

import json
from contextlib import aclosing, suppress

from django.utils import translation

from games.api.errors import error_of
from games.api.feeds.messages import bye
from games.live.consumers import queue_of_this_loop
from games.live.streams.doorman import Visit, admit, language_of_scope
from games.live.streams.stream import tell_until_gone
from games.services.refusals import Refused
from hsweb.http.asgi_types import Receive, Scope, Send
from hsweb.http.clients import address_of_scope
from hsweb.limits.sockets import shared_budget
from hsweb.limits.unread import until_read
from hsweb.threads import in_thread

REFUSED, ENDED = 4403, 4408
"""Closing codes: the last message says why. Whoever was refused need not try the same again."""


async def stream_socket(scope: Scope, receive: Receive, send: Send) -> None:
    """The application that answers under `/ws/api/v1/`."""
    if (await receive())["type"] != "websocket.connect":
        return
    await send({"type": "websocket.accept"})
    try:
        async with queue_of_this_loop().turn((address_of_scope(scope), None)):
            visit = await in_thread(_admit, scope)
    except Refused as problem:
        with translation.override(language_of_scope(scope)):
            await _say(send, {**bye(problem.code), "error": error_of(problem)})
        await send({"type": "websocket.close", "code": REFUSED})
        return
    if "allowance" in scope:
        # The server lets strangers say little until it is told who speaks.
        scope["allowance"].draw_on(shared_budget(visit.stream.user.pk))
    await tell_until_gone(_tell(visit, scope, send), _until_gone(receive))


def _admit(scope: Scope) -> Visit:
    with translation.override(language_of_scope(scope)):
        return admit(scope, scope["url_route"]["kwargs"].get("game_id", ""), by_session=False)


async def _tell(visit: Visit, scope: Scope, send: Send) -> None:
    with suppress(TimeoutError):
        async with aclosing(visit.stream.batches()) as batches:
            async for batch in batches:
                for message in batch:
                    await until_read(scope)
                    await _say(send, message)
    await send({"type": "websocket.close", "code": ENDED})


async def _say(send: Send, message: object) -> None:
    await send({"type": "websocket.send", "text": json.dumps(message)})


async def _until_gone(receive: Receive) -> None:
    while (await receive())["type"] != "websocket.disconnect":
        pass
