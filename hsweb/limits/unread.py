"""Waits for whoever reads slowly, so that nothing piles up for them and nobody is cut off for a slow line."""

import asyncio

from hsweb.http.asgi_types import Scope

MOST_UNREAD = 64 * 1024
"""Bytes that may be on their way while more is added."""
SECONDS_TO_READ = 60.0
PAUSE = 0.05


async def until_read(scope: Scope) -> None:
    """Until most of what was sent is taken, or `TimeoutError`. Others get their turn in any case."""
    count_unread = scope.get("count_unread", lambda: 0)
    async with asyncio.timeout(SECONDS_TO_READ):
        await asyncio.sleep(0)
        while count_unread() > MOST_UNREAD:
            await asyncio.sleep(PAUSE)
