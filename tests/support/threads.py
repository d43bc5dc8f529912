"""Several things that happen at the same moment, each in a thread with a connection of its own."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

from django.db import connection


def at_once(*works: Callable[[], Any]) -> list[Any]:
    """What each of these answers, when all of them begin at the same moment."""
    gate = Barrier(len(works))

    def run(work: Callable[[], Any]) -> Any:
        try:
            gate.wait(20)
            return work()
        finally:
            connection.close()

    with ThreadPoolExecutor(len(works)) as pool:
        return [future.result(60) for future in [pool.submit(run, work) for work in works]]
