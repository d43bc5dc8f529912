"""What players do to a server, from a process of its own: each kind of move in turns, so that noise hits all.

Everybody plays as fast as the server lets them: at each table the next move follows as soon as all have seen the last.
"""

import argparse
import asyncio
import json
import time
from random import Random
from statistics import median, quantiles

import django


class Meter:
    """Adds up what one kind of work took, over all its turns."""

    def __init__(self):
        self.latencies = []
        self.seconds = 0.0

    def figures(self):
        cuts = quantiles(self.latencies, n=100, method="inclusive")
        return {"p50": cuts[49], "p99": cuts[98], "per_second": len(self.latencies) / self.seconds}


async def play_for(seconds, tables, meter):
    # One table after the other: a server has room for so many at its door.
    for table in tables:
        await table.sit_down()
    began = time.perf_counter()
    await asyncio.gather(*(keep_moving(table, began + seconds, meter) for table in tables))
    meter.seconds += time.perf_counter() - began
    await asyncio.gather(*(table.get_up() for table in tables))


async def keep_moving(table, until, meter):
    while time.perf_counter() < until:
        await table.prepare()
        meter.latencies.append(await table.move())


async def compare(places, turns, seconds):
    meters = {kind: Meter() for kind in places}
    for _ in range(turns):
        for kind, tables in places.items():
            await play_for(seconds, tables, meters[kind])
    for table in next(iter(places.values())):
        table.company.leave()
    return {kind: {**meter.figures(), "bytes": size_of_frames(places[kind])} for kind, meter in meters.items()}


def size_of_frames(tables):
    """Of the median frame that tells somebody else of a move."""
    return median(size for table in tables for size in table.sizes)


def main():
    django.setup()
    # Models can only be imported now.
    from tests.benchmarks.tables import seated

    parser = argparse.ArgumentParser()
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--tables", type=int, required=True)
    parser.add_argument("--turns", type=int, required=True)
    parser.add_argument("--seconds", type=float, required=True)
    wanted = parser.parse_args()
    places = seated(wanted.port, wanted.tables, Random(wanted.tables))
    print(json.dumps(asyncio.run(compare(places, wanted.turns, wanted.seconds))))


if __name__ == "__main__":
    main()
