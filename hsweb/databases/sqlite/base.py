"""Django's SQLite, for many threads of one process.

SQLite lets one writer in at a time and tells all others to try again later. Those who sleep meanwhile are overtaken by
those who have just come, for seconds where many play. Here the writers of a process stand in line, and each goes on as
soon as the one before is done. Connections are kept for whoever needs one next: most threads serve one request, and
opening a connection takes longer than most of what is done with it. Nobody but the owner of the file may read it.
"""

import os
import sqlite3
import threading
from collections import deque
from contextlib import suppress
from pathlib import Path
from typing import Any

from django.db import OperationalError
from django.db.backends.sqlite3 import base

MOST_KEPT = 20
OWNER_ONLY = 0o600
FILE_SUFFIXES = ("", "-wal", "-shm", "-journal")
"""What SQLite adds to the name of a database for the files that it keeps beside it."""


class WriterQueue:
    """Where the writers of one database wait, in the order in which they came."""

    def __init__(self) -> None:
        self._waiting: deque[threading.Lock] = deque()
        self._busy = False
        self._guard = threading.Lock()

    def enter(self, seconds: float) -> None:
        with self._guard:
            if not self._busy:
                self._busy = True
                return
            turn = threading.Lock()
            turn.acquire()
            self._waiting.append(turn)
        if not turn.acquire(timeout=seconds):
            self._give_up(turn)

    def leave(self) -> None:
        with self._guard:
            if self._waiting:
                self._waiting.popleft().release()
            else:
                self._busy = False

    def _give_up(self, turn: threading.Lock) -> None:
        with self._guard:
            if turn in self._waiting:
                self._waiting.remove(turn)
                raise OperationalError("database is locked")


class SharedState:
    """What the threads of this process share about one database."""

    def __init__(self) -> None:
        self.queue = WriterQueue()
        self.connections: deque[sqlite3.Connection] = deque()


def make_private(database: str) -> None:
    """Make the file before SQLite does, which would let everybody read it, or take that right back.

    What SQLite makes beside it gets the same rights. What belongs to somebody else stays as it is. A database is never
    opened here: to close it again would undo all locks that SQLite holds on it in this process.
    """
    if database.startswith(("file:", ":memory:")):
        return
    path = Path(database)
    with suppress(OSError):
        if not path.exists():
            _link_empty_file(path)
    for suffix in FILE_SUFFIXES:
        with suppress(OSError):
            path.with_name(path.name + suffix).chmod(OWNER_ONLY)


def _link_empty_file(path: Path) -> None:
    draft = path.with_name(f"{path.name}.{os.getpid()}.{threading.get_ident()}")
    draft.touch(OWNER_ONLY)
    try:
        os.link(draft, path)
    finally:
        draft.unlink()


_shared: dict[str, SharedState] = {}


def shared_state(database: str) -> SharedState:
    return _shared.setdefault(database, SharedState())


_Wrapper: Any = base.DatabaseWrapper


class DatabaseWrapper(_Wrapper):  # type: ignore[misc]
    own_queue: WriterQueue | None = None
    """Where this connection has its turn, while it writes."""

    def get_new_connection(self, conn_params: dict[str, object]) -> sqlite3.Connection:
        database = str(conn_params["database"])
        try:
            return shared_state(database).connections.pop()
        except IndexError:
            make_private(database)
            connection: sqlite3.Connection = super().get_new_connection(conn_params)
            # Where no file could be made first, as on some file systems, SQLite has made it.
            make_private(database)
            return connection

    def _start_transaction_under_autocommit(self) -> None:
        queue = shared_state(str(self.settings_dict["NAME"])).queue
        queue.enter(self.settings_dict["OPTIONS"].get("timeout", 5))
        self.own_queue = queue
        try:
            super()._start_transaction_under_autocommit()
        except BaseException:
            self._leave_queue()
            raise

    def _commit(self) -> None:
        # A commit that fails is followed by a rollback, which leaves the queue.
        super()._commit()
        self._leave_queue()

    def _rollback(self) -> None:
        try:
            super()._rollback()
        finally:
            self._leave_queue()

    def _close(self) -> None:
        kept = shared_state(str(self.settings_dict["NAME"])).connections
        is_idle = self.own_queue is None and not self.in_atomic_block and not self.connection.in_transaction
        if is_idle and len(kept) < MOST_KEPT:
            kept.append(self.connection)
        else:
            super()._close()
            self._leave_queue()

    def _leave_queue(self) -> None:
        queue, self.own_queue = self.own_queue, None
        if queue is not None:
            queue.leave()
