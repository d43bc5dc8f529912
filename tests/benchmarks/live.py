"""Live play beside its floor: how soon all see a move, how many moves a second there are, and what each costs.

DATABASE_URL, REDIS_URL  a PostgreSQL server and a Redis server to play on, if not on SQLite and in memory
"""

import json
import os
import subprocess
import sys
import tempfile
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import NamedTuple

from tests.browser.server import ROOT, Server


class Size(NamedTuple):
    """So many tables are busy, for so many turns of so many seconds, each for the floor and for the game."""

    tables: int
    turns: int
    seconds: float


SIZES = (Size(1, turns=3, seconds=2), Size(10, turns=3, seconds=2), Size(50, turns=2, seconds=5))
NUMBERS = (5, 100)
"""The moves of a game whose cost is told."""
GAMES = 6
COSTLY = ("high-society", "cartes-societe")
"""One game of each kind of table."""
LONGEST = 300
"""Seconds after which a run is given up."""


class Site:
    """The real server with the floor, and the processes that work on its database."""

    def __init__(self, folder, database_url):
        self.environment = {
            "ACTIONS_PER_MINUTE": "1000000",
            "DATABASE_URL": database_url or f"sqlite:///{folder / 'db.sqlite3'}",
            "DJANGO_SETTINGS_MODULE": "tests.benchmarks.settings",
            "REDIS_PREFIX": folder.name,
            "SECRET_KEY": "only for benchmarks",
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


def listed(value):
    return value if isinstance(value, tuple) else (value,)


@contextmanager
def running_site():
    with tempfile.TemporaryDirectory(prefix="hsweb-bench-") as folder, own_database() as database_url:
        site = Site(Path(folder), database_url)
        try:
            site.server.start()
            yield site
        finally:
            site.server.stop()


def own_database():
    """A database of our own on the server that is named, if one is."""
    from tests.browser import grown

    @contextmanager
    def on_server():
        with grown.own_database() as name:
            yield grown.address_of(name)

    return on_server() if os.environ.get("DATABASE_URL") else nullcontext("")


def report():
    print("Live play, five people a table: from sending a move until the last of the four others sees it, as fast as")
    print("the server allows; beside a bare form that stores a row and tells four sockets (same server, same run)")
    with running_site() as site:
        print(f"  {'tables':>6}  {'':5}  {'p50':>9}  {'p99':>9}  {'moves/s':>8}")
        for size in SIZES:
            report_load(size.tables, site.load(size))
        for slug in COSTLY:
            report_cost(slug, site.cost(slug, NUMBERS, GAMES))


def report_load(tables, figures):
    for name in ("game", "floor"):
        p50, p99, per_second = (figures[name][key] for key in ("p50", "p99", "per_second"))
        print(f"  {tables:6}  {name:5}  {p50 * 1e3:6.1f} ms  {p99 * 1e3:6.1f} ms  {per_second:8.1f}")
    ratio = figures["game"]["per_second"] / figures["floor"]["per_second"]
    print(f"  {tables:6}  {'ratio':5}  {'':9}  {'':9}  {ratio:8.2f}")


def report_cost(slug, figures):
    print(f"What a move of {slug} costs the server, without network and sockets")
    for number, spent in figures.items():
        print(
            f"  action {number:>3}: stored in {spent['storing'] * 1e3:.1f} ms, "
            f"drawn for five players in {spent['drawing'] * 1e3:.1f} ms"
        )


if __name__ == "__main__":
    report()
