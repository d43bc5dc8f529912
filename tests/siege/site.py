"""The real server on either kind of site: SQLite alone, or PostgreSQL and Redis."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from tests.support.browser.grown import address_of, own_database
from tests.support.browser.server import Server
from tests.support.machine import REDIS_URL

SETTINGS = {"DJANGO_SETTINGS_MODULE": "tests.siege.settings"}


@contextmanager
def running_servers(
    folder: Path, *, grown: bool, processes: int = 1, files: int = 0, **environment: str
) -> Iterator[list[Server]]:
    """Servers of one site, all of which answer; nothing of them stays behind. Only a grown site has several.

    `files` is how many each may open, if that is to be little.
    """
    nothing_collected = folder / "static"
    nothing_collected.mkdir(parents=True)
    with own_storage(grown) as storage:
        servers = [
            Server(folder / str(number), nothing_collected, **SETTINGS, **storage, **environment)
            for number in range(processes)
        ]
        try:
            for server in servers:
                server.files = files
                server.start()
            yield servers
        finally:
            # Clients may still be connected, and a server that stops in order would wait for them.
            for server in servers:
                server.crash()


@contextmanager
def own_storage(grown: bool) -> Iterator[dict[str, str]]:
    """The environment that names this site's database, made for it alone and dropped after it."""
    if not grown:
        yield {"REDIS_URL": ""}
        return
    with own_database() as name:
        yield {"DATABASE_URL": address_of(name), "REDIS_URL": REDIS_URL, "REDIS_PREFIX": name}
