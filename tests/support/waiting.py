"""Waiting until something is so: look, wait a little, look again. No test hopes that some time is enough."""

import asyncio
import time
from collections.abc import Callable
from inspect import isawaitable
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from playwright.sync_api import Page

T = TypeVar("T")

SECONDS = 20
PAUSE = 0.02
"""Seconds between two looks."""
TURNS = 5


def until(condition: Callable[[], T], seconds: float = SECONDS, pause: Callable[[float], None] = time.sleep) -> T:
    """What is answered as soon as that is not nothing; `TimeoutError` if it never is."""
    end = time.monotonic() + seconds
    while not (answer := condition()):
        if time.monotonic() > end:
            raise TimeoutError(f"{seconds} seconds were not enough")
        pause(PAUSE)
    return answer


def until_on(page: "Page", condition: Callable[[], T], seconds: float = SECONDS) -> T:
    """The same while the page goes on: Playwright hears of nothing while this thread sleeps."""
    return until(condition, seconds, lambda pause: page.wait_for_timeout(1000 * pause))


async def until_async(condition: Callable[[], object], seconds: float = SECONDS) -> None:
    """The same on an event loop; what the condition answers may have to be awaited."""
    async with asyncio.timeout(seconds):
        while not await _answer_of(condition):
            await asyncio.sleep(PAUSE)


async def _answer_of(condition: Callable[[], object]) -> object:
    answer = condition()
    return await answer if isawaitable(answer) else answer


async def settle() -> None:
    """Let all that is ready on this event loop go on, as far as it gets without waiting for threads or lines."""
    for _ in range(TURNS):
        await asyncio.sleep(0)
