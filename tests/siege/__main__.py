"""The long forms, on SQLite and, if there, on PostgreSQL and Redis: `python -m tests.siege race`, or chaos, cuts, fuzz.

--seed=7     another course of events
--times=3    so many times as long
"""

import argparse
import asyncio
import os
import sys
import tempfile
import time
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hsweb.settings")
import django

django.setup()

from tests.siege.crash import Evening  # noqa: E402
from tests.siege.fuzz import storm  # noqa: E402
from tests.siege.race import Race  # noqa: E402
from tests.siege.site import running_servers  # noqa: E402
from tests.siege.stored import Store  # noqa: E402
from tests.siege.streams import TABLES as PROGRAMS_TABLES  # noqa: E402
from tests.siege.streams import Storm  # noqa: E402
from tests.support import machine  # noqa: E402

ROUNDS = 300
KILLS = 40
TABLES = (
    ("high-society", 0),
    ("high-society", 1),
    ("high-society-paris", 1),
    ("high-society-simplified", 3),
    ("cartes-societe", 0),
)
"""At what people play while the server is killed: each game with its number of bots."""
JUNK_ROUNDS = 20
CUTS, KILLS_AMONG_CUTS = 1500, 30
"""How often lines of programs are cut, and a server is killed meanwhile."""


async def race(folder: Path, grown: bool, seed: int, times: int) -> str:
    with running_servers(folder, grown=grown, processes=2 if grown else 1) as servers:
        contest = Race([server.port for server in servers], Store(servers[0].database_url), seed, say)
        await contest.run(ROUNDS * times)
        assert not any("Traceback" in server.log() for server in servers)
    return f"{contest.rounds} rounds at {contest.tables} tables played {contest.played} actions; {contest.told}"


async def chaos(folder: Path, grown: bool, seed: int, times: int) -> str:
    with running_servers(folder, grown=grown) as (server,):
        evening = Evening(server, seed, say)
        await evening.sit_down(*TABLES * times)
        await evening.run(KILLS * times, to_the_end=True)
        assert "Traceback" not in server.log(), server.log()
        return f"{KILLS * times} kills; {evening.told}"


async def cuts(folder: Path, grown: bool, seed: int, times: int) -> str:
    with running_servers(folder, grown=grown, processes=2 if grown else 1) as servers:
        programs = Storm(servers, seed, say)
        await programs.sit_down(PROGRAMS_TABLES * times)
        await programs.run(CUTS * times, KILLS_AMONG_CUTS * times)
        assert not any("Traceback" in server.log() for server in servers)
    return f"{KILLS_AMONG_CUTS * times} kills; {programs.told}"


async def fuzz(folder: Path, grown: bool, seed: int, times: int) -> str:
    with running_servers(folder, grown=grown) as (server,):
        answers = await storm(server, JUNK_ROUNDS * times, JUNK_ROUNDS * times, seed, say)
    return f"{answers.total()} requests, answers {dict(sorted(answers.items()))}; nothing broke, nothing changed"


LongForm = Callable[[Path, bool, int, int], Coroutine[Any, Any, str]]
LONG_FORMS: dict[str, LongForm] = {"race": race, "chaos": chaos, "cuts": cuts, "fuzz": fuzz}


def say(line: str) -> None:
    print(f"  {line}", flush=True)


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("what", choices=LONG_FORMS)
    asked.add_argument("--seed", type=int, default=1)
    asked.add_argument("--times", type=int, default=1)
    wish = asked.parse_args()
    trouble = machine.postgres_trouble() or machine.redis_trouble()
    for grown in (False,) if trouble else (False, True):
        print("PostgreSQL and Redis" if grown else "SQLite", flush=True)
        began = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            summary = asyncio.run(LONG_FORMS[wish.what](Path(folder), grown, wish.seed, wish.times))
        print(f"{wish.what}: {summary} ({time.monotonic() - began:.0f} s)", flush=True)
    if trouble:
        print(f"LEFT OUT: {trouble}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
