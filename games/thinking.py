"""Bots think in processes of their own: a bot's search would hold up everybody else in this one."""

import os
import signal
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from random import Random
from typing import Any

from games.bots import decide, find_bot
from games.rules import find_rules

EXPERT_SECONDS = 0.25


def think(slug: str, version: int, bot: str, state: Any, seat: int) -> Any:
    """What that bot plays. Its chance comes from the system, never from the game."""
    seconds = EXPERT_SECONDS if bot == "expert" else None
    return decide(find_bot(slug, bot, seconds=seconds), find_rules(slug, version), state, seat, Random(os.urandom(16)))


@cache
def pool() -> ProcessPoolExecutor:
    """Processes are spawned, not forked: this one has threads and open connections."""
    workers = max(1, (os.cpu_count() or 2) - 1)
    return ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_leave_signals_to_the_parent)


def close_pool() -> None:
    if pool.cache_info().currsize:
        pool().shutdown(cancel_futures=True)
        pool.cache_clear()


def _leave_signals_to_the_parent() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)
