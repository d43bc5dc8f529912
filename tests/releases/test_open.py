"""Whatever this code is, it opens the databases of earlier releases and goes on with them.

Each is opened on the database that the tests run on: on SQLite the file, on PostgreSQL the dump.
"""

import gzip
import subprocess
import sys
from contextlib import contextmanager

import psycopg
import pytest
from django.conf import settings

from tests.releases import DUMP, FOLDER, SQLITE, environment, releases, scratch_database


@pytest.mark.parametrize("release", releases())
def test_database_of_an_earlier_release_is_opened(release, tmp_path):
    with copy_of(release, tmp_path) as address:
        command = [sys.executable, "-m", "tests.releases.run", "opening", release]
        opened = subprocess.run(command, env=environment(address), capture_output=True, text=True)
    assert opened.returncode == 0, f"{opened.stdout}\n{opened.stderr}"


def test_there_are_databases_to_open():
    assert releases()


@contextmanager
def copy_of(release, folder):
    """The address of a copy that may be changed."""
    if settings.DATABASES["default"]["ENGINE"].endswith("sqlite"):
        file = folder / "db.sqlite3"
        file.write_bytes(gzip.decompress((FOLDER / release / SQLITE).read_bytes()))
        yield f"sqlite:///{file}"
        return
    with scratch_database() as address:
        with psycopg.connect(address, autocommit=True) as connection:
            connection.execute((FOLDER / release / DUMP).read_bytes())
        yield address
