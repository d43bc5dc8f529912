"""Make the databases of this release: `python -m tests.releases.make 0.2.0`."""

import gzip
import json
import sqlite3
import subprocess
import sys
import tempfile
from contextlib import closing
from pathlib import Path

from tests.releases import ABOUT, DUMP, FOLDER, SQLITE, environment, scratch_database

LARGEST = 1_000_000
NOT_EVERYWHERE = ("\\", "SET transaction_timeout", "-- Dumped ")
"""Lines of a dump that not every server understands, or that tell about the machine."""


def main() -> int:
    if len(sys.argv) != 2:
        print("usage: python -m tests.releases.make VERSION", file=sys.stderr)
        return 2
    folder = FOLDER / sys.argv[1]
    folder.mkdir(exist_ok=True)
    on_sqlite = make_sqlite(folder / SQLITE)
    on_postgres = make_dump(folder / DUMP)
    assert on_sqlite == on_postgres, "The two databases do not hold the same."
    (folder / ABOUT).write_text(json.dumps(json.loads(on_sqlite), indent=1, sort_keys=True) + "\n", encoding="utf-8")
    for file in (SQLITE, DUMP, ABOUT):
        size = (folder / file).stat().st_size
        assert size < LARGEST, f"{file} has {size} bytes."
        print(f"{folder.name}/{file}: {size} bytes")
    return 0


def make_sqlite(target: Path) -> str:
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "db.sqlite3"
        told = fill(f"sqlite:///{file}")
        with closing(sqlite3.connect(file)) as connection:
            connection.execute("PRAGMA journal_mode=DELETE")
            connection.execute("VACUUM")
        target.write_bytes(gzip.compress(file.read_bytes(), mtime=0))
    return told


def make_dump(target: Path) -> str:
    with scratch_database() as address:
        told = fill(address)
        command = ["pg_dump", "--no-owner", "--no-privileges", "--inserts", "--rows-per-insert=50", address]
        dump = subprocess.run(command, check=True, capture_output=True, text=True).stdout
    lines = [line for line in dump.splitlines(keepends=True) if not line.startswith(NOT_EVERYWHERE)]
    target.write_text("".join(lines), encoding="utf-8")
    return told


def fill(address: str) -> str:
    """Make the tables, and let everything happen that is stored in them; what came of it."""
    command = [sys.executable, "-m", "tests.releases.run", "story"]
    return subprocess.run(command, env=environment(address), check=True, stdout=subprocess.PIPE, text=True).stdout


if __name__ == "__main__":
    sys.exit(main())
