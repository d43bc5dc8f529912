"""Many threads on one SQLite file: writers stand in line, and connections are used again."""

import os
import sqlite3
import stat
import subprocess
import sys
import threading
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest
from django.db import OperationalError

from hsweb.databases.sqlite.base import MOST_KEPT, DatabaseWrapper, WriterQueue, make_private, shared_state
from tests.support.waiting import until


@pytest.fixture
def wrapper(tmp_path, django_db_blocker):
    """Makes what each thread has of its own: a wrapper, which is not the same as a connection."""
    settings: Any = {
        "ENGINE": "hsweb.databases.sqlite",
        "NAME": str(tmp_path / "db.sqlite3"),
        "OPTIONS": {"transaction_mode": "IMMEDIATE", "timeout": 0.2},
        "ATOMIC_REQUESTS": False,
        "AUTOCOMMIT": True,
        "CONN_HEALTH_CHECKS": False,
        "CONN_MAX_AGE": 0,
        "TIME_ZONE": None,
        "USER": "",
        "PASSWORD": "",
        "HOST": "",
        "PORT": "",
        "TEST": {},
    }
    made = []

    def make():
        made.append(DatabaseWrapper(settings))
        made[-1].inc_thread_sharing()
        return made[-1]

    with django_db_blocker.unblock():
        yield make
        for used in made:
            used.close()
    for connection in shared_state(settings["NAME"]).connections:
        connection.close()


class TestWriterQueue:
    def test_those_who_wait_go_on_in_the_order_in_which_they_came(self):
        queue, order = WriterQueue(), []
        queue.enter(1)

        def wait(number):
            queue.enter(5)
            order.append(number)
            queue.leave()

        threads = []
        for number in range(5):
            threads.append(threading.Thread(target=wait, args=[number]))
            threads[-1].start()
            until(lambda: len(queue._waiting) == len(threads))
        queue.leave()
        for thread in threads:
            thread.join()
        assert order == [0, 1, 2, 3, 4]

    def test_whoever_waits_too_long_gives_up_and_holds_up_nobody(self):
        queue = WriterQueue()
        queue.enter(1)
        with pytest.raises(OperationalError, match="database is locked"):
            queue.enter(0.01)
        queue.leave()
        queue.enter(0.01)


def begin(wrapper):
    wrapper.ensure_connection()
    wrapper.set_autocommit(False, force_begin_transaction_with_broken_autocommit=True)
    return wrapper


def test_second_writer_waits_for_the_first(wrapper):
    first, second = begin(wrapper()), wrapper()
    with pytest.raises(OperationalError):
        begin(second)
    first.commit()
    begin(second).rollback()
    begin(first).commit()


@pytest.mark.parametrize("end", ["commit", "rollback", "close"])
def test_however_a_writer_ends_the_next_one_goes_on(wrapper, end):
    first = begin(wrapper())
    getattr(first, end)()
    begin(wrapper()).rollback()


def test_writer_outside_this_process_is_waited_for_too(wrapper):
    one = wrapper()
    one.ensure_connection()
    with closing(sqlite3.connect(one.settings_dict["NAME"], isolation_level=None)) as stranger:
        stranger.execute("BEGIN IMMEDIATE")
        with pytest.raises(OperationalError):
            begin(one)
        stranger.execute("COMMIT")
    begin(one).rollback()


def test_connection_is_used_again(wrapper):
    first, second = wrapper(), wrapper()
    first.ensure_connection()
    opened = first.connection
    first.close()
    second.ensure_connection()
    assert second.connection is opened


def test_connection_in_the_middle_of_something_is_not_used_again(wrapper):
    first = begin(wrapper())
    first.cursor().execute("CREATE TABLE half (done)")
    opened = first.connection
    first.close()
    second = wrapper()
    second.ensure_connection()
    assert second.connection is not opened
    assert second.introspection.table_names() == []


WRITE = """
import sqlite3, sys
sqlite3.connect(sys.argv[1], timeout=0.1, isolation_level=None).execute("BEGIN IMMEDIATE")
"""


class TestRights:
    """Nobody but the owner reads what is stored, whatever rights new files have here."""

    @pytest.fixture(autouse=True)
    def generous(self):
        before = os.umask(0)
        yield
        os.umask(before)

    def rights(self, database):
        return {path.name: stat.S_IMODE(path.stat().st_mode) for path in database.parent.iterdir()}

    def write(self, wrapper):
        one = wrapper()
        one.cursor().execute("PRAGMA journal_mode=WAL")
        one.cursor().execute("CREATE TABLE IF NOT EXISTS secrets (word)")
        return Path(one.settings_dict["NAME"])

    def test_new_database_is_for_its_owner(self, wrapper):
        names = ["db.sqlite3", "db.sqlite3-wal", "db.sqlite3-shm"]
        assert self.rights(self.write(wrapper)) == dict.fromkeys(names, 0o600)

    def test_database_that_everybody_could_read_is_for_its_owner_from_now_on(self, wrapper, tmp_path):
        database = tmp_path / "db.sqlite3"
        with closing(sqlite3.connect(database)) as older:
            older.execute("PRAGMA journal_mode=WAL")
            older.execute("CREATE TABLE secrets (word)")
            assert set(self.rights(database).values()) == {0o644}
            self.write(wrapper)
            assert len(self.rights(database)) == 3
            assert set(self.rights(database).values()) == {0o600}

    def test_locks_on_the_database_stay(self, wrapper):
        """Closing any file undoes the locks of its process. Whoever opens the database next would not see them."""
        writer = begin(wrapper())
        wrapper().ensure_connection()
        make_private(writer.settings_dict["NAME"])
        with pytest.raises(subprocess.CalledProcessError):
            subprocess.run([sys.executable, "-c", WRITE, writer.settings_dict["NAME"]], check=True, capture_output=True)
        writer.commit()
        subprocess.run([sys.executable, "-c", WRITE, writer.settings_dict["NAME"]], check=True)

    @pytest.mark.parametrize("name", [":memory:", "file:anything?mode=memory&cache=shared"])
    def test_database_in_memory_has_no_file(self, name, tmp_path, monkeypatch):
        monkeypatch.chdir(tmp_path)
        make_private(name)
        assert list(tmp_path.iterdir()) == []

    def test_database_of_somebody_else_or_nowhere_stays_as_it_is(self, tmp_path, monkeypatch):
        def refuse(*args, **kwargs):
            raise PermissionError

        make_private(str(tmp_path / "no" / "such" / "folder.sqlite3"))
        database = tmp_path / "db.sqlite3"
        database.touch(0o644)
        monkeypatch.setattr(Path, "chmod", refuse)
        make_private(str(database))
        assert self.rights(database) == {"db.sqlite3": 0o644}


def test_not_more_are_kept_than_are_of_use(wrapper):
    used = [wrapper() for _ in range(MOST_KEPT + 3)]
    for one in used:
        one.ensure_connection()
    for one in used:
        one.close()
    assert len(shared_state(used[0].settings_dict["NAME"]).connections) == MOST_KEPT
