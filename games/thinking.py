"""Bots think in processes of their own: a bot's search would hold up everybody else in this one."""

import os
import signal
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context, parent_process
from random import Random
from threading import Thread
from typing import Any

from games.bots import decide, find_bot
from games.faults import told_apart
from games.rules import find_rules

EXPERT_SECONDS = 0.25


def think(slug: str, version: int, bot: str, state: Any, seat: int) -> Any:
    """What that bot plays. Its chance comes from the system, never from the game."""
    seconds = EXPERT_SECONDS if bot == "expert" else None
    with told_apart(f"the bot {bot} thought for seat {seat}"):
        mind = find_bot(slug, bot, seconds=seconds)
        return decide(mind, find_rules(slug, version), state, seat, Random(os.urandom(16)))


@cache
def pool() -> ProcessPoolExecutor:
    """Processes are spawned, not forked: this one has threads and open connections."""
    workers = max(1, (os.cpu_count() or 2) - 1)
    return ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_live_and_die_with_the_parent)


def close_pool() -> None:
    if pool.cache_info().currsize:
        pool().shutdown(cancel_futures=True)
        pool.cache_clear()


def _live_and_die_with_the_parent() -> None:
    """Ctrl-C is the parent's to answer; but if it is killed, nobody else tells this process to end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_after_the_parent, daemon=True).start()


def _end_after_the_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(0)
