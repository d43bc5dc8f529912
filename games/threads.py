"""Database work beside an event loop."""

from collections.abc import Callable
from typing import ParamSpec, TypeVar

from asgiref.sync import sync_to_async
from django.db import close_old_connections

P = ParamSpec("P")
R = TypeVar("R")


async def in_thread(call: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """In a thread of its own, not in the one that all others would wait for. Announcements go out on this loop."""
    return await sync_to_async(with_own_connection, thread_sensitive=False)(call, *args, **kwargs)


def with_own_connection(call: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    close_old_connections()
    try:
        return call(*args, **kwargs)
    finally:
        close_old_connections()
