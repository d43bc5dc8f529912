"""Bots think in processes of their own: a bot's search would hold up everybody else in this one."""

import os
import signal
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context, parent_process
from random import Random
from threading import Lock, Thread

from games.bots import decide, find_bot
from games.faults import as_game_fault
from games.rules import find_rules
from games.rules.plain import Json

EXPERTS = ("expert",)
"""Bots that think for as long as they are given."""
EXPERT_SECONDS, LEAST_EXPERT_SECONDS = 0.25, 0.1
SECONDS_TO_WAIT = 3.0
"""So long the last of those who wait for an expert should wait: the more there are, the less time each is given."""
QUICK_AT_ONCE = 2
"""Quick bots that may be at work at the same time, thinking and having their move stored."""
GAMES_AT_ONCE = 2
"""Whole games of quick bots among themselves that are played at the same time."""
MOST_ACTIONS = 5_000
"""No game is that long. A process in which one did not end would be lost."""
_making = Lock()


def experts_at_once() -> int:
    """Each keeps a processor busy, and one is left for people."""
    return max(1, (os.cpu_count() or 2) - 1)


def expert_seconds(waiting: int) -> float:
    """How long an expert may think while so many others wait."""
    shared = SECONDS_TO_WAIT * experts_at_once() / (waiting + 1)
    return min(EXPERT_SECONDS, max(LEAST_EXPERT_SECONDS, shared))


def think(slug: str, version: int, bot: str, state: object, seat: int, seconds: float = EXPERT_SECONDS) -> object:
    """What that bot plays. Its chance comes from the system, never from the game."""
    with as_game_fault(f"the bot {bot} thought for seat {seat}"):
        mind = find_bot(slug, bot, seconds=seconds if bot in EXPERTS else None)
        return decide(mind, find_rules(slug, version), state, seat, Random(os.urandom(16)))


def play_whole_game(slug: str, version: int, setup: Json, bots: tuple[str, ...]) -> list[tuple[int, Json]]:
    """All that these bots do in a game with that setup, to its end: who acted, and how."""
    rules, chance = find_rules(slug, version), Random(os.urandom(16))
    minds, actions = [find_bot(slug, bot) for bot in bots], list[tuple[int, Json]]()
    with as_game_fault("bots played among themselves"):
        state = rules.setup_from_json(setup)
        while seats := rules.to_act(state):
            assert len(actions) < MOST_ACTIONS, "the game does not end"
            action = decide(minds[seats[0]], rules, state, seats[0], chance)
            state = rules.play(state, seats[0], action)
            actions.append((seats[0], rules.action_to_json(action)))
    return actions


def pool() -> ProcessPoolExecutor:
    """Where bots think, one for all threads."""
    with _making:
        return _pool()


@cache
def _pool() -> ProcessPoolExecutor:
    """Processes are spawned, not forked: this one has threads and open connections. Each begins when it is needed."""
    workers = experts_at_once() + QUICK_AT_ONCE + GAMES_AT_ONCE
    return ProcessPoolExecutor(workers, mp_context=get_context("spawn"), initializer=_end_with_the_parent)


def close_pool() -> None:
    if _pool.cache_info().currsize:
        pool().shutdown(cancel_futures=True)
        _pool.cache_clear()


def forget_pool(broken: ProcessPoolExecutor) -> None:
    """Begin anew after a process has died, once: all who were at work in it say so."""
    if _pool.cache_info().currsize and pool() is broken:
        _pool.cache_clear()
        broken.shutdown(wait=False, cancel_futures=True)


def _end_with_the_parent() -> None:
    """Ctrl-C is the parent's to answer; but if it is killed, nobody else tells this process to end."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    Thread(target=_end_after_the_parent, daemon=True).start()


def _end_after_the_parent() -> None:
    parent = parent_process()
    assert parent is not None
    parent.join()
    os._exit(0)
