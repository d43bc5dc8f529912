"""What happens in a test, or in a whole module of tests, without having happened for the next."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from django.core.cache import caches
from django.db import transaction

from games.queries.table_cache import table_cache


@contextmanager
def undone() -> Iterator[None]:
    """What happens in here never happened. For services this is like the transaction around a test."""
    block: Any = transaction.atomic()
    block._from_testcase = True
    with block:
        yield
        transaction.set_rollback(True)
    forget_everything()


def forget_everything() -> None:
    """What a process remembers of games is not to be believed where games are undone."""
    caches["rendered"].clear()
    table_cache.clear()
