"""All sieges, on SQLite and on a PostgreSQL and a Redis of their own: `python -m tests.siege.tricks`.

--only=flood,crowd    some of them
--on=sqlite           on one of the two
"""

import argparse
import asyncio
import os
import signal
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable
from contextlib import nullcontext
from pathlib import Path
from typing import Any, NamedTuple

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "hsweb.settings")
import django

django.setup()

from tests.siege.tricks import bots, crowd, cuts, flood, goodbye, letters, logs, looks, marks  # noqa: E402
from tests.siege.tricks.services import own_services  # noqa: E402
from tests.siege.tricks.site import Site, besieged  # noqa: E402

SQLITE, GROWN = "sqlite", "postgres"


class Siege(NamedTuple):
    besiege: Callable[[Site], Awaitable[str]]
    environment: dict[str, Any] = {}
    processes: int = 1
    """How many the site has, where it can have several."""
    on: tuple[str, ...] = (SQLITE, GROWN)


SIEGES = {
    "logs": Siege(logs.besiege),
    "flood": Siege(flood.besiege),
    "resting": Siege(flood.besiege_with_many),
    "looks": Siege(looks.besiege),
    "marks": Siege(marks.besiege),
    "crowd": Siege(crowd.besiege_silently, {"files": crowd.FILES}),
    "proxy": Siege(crowd.besiege_by_proxy, {"TRUSTED_PROXIES": "127.0.0.1"}),
    "slow": Siege(crowd.besiege_slowly_by_proxy, {"files": crowd.FILES, "TRUSTED_PROXIES": "127.0.0.1"}),
    "deals": Siege(bots.besiege_with_deals),
    "experts": Siege(bots.besiege_with_experts),
    "letters": Siege(letters.besiege),
    "goodbye": Siege(goodbye.besiege, processes=2),
    "cuts": Siege(cuts.besiege, processes=2, on=(GROWN,)),
}


def say(line: str) -> None:
    print(f"    {line}", flush=True)


async def run(name: str, siege: Siege, storage: dict[str, str], processes: int) -> bool:
    """Whether the site stood it."""
    began = time.monotonic()
    print(f"  {name}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        async with besieged(Path(folder), storage, say, processes=processes, **siege.environment) as site:
            try:
                summary = await siege.besiege(site)
                site.judge()
            except (AssertionError, ConnectionError, TimeoutError) as trouble:
                site.tell()
                print(f"  {name} FELL: {type(trouble).__name__}: {str(trouble)[:300]}", flush=True)
                print("\n".join(line[:300] for line in site.server.log().splitlines()[-30:]))
                return False
    print(f"  {name} stood: {summary} ({time.monotonic() - began:.0f} s)", flush=True)
    return True


def main() -> int:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    asked.add_argument("--only", default=",".join(SIEGES))
    asked.add_argument("--on", default=f"{SQLITE},{GROWN}")
    wish = asked.parse_args()
    # Whoever ends this ends what it has started, too.
    signal.signal(signal.SIGTERM, lambda number, frame: sys.exit(128 + number))
    stood = []
    for kind in wish.on.split(","):
        print({SQLITE: "SQLite", GROWN: "PostgreSQL and Redis"}[kind], flush=True)
        for name in wish.only.split(","):
            siege = SIEGES[name]
            if kind in siege.on:
                services: Any = own_services() if kind == GROWN else nullcontext({"REDIS_URL": ""})
                with services as storage:
                    processes = siege.processes if kind == GROWN else 1
                    stood.append(asyncio.run(run(name, siege, storage, processes)))
    return 0 if all(stood) else 1


if __name__ == "__main__":
    sys.exit(main())
