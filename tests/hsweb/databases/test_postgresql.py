"""Connections that the database has cut are not handed out. No database is needed to show it: only a pool."""

from collections import deque
from typing import Any

import psycopg
import pytest
from django.db.backends.postgresql import base

from hsweb.databases.postgresql.base import DatabaseWrapper

MOST = 20


class Connection:
    autocommit = True

    def __init__(self, alive: bool) -> None:
        self.alive = alive

    def execute(self, statement: str) -> None:
        if not self.alive:
            raise psycopg.OperationalError("the connection is closed")


class Pool:
    max_size = MOST

    def __init__(self, *alive: bool) -> None:
        self.connections = deque(map(Connection, alive))
        self.returned: list[Connection] = []

    def putconn(self, connection: Connection) -> None:
        self.returned.append(connection)


@pytest.fixture
def taken_from(monkeypatch):
    def take(pool):
        monkeypatch.setattr(base.DatabaseWrapper, "pool", pool)
        monkeypatch.setattr(base.DatabaseWrapper, "get_new_connection", lambda *_: pool.connections.popleft())
        return DatabaseWrapper.__new__(DatabaseWrapper).get_new_connection({})

    return take


def test_one_that_lives_is_taken(taken_from):
    pool = Pool(True, True)
    assert taken_from(pool).alive
    assert pool.returned == []


def test_those_that_were_cut_go_back_at_once(taken_from):
    """Without a pause between them, however many there are."""
    pool = Pool(*[False] * MOST, True)
    assert taken_from(pool).alive
    assert len(pool.returned) == MOST


def test_database_that_cuts_everybody_is_not_asked_for_ever(taken_from):
    assert not taken_from(Pool(*[False] * 100)).alive


def test_connection_without_a_pool_is_taken_as_it_is(monkeypatch):
    """As when the database of a test is made."""
    monkeypatch.setattr(base.DatabaseWrapper, "pool", None)
    monkeypatch.setattr(base.DatabaseWrapper, "get_new_connection", lambda *_: Connection(alive=False))
    taken: Any = DatabaseWrapper.__new__(DatabaseWrapper).get_new_connection({})
    assert not taken.alive
