"""The task worker alone, for a site of several processes."""

import threading
from contextlib import suppress

from django.core.management import BaseCommand

from hsweb import worker


class Command(BaseCommand):
    help = "Do what was put off, such as sending letters. It goes on when the database was away. Any number may run."

    def handle(self, *args: object, **options: object) -> None:
        worker.start()
        with suppress(KeyboardInterrupt):
            threading.Event().wait()
