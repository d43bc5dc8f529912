"""The clock alone, for a site of several processes."""

import asyncio
from contextlib import suppress
from typing import Any

from django.core.management import BaseCommand

from games import thinking
from games.services import clock, courier


async def run() -> None:
    await asyncio.gather(clock.run(), courier.run())


class Command(BaseCommand):
    help = "Make what happens by itself happen: bots move, time runs out, people are told. Any number may run at once."

    def handle(self, *args: Any, **options: Any) -> None:
        try:
            with suppress(KeyboardInterrupt):
                asyncio.run(run())
        finally:
            thinking.close_pool()
