"""What it costs others that many programs listen while nothing happens: how long a page takes with and without."""

import argparse
import asyncio
import json
import time
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from math import ceil
from random import Random

import django

from tests.benchmarks.load import Meter
from tests.support.wire import connect, each_chunk, read_head

WITHOUT, WITH = "alone", "beside {} streams"


async def compare(port, table, listeners, pages, turns):
    """In turns, so that noise hits both."""
    meters = {WITHOUT: Meter(), WITH: Meter()}
    person, path = table.people[0], f"/tables/{table.game_id}/"
    for _ in range(turns):
        await look(person, path, pages, meters[WITHOUT])
        async with listening(port, listeners):
            await look(person, path, pages, meters[WITH])
    return {name: meter.figures() for name, meter in meters.items()}


async def look(person, path, pages, meter):
    began = time.perf_counter()
    for _ in range(pages):
        asked = time.perf_counter()
        answer = await person.get(path)
        if answer.status != 200:
            raise RuntimeError(f"{path}: {answer.status}")
        meter.latencies.append(time.perf_counter() - asked)
    meter.seconds += time.perf_counter() - began


@asynccontextmanager
async def listening(port, listeners):
    """Each of these programs has a stream open, and has heard all there is to hear."""
    async with AsyncExitStack() as stack, asyncio.TaskGroup() as group:
        hearing = []
        for program in listeners:
            streams = await open_stream(port, program.headers)
            stack.callback(streams[1].close)
            hearing.append(group.create_task(hear(streams[0])))
        yield
        for task in hearing:
            task.cancel()


async def open_stream(port, headers):
    reader, writer = await connect(port)
    head = "".join(f"{name}: {value}\r\n" for name, value in {"Host": f"localhost:{port}", **headers}.items())
    writer.write(f"GET /api/v1/stream/me HTTP/1.1\r\n{head}\r\n".encode())
    status, _ = await read_head(reader)
    if status != 200:
        raise RuntimeError(f"stream/me: {status}")
    # The first piece says when to come back, the second what there is.
    async for piece in each_chunk(reader):
        if b"snapshot" in piece:
            break
    return reader, writer


async def hear(reader):
    """Read what keeps the line alive, as everybody does."""
    with suppress(asyncio.IncompleteReadError):
        async for _ in each_chunk(reader):
            pass


def main():
    django.setup()
    # Models can only be imported now.
    from games.live.streams.company import MOST_STREAMS
    from tests.benchmarks.tables import SEATS, Company, Play

    parser = argparse.ArgumentParser()
    for name in ("port", "streams", "pages", "turns"):
        parser.add_argument(f"--{name}", type=int, required=True)
    wanted = parser.parse_args()
    companies = [Company(wanted.port) for _ in range(ceil(wanted.streams / (SEATS * MOST_STREAMS)))]
    programs = [program for company in companies for program in company.programs.values()]
    listeners = [programs[number // MOST_STREAMS] for number in range(wanted.streams)]
    table = Play(companies[0], Random(1))
    print(json.dumps(asyncio.run(compare(wanted.port, table, listeners, wanted.pages, wanted.turns))))


if __name__ == "__main__":
    main()
