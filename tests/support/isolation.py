"""Workers, and runs at the same time on one machine, share nothing but the servers."""

import os
import uuid
from pathlib import Path
from typing import Any

from django.core.cache.backends.redis import RedisCache

NAME_PREFIX = "test_hsweb_"


def own_name() -> str:
    """A name for what belongs to this worker of this run."""
    run = os.environ.get("PYTEST_XDIST_TESTRUNUID") or uuid.uuid4().hex
    return f"{NAME_PREFIX}{run}_{os.environ.get('PYTEST_XDIST_WORKER', 'alone')}"


def own_database(database: Any, folder: Path) -> None:
    """On SQLite it is a file, because the threads of a test cannot share a database in memory."""
    is_sqlite = database["ENGINE"] == "hsweb.databases.sqlite"
    database["TEST"]["NAME"] = str(folder / "test.sqlite3") if is_sqlite else own_name()
    if not is_sqlite:
        database["TEST"]["TEMPLATE"] = postgres_template()


def postgres_template() -> str:
    """What new databases are copies of: one that has all tables already, if somebody has made it."""
    return os.environ.get("TEST_POSTGRES_TEMPLATE", "template1")


def own_redis_keys(settings: Any) -> None:
    prefix = own_name()
    settings.CHANNEL_LAYERS["default"]["CONFIG"]["prefix"] = prefix
    settings.CACHES["default"] |= {"KEY_PREFIX": prefix, "BACKEND": f"{__name__}.{OwnKeysCache.__name__}"}


class OwnKeysCache(RedisCache):
    _cache: Any

    def clear(self) -> None:
        """Remove this cache's own keys, where Django's would empty the whole database for everybody."""
        client = self._cache.get_client(write=True)
        for key in client.scan_iter(match=f"{self.key_prefix}:*"):
            client.delete(key)
