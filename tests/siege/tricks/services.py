"""A PostgreSQL and a Redis of one's own, started from what is installed, and gone with the run."""

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psycopg
import redis

from tests.support.browser.server import free_port
from tests.support.waiting import until

SECONDS_TO_START = 30
OF_OTHERS = "FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
COUNT = f"SELECT count(*) {OF_OTHERS}"
CUT = f"SELECT pg_terminate_backend(pid, 5000) {OF_OTHERS}"


@contextmanager
def own_services() -> Iterator[dict[str, str]]:
    """The environment that names both."""
    with (
        tempfile.TemporaryDirectory(prefix="hsweb-siege-") as folder,
        own_postgres(Path(folder)) as database,
        own_redis(Path(folder)) as cache,
    ):
        yield {"DATABASE_URL": database, "REDIS_URL": cache, "REDIS_PREFIX": "siege"}


@contextmanager
def own_postgres(folder: Path) -> Iterator[str]:
    programs, data, port = postgres_programs(), folder / "postgres", free_port()
    folder.chmod(0o755)
    data.mkdir()
    if os.getuid() == 0:
        shutil.chown(data, "nobody")
    run(programs / "initdb", "-D", data, "-U", "postgres", "-A", "trust", "--no-sync")
    options = f"-p {port} -k '' -c listen_addresses=127.0.0.1"
    run(programs / "pg_ctl", "-D", data, "-l", data / "log", "-w", "-o", options, "start")
    try:
        yield f"postgres://postgres@127.0.0.1:{port}/postgres"
    finally:
        run(programs / "pg_ctl", "-D", data, "-m", "immediate", "stop")


@contextmanager
def own_redis(folder: Path) -> Iterator[str]:
    port = free_port()
    command = ["redis-server", "--bind", "127.0.0.1", "--port", str(port), "--save", "", "--dir", str(folder)]
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL)
    url = f"redis://127.0.0.1:{port}/0"
    try:
        wait_for(url)
        yield url
    finally:
        process.terminate()
        process.wait(SECONDS_TO_START)


def wait_for(url: str) -> None:
    with redis.Redis.from_url(url) as client:

        def answers() -> bool:
            with suppress(redis.RedisError):
                return bool(client.ping())
            return False

        until(answers, SECONDS_TO_START)


def postgres_programs() -> Path:
    found = shutil.which("initdb")
    folders = [Path(found).parent] if found else sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    if not folders:
        raise RuntimeError("PostgreSQL is not installed")
    return folders[-1]


def run(*command: object) -> None:
    """PostgreSQL refuses to run as root, and its start in a folder it may not enter."""
    as_nobody = ["runuser", "-u", "nobody", "--"] if os.getuid() == 0 else []
    subprocess.run([*as_nobody, *map(str, command)], cwd="/", check=True, stdout=subprocess.DEVNULL)


def cut_connections(database_url: str) -> int:
    """End all connections of others to that database, as its administrator or a network might; how many there were."""
    with psycopg.connect(database_url, autocommit=True) as connection:
        return len(connection.execute(CUT).fetchall())


def count_connections(database_url: str) -> int:
    with psycopg.connect(database_url, autocommit=True) as connection:
        found = connection.execute(COUNT).fetchone()
        return found[0] if found else 0
