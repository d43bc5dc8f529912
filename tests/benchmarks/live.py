"""Live play beside bare moves: how soon all see a move, how many there are a second, what each costs, and who waits."""

import json
import os
import subprocess
import sys
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from tests.support import machine
from tests.support.browser import grown
from tests.support.browser.server import ROOT, Server


class Size(NamedTuple):
    """So many tables are busy, for so many turns of so many seconds of each kind of move."""

    tables: int
    turns: int
    seconds: float


SIZES = (Size(1, turns=3, seconds=2), Size(10, turns=3, seconds=2), Size(50, turns=2, seconds=5))
NUMBERS = (5, 100)
"""The moves of a game whose cost is told."""
GAMES = 6
COSTLY = ("high-society", "cartes-societe")
"""One game of each kind of table."""
TABLES = 1000
"""How many are kept in memory when their size is told."""
STREAMS = 500
"""How many programs listen while nothing happens, when it is told what that costs a page."""
PAGES, TURNS = 100, 3
"""How often the page is asked for with them, and as often without, in so many turns."""
LONGEST = 300
"""Seconds after which a run is given up."""


class Site:
    """The real server with the bare move, and the processes that work on its database."""

    def __init__(self, folder, **more):
        self.environment = {
            "ACTIONS_PER_MINUTE": "1000000",
            "DATABASE_URL": f"sqlite:///{folder / 'db.sqlite3'}",
            "REDIS_URL": "",
            "DJANGO_SETTINGS_MODULE": "tests.benchmarks.settings",
            "REDIS_PREFIX": folder.name,
            "SECRET_KEY": "only for benchmarks",
            **more,
        }
        self.server = Server(folder, ROOT / "static", **self.environment)

    def figures(self, module, **options):
        """What a benchmark tells about this site, in a process of its own."""
        words = [word for name, value in options.items() for word in (f"--{name}", *map(str, listed(value)))]
        command = [sys.executable, "-m", f"tests.benchmarks.{module}", *words]
        environment = os.environ | self.environment
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=LONGEST)
        if done.returncode:
            raise RuntimeError(f"{done.stderr}\n{self.server.log()}")
        return json.loads(done.stdout)

    def load(self, size):
        return self.figures("load", port=self.server.port, **size._asdict())

    def cost(self, game, numbers, games):
        return self.figures("cost", game=game, numbers=numbers, games=games)

    def room(self, tables):
        return self.figures("room", tables=tables)

    def idle(self, streams, pages, turns):
        return self.figures("idle", port=self.server.port, streams=streams, pages=pages, turns=turns)


def listed(value):
    return value if isinstance(value, tuple) else (value,)


@contextmanager
def running_site(**more):
    with tempfile.TemporaryDirectory(prefix="hsweb-bench-") as folder:
        site = Site(Path(folder), **more)
        try:
            site.server.start()
            yield site
        finally:
            site.server.stop()


@contextmanager
def running_grown_site():
    with grown.own_database() as name:
        more = {"DATABASE_URL": grown.address_of(name), "REDIS_URL": machine.REDIS_URL}
        with running_site(**more) as site:
            yield site


def report():
    print("Live play, five people a table: from sending a move until the last of the four others sees it, as fast as")
    print(
        "the server allows; beside a bare form and a bare socket that store a row and tell four sockets (same server,"
    )
    print("same run). Bytes: the median frame that tells somebody else of a move")
    with running_site() as site:
        report_loads("SQLite", site)
        for slug in COSTLY:
            report_cost(slug, site.cost(slug, NUMBERS, GAMES))
        report_room(TABLES, site.room(TABLES))
        report_idle(STREAMS, site.idle(STREAMS, PAGES, TURNS))
    if machine.missing().keys() & {"postgres", "redis"}:
        print("PostgreSQL and Redis: not there")
        return
    with running_grown_site() as site:
        report_loads("PostgreSQL and Redis", site)
        report_idle(STREAMS, site.idle(STREAMS, PAGES, TURNS))


def report_loads(title, site):
    print(
        f"{title}\n  {'tables':>6}  {'':11}  {'p50':>9}  {'p99':>9}  {'moves/s':>8}  {'bytes':>6}  of bare: form socket"
    )
    for size in SIZES:
        report_load(size.tables, site.load(size))


def report_load(tables, figures):
    per_second = {kind: told["per_second"] for kind, told in figures.items()}
    for kind, told in figures.items():
        form, socket = (per_second[kind] / per_second[bare] for bare in ("bare form", "bare socket"))
        print(
            f"  {tables:6}  {kind:11}  {told['p50'] * 1e3:6.1f} ms  {told['p99'] * 1e3:6.1f} ms  "
            f"{told['per_second']:8.1f}  {told['bytes']:6.0f}  {form:13.2f} {socket:6.2f}"
        )


def report_cost(slug, figures):
    print(f"What a move of {slug} costs the server, without network and sockets")
    for number, spent in figures.items():
        print(
            f"  action {number:>3}: stored in {spent['storing'] * 1e3:.1f} ms, "
            f"drawn for five players in {spent['drawing'] * 1e3:.1f} ms"
        )


def report_room(tables, figures):
    print(f"What is kept in memory of {tables} tables that go on, each drawn for its five players")
    for languages, told in figures.items():
        print(
            f"  in {languages} language(s): {told['counted'] / 1024:.1f} kB a table as it is counted, "
            f"{told['used'] / 1024:.1f} kB as the process grew"
        )


def report_idle(streams, figures):
    print("How long a page takes to come for somebody who looks at their table, again and again")
    for title, told in figures.items():
        print(f"  {title.format(streams)}: p50 {told['p50'] * 1e3:.1f} ms, p99 {told['p99'] * 1e3:.1f} ms")


if __name__ == "__main__":
    report()
