"""The whole site in one process: pages, sockets, clock, bots, courier and task worker."""

import asyncio
import logging
import os
import socket
import sys
import threading
import time
from typing import TYPE_CHECKING, Any

from django.conf import settings
from django.core.management import BaseCommand, CommandError, call_command
from django.db import connections

from accounts.signup import first_admin
from games.bots import processes
from games.services.notify import courier
from games.services.turn import clock
from hsweb import worker

if TYPE_CHECKING:
    from twisted.internet.defer import Deferred

logger = logging.getLogger(__name__)

FORGET_EVERY = 3600.0
LOOPBACK = {"127.0.0.1", "::1", "localhost"}


class Command(BaseCommand):
    help = "Serve the site: pages, sockets, clock, bots and task worker in one process. HOST and PORT say where."

    def handle(self, *args: object, **options: object) -> None:
        self.check_port()
        call_command("migrate", interactive=False, verbosity=0)
        self.introduce_first_admin()
        try:
            self.serve()
        finally:
            processes.close_pool()
        # Threads that were about to announce something wait for a loop that has ended, and Python would wait for them.
        # What they have done is on disk.
        logging.shutdown()
        sys.stdout.flush()
        os._exit(0)

    def check_port(self) -> None:
        """Say so at once, in words, if somebody else listens there already."""
        family = socket.AF_INET6 if ":" in settings.HOST else socket.AF_INET
        with socket.socket(family) as probe:
            probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind((settings.HOST, settings.PORT))
            except OSError as error:
                raise CommandError(
                    f"{settings.HOST}:{settings.PORT} is taken. Choose another port: make run PORT=8001"
                ) from error

    def introduce_first_admin(self) -> None:
        password = first_admin.create_first_admin()
        if password:
            self.stdout.write("A first administrator was made. Keep this, it is shown only once:")
            self.stdout.write(f"    {settings.SITE_URL}/admin/   name: {first_admin.USERNAME}   password: {password}")

    def serve(self) -> None:
        # Twisted wants to be imported first by Daphne, and only where it is needed.
        from channels.routing import get_default_application
        from daphne.endpoints import build_endpoint_description_strings
        from daphne.server import Server

        Server(
            get_default_application(),
            endpoints=build_endpoint_description_strings(host=settings.HOST, port=settings.PORT),
            ready_callable=self.ready,
            server_name="hsweb",
        ).run()

    def ready(self) -> None:
        """The port is open: start what runs beside it, on the same loop."""
        from twisted.internet import reactor

        running: Any = reactor
        loop = asyncio.get_event_loop()
        self.clock, self.courier = loop.create_task(clock.run()), loop.create_task(courier.run())
        running.addSystemEventTrigger("before", "shutdown", self.stop_clock)
        threading.Thread(target=forget_what_is_old, daemon=True, name="forgetting").start()
        worker.start()
        self.warn_of_plain_http()
        self.stdout.write(f"{settings.SITE_NAME} is on {settings.SITE_URL} (Ctrl-C ends it)")
        self.stdout.flush()

    def warn_of_plain_http(self) -> None:
        if settings.HOST not in LOOPBACK and not settings.HTTPS:
            self.stdout.write("Warning: without https, others in this network can read what players send.")

    def stop_clock(self) -> "Deferred[tuple[object, object]]":
        """Let what the clock has begun end while the loop still runs: its threads wait for that loop."""
        from twisted.internet.defer import Deferred

        self.clock.cancel()
        self.courier.cancel()
        return Deferred.fromFuture(asyncio.gather(self.clock, self.courier, return_exceptions=True))


def forget_what_is_old() -> None:
    """Once in a while, for as long as the process lives."""
    while True:
        try:
            call_command("forget")
        except Exception:
            logger.exception("What is old could not be forgotten")
        connections.close_all()
        time.sleep(FORGET_EVERY)
