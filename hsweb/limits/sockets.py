"""How many sockets one person may have open, and how much they may say on all of them together."""

from functools import lru_cache

from django.conf import settings

from hsweb.http.asgi_types import Application, Receive, Scope, Send
from hsweb.limits.budget import Budget
from hsweb.limits.concurrency import ConcurrencyLimit

MOST_REMEMBERED = 4096
"""People, and addresses of strangers, whose budgets outlast their sockets: connecting anew brings nobody a new one."""

TOO_MANY = 3013
"""Closing code: this person has too many sockets open. Pages say so, and try again after a while."""


class SocketLimitMiddleware:
    """Knows who speaks, which the server does not: it lets strangers say little until it is told otherwise."""

    def __init__(self, application: Application) -> None:
        self.application = application
        self.people = ConcurrencyLimit(settings.SOCKETS_PER_PERSON)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        user = scope["user"]
        if not user.is_authenticated:
            await self.application(scope, receive, send)
            return
        if "allowance" in scope:
            scope["allowance"].draw_on(shared_budget(user.pk))
        if not self.people.acquire(user.pk):
            await refuse(receive, send)
            return
        try:
            await self.application(scope, receive, send)
        finally:
            self.people.release(user.pk)


@lru_cache(maxsize=MOST_REMEMBERED)
def shared_budget(who: object) -> Budget:
    """That of one person, or of all strangers who come from one address, in this process."""
    return Budget(settings.ACTIONS_PER_MINUTE)


async def refuse(receive: Receive, send: Send) -> None:
    """A socket that was never accepted cannot tell why."""
    await receive()
    await send({"type": "websocket.accept"})
    await send({"type": "websocket.close", "code": TOO_MANY})
