"""Databases of earlier releases, each with a bit of everything: whatever comes later has to open them.

`python -m tests.releases.make 0.2.0` writes those of this release into a folder of that name: an SQLite file, a dump of
PostgreSQL, and `about.json`, which says when they were made and how many rows each table has. Releases that are out are
not made again.
"""

import json
import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psycopg
from psycopg import sql

from tests.support import machine
from tests.support.isolation import own_name

FOLDER = Path(__file__).parent
SQLITE, DUMP, ABOUT = "db.sqlite3.gz", "postgresql.sql", "about.json"
PASSWORD = "a password for tests"
# Whoever reads them can do no harm: they were made for these databases alone.
SECRETS = {
    "SECRET_KEY": "the secret key of all databases in this folder",
    "VAPID_KEY": "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAGeTI",
}
SITE = {
    **SECRETS,
    "DJANGO_SETTINGS_MODULE": "tests.releases.settings",
    "OUTBOUND_TO_LOOPBACK": "1",
    "SITE_URL": "http://localhost:8000",
    "PYTHONHASHSEED": "0",
}
CHANGING = ("REDIS_URL", "DEBUG", "HTTPS", "HOST", "PORT", "EMAIL_URL", "ALLOWED_HOSTS", "SECRET_KEY_FALLBACKS")


def releases() -> list[str]:
    """All that are kept here, by their versions."""
    return sorted(file.parent.name for file in FOLDER.glob(f"*/{ABOUT}"))


def about(release: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((FOLDER / release / ABOUT).read_text(encoding="utf-8"))
    return found


def environment(database_url: str) -> Mapping[str, str]:
    """That of a process which works on such a database."""
    own = {name: value for name, value in os.environ.items() if name not in CHANGING}
    return {**own, **SITE, "DATABASE_URL": database_url}


@contextmanager
def scratch_database() -> Iterator[str]:
    """The address of an empty database of PostgreSQL that goes with this block."""
    name = sql.Identifier(named := f"{own_name()}_release")
    with psycopg.connect(machine.POSTGRES_URL, autocommit=True) as connection:
        connection.execute(sql.SQL("DROP DATABASE IF EXISTS {} WITH (FORCE)").format(name))
        connection.execute(sql.SQL("CREATE DATABASE {}").format(name))
        try:
            yield f"{machine.POSTGRES_URL.rpartition('/')[0]}/{named}"
        finally:
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(name))
