"""Database work beside an event loop."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextvars import ContextVar
from typing import ParamSpec, Protocol, TypeVar

from asgiref.sync import sync_to_async
from django.db import close_old_connections

P = ParamSpec("P")
R = TypeVar("R")


event_loop: ContextVar[asyncio.AbstractEventLoop | None] = ContextVar("event_loop", default=None)
"""The event loop beside which a thread works, if there is one."""


class RunInThread(Protocol):
    async def __call__(self, call: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R: ...


async def in_thread(call: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    """In a thread of its own, not in the one that all others would wait for. Announcements go out on this loop."""
    return await _in_thread_of(None, call, *args, **kwargs)


def make_lane(name: str, threads: int) -> RunInThread:
    """The same in so many threads of which nobody else makes use: however many others wait, nothing here does."""
    executor = ThreadPoolExecutor(threads, name)

    async def in_lane(call: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        return await _in_thread_of(executor, call, *args, **kwargs)

    return in_lane


async def _in_thread_of(
    executor: ThreadPoolExecutor | None, call: Callable[P, R], *args: P.args, **kwargs: P.kwargs
) -> R:
    event_loop.set(asyncio.get_running_loop())
    return await sync_to_async(with_own_connection, thread_sensitive=False, executor=executor)(call, *args, **kwargs)


def with_own_connection(call: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
    close_old_connections()
    try:
        return call(*args, **kwargs)
    finally:
        close_old_connections()
