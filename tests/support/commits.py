"""A test stands in a transaction that never ends; what services do in it is committed, as far as anybody can tell."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from unittest.mock import patch

from django.db import transaction
from django.db.backends.base.base import BaseDatabaseWrapper


@contextmanager
def committing() -> Iterator[None]:
    """What was to happen after the commit happens as soon as a service's own transaction ends, as on the site."""
    leave: Any = transaction.Atomic.__exit__
    wait: Any = BaseDatabaseWrapper.on_commit

    def leave_and_follow_up(block: transaction.Atomic, *exception: Any) -> Any:
        try:
            return leave(block, *exception)
        finally:
            _follow_up(transaction.get_connection(block.using))

    def wait_or_follow_up(connection: Any, call: Callable[[], object], robust: bool = False) -> None:
        wait(connection, call, robust)
        _follow_up(connection)

    with (
        patch.object(transaction.Atomic, "__exit__", leave_and_follow_up),
        patch.object(BaseDatabaseWrapper, "on_commit", wait_or_follow_up),
    ):
        yield


def _follow_up(connection: Any) -> None:
    """Where only the transactions of tests are left. What was rolled back is not among what follows."""
    blocks = connection.atomic_blocks
    if blocks and all(block._from_testcase for block in blocks) and not connection.needs_rollback:
        while connection.run_on_commit:
            connection.run_on_commit.pop(0)[1]()
