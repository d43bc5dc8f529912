"""The site grown up: PostgreSQL, Redis, two processes for pages and sockets, and a clock of its own."""

import os
import subprocess
import sys
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit

import psycopg
from psycopg import sql

from tests.support.browser.server import ROOT, answers, free_port, stop_group, wait_until
from tests.support.isolation import own_name, postgres_template
from tests.support.machine import POSTGRES_URL, REDIS_URL


class GrownSite:
    def __init__(self, folder: Path, static_root: Path, database: str) -> None:
        self.ports = [free_port(), free_port()]
        self.urls = [f"http://localhost:{port}" for port in self.ports]
        self.log_path = folder / "grown.log"
        self._environment = os.environ | {
            "DATABASE_URL": address_of(database),
            "DJANGO_SETTINGS_MODULE": "tests.support.browser.settings",
            "GUESTS_PER_MINUTE": "10000",
            "REDIS_PREFIX": database,
            "REDIS_URL": REDIS_URL,
            "SECRET_KEY": "only for tests",
            "SITE_URL": self.urls[0],
            "TEST_STATIC_ROOT": str(static_root),
            "TEST_VAR_DIR": str(folder),
        }
        self._processes: list[subprocess.Popen[bytes]] = []

    def start(self) -> None:
        if self._start("manage.py", "migrate", "--verbosity=0").wait():
            raise RuntimeError(self.log())
        for port in self.ports:
            self._start("-m", "daphne", "--bind=127.0.0.1", f"--port={port}", "hsweb.asgi:application")
        self._start("manage.py", "clock")
        wait_until(lambda: all(map(answers, self.urls)), self.log)

    def stop(self) -> None:
        for process in self._processes:
            stop_group(process)

    def log(self) -> str:
        return self.log_path.read_text()

    def _start(self, *arguments: str) -> "subprocess.Popen[bytes]":
        with self.log_path.open("ab") as log:
            process = subprocess.Popen(
                [sys.executable, *arguments],
                cwd=ROOT,
                env=self._environment,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
            )
        self._processes.append(process)
        return process


@contextmanager
def grown_site(folder: Path, static_root: Path) -> Iterator[GrownSite]:
    with own_database() as database:
        site = GrownSite(folder, static_root, database)
        try:
            site.start()
            yield site
        finally:
            site.stop()


@contextmanager
def own_database() -> Iterator[str]:
    name = f"{own_name()}_{uuid.uuid4().hex[:8]}"
    with psycopg.connect(POSTGRES_URL, autocommit=True) as connection:
        names = map(sql.Identifier, (name, postgres_template()))
        connection.execute(sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(*names))
        try:
            yield name
        finally:
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def address_of(database: str) -> str:
    return urlunsplit(urlsplit(POSTGRES_URL)._replace(path=f"/{database}"))
