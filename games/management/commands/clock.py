"""The clock alone, for a site of several processes."""

import asyncio
from contextlib import suppress

from django.core.management import BaseCommand

from games.bots import processes
from games.services.notify import courier
from games.services.turn import clock


async def run() -> None:
    await asyncio.gather(clock.run(), courier.run())


class Command(BaseCommand):
    help = "Make what happens by itself happen: bots move, time runs out, people are told. Any number may run at once."

    def handle(self, *args: object, **options: object) -> None:
        try:
            with suppress(KeyboardInterrupt):
                asyncio.run(run())
        finally:
            processes.close_pool()
