"""Run every test this machine can run, and say loudly what was left out.

TEST_REQUIRE_ALL=1      fail if anything was left out
python -m tests --missing    only name what is missing, for a script that can provide it
"""

import os
import subprocess
import sys
import uuid
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import psycopg
from psycopg import sql

from tests.support import machine
from tests.support.browser.grown import address_of
from tests.support.isolation import NAME_PREFIX

ROOT = Path(__file__).parent
# Every directory is in one of these: what depends on the database runs again on PostgreSQL and Redis. What people are
# told, and may do, does not.
PURE = {
    "admin",
    "api",
    "benchmarks",
    "bots",
    "commands",
    "front_end",
    "frozen",
    "hsweb",
    "lab",
    "pages",
    "project",
    "rules",
    "secrecy",
    "standing_orders",
    "tableau",
    "toy_game",
    "views",
}
STORED = {"accounts", "live", "queries", "releases", "services", "siege"}
BROWSER = {"browser"}
# These start servers of their own and take long, or hardly ask the database; make chaos and make fuzz use PostgreSQL.
ON_SQLITE_ONLY = (
    "siege/test_crash.py",
    "siege/test_example_bot.py",
    "siege/test_framing.py",
    "siege/test_fuzz.py",
    "siege/test_schema.py",
)
# SQLite has no connections that could be cut, and one writer at a time.
ON_POSTGRES_ONLY = ("live/test_commit_order.py", "siege/test_cut.py")
# Of those that do not depend on it these do: sockets in threads, stored tasks, and what databases cannot store.
STORED_FILES = (
    "hsweb/limits/test_request_queue.py",
    "hsweb/test_asgi.py",
    "hsweb/test_worker.py",
    "views/test_junk.py",
)
HELPERS = {"__pycache__", "support", "tools"}


def main() -> int:
    if "--missing" in sys.argv:
        quicker = [] if machine.find_headless_shell() else ["headless_shell"]
        print(*machine.missing(), *quicker)
        return 0
    if strangers := directories() - PURE - STORED - BROWSER:
        print(f"tests/__main__.py does not say where these run: {', '.join(sorted(strangers))}", file=sys.stderr)
        return 1
    missing = machine.missing()
    with sqlite_template() as template:
        passed = [on_sqlite(template)]
        if not missing.keys() & {"postgres", "redis"}:
            passed.append(on_postgres_and_redis())
        if "chromium" not in missing:
            passed.append(in_browsers(template, grown=not missing.keys() & {"postgres", "redis"}))
    if missing:
        shout(f"LEFT OUT: {'; '.join(missing.values())}")
    return 0 if all(passed) and not (missing and os.environ.get("TEST_REQUIRE_ALL")) else 1


def directories() -> set[str]:
    return {path.name for path in ROOT.iterdir() if path.is_dir() and path.name not in HELPERS}


def on_sqlite(template: str) -> bool:
    return pytest("SQLite", [*ignored(ON_POSTGRES_ONLY), str(ROOT)], TEST_SQLITE_TEMPLATE=template)


def on_postgres_and_redis() -> bool:
    run = uuid.uuid4().hex
    try:
        return pytest(
            "PostgreSQL and Redis",
            [f"--testrunuid={run}", *ignored(ON_SQLITE_ONLY), *folders(STORED), *folders(STORED_FILES)],
            DATABASE_URL=machine.POSTGRES_URL,
            REDIS_URL=machine.REDIS_URL,
            TEST_POSTGRES_TEMPLATE=make_postgres_template(run),
        )
    finally:
        drop_databases(run)


def in_browsers(template: str, *, grown: bool) -> bool:
    """`grown` says whether there is what a site of several processes needs."""
    left_out = [] if grown else [f"--ignore={ROOT / 'browser' / 'test_grown.py'}"]
    return pytest("Chromium", [*left_out, *folders(BROWSER)], TEST_SQLITE_TEMPLATE=template)


@contextmanager
def sqlite_template() -> Iterator[str]:
    """A database with all tables and nothing in them: servers that tests start begin with a copy."""
    with TemporaryDirectory() as folder:
        path = f"{folder}/db.sqlite3"
        migrate(f"sqlite:///{path}")
        yield path


def make_postgres_template(run: str) -> str:
    """The same on PostgreSQL, for the databases of tests, too."""
    name = f"{NAME_PREFIX}{run}_template"
    with psycopg.connect(machine.POSTGRES_URL, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    migrate(address_of(name))
    return name


def migrate(database_url: str) -> None:
    command = [sys.executable, "manage.py", "migrate", "--verbosity=0"]
    subprocess.run(command, cwd=ROOT.parent, env=site_defaults() | {"DATABASE_URL": database_url}, check=True)


def ignored(files: Iterable[str]) -> list[str]:
    return [f"--ignore={ROOT / file}" for file in files]


def folders(names: Iterable[str]) -> list[str]:
    return [str(ROOT / name) for name in sorted(names) if (ROOT / name).exists()]


def pytest(title: str, arguments: list[str], **environment: str) -> bool:
    print(f"\n{title}", flush=True)
    # Whoever waits, for a disk, a server or a browser, leaves room for one more.
    workers = str((os.cpu_count() or 1) + 1)
    command = [sys.executable, "-m", "pytest", "-q", "-n", workers, "--dist=worksteal", *arguments]
    return subprocess.run(command, env=site_defaults() | environment).returncode == 0


def site_defaults() -> dict[str, str]:
    """The environment without what would change which site is tested."""
    changing = {"DATABASE_URL", "REDIS_URL", "DEBUG", "HTTPS", "SITE_URL", "HOST", "PORT", "EMAIL_URL", "ALLOWED_HOSTS"}
    changing.add("SITE_NAME")
    return {name: value for name, value in os.environ.items() if name not in changing}


def drop_databases(run: str) -> None:
    """Remove what an interrupted run has left."""
    with psycopg.connect(machine.POSTGRES_URL, autocommit=True) as connection:
        left = "SELECT datname FROM pg_database WHERE starts_with(datname, %s)"
        for (name,) in connection.execute(left, [NAME_PREFIX + run]).fetchall():
            connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(name)))


def shout(line: str) -> None:
    print(f"\033[1;41m{line}\033[0m" if sys.stdout.isatty() else line, flush=True)


if __name__ == "__main__":
    sys.exit(main())
