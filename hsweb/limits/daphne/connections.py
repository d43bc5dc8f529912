"""Lets every address in, and none with more connections than its share.

Daphne takes every connection until no file is left to open. Here each address has so many, and when files run short the
address with the most loses one for every newcomer. A connection of a trusted proxy counts for whomever it asks for, as
long as it does.
"""

import logging
import resource
import sys
from collections import Counter
from contextlib import suppress
from time import monotonic
from typing import Any

from django.conf import settings
from twisted.protocols import policies

from hsweb.http.clients import client_address, is_trusted_proxy
from hsweb.limits.concurrency import ConcurrencyLimit

logger = logging.getLogger(__name__)

FILES_BESIDE = 100
"""Files that are open for other things than connections: databases, pipes to bots, the log."""

PLENTY = (1 << 20, 1 << 16, 10_240)
"""Files to ask for where as many as there may be are refused."""

_Wrapper: Any = policies.ProtocolWrapper
_WrappingFactory: Any = policies.WrappingFactory


class Connection(_Wrapper):  # type: ignore[misc]
    """One connection, be it used for requests or for a socket."""

    address = ""
    """For whom it counts, if for anybody."""
    is_of_proxy = False
    heard_at = 0.0
    body_bytes = 0
    """Bytes of a body that is not complete."""

    def makeConnection(self, transport: object) -> None:
        self.heard_at = monotonic()
        super().makeConnection(transport)

    def dataReceived(self, data: bytes) -> None:
        self.heard_at = monotonic()
        super().dataReceived(data)

    def count_for(self, address: str) -> bool:
        """From now on it counts for that address; unless that has as many as it may."""
        if address != self.address:
            if not self.factory.open_connections.acquire(address):
                return False
            self.count_for_nobody()
            self.address = address
        return True

    def count_for_nobody(self) -> None:
        self.release_body()
        if self.address:
            self.factory.open_connections.release(self.address)
            self.address = ""

    def add_body_bytes(self, size: int, most: int) -> bool:
        """Some more bytes of a body have come; whether those of this address are no more than that."""
        self.body_bytes += size
        self.factory.bodies[self.address] += size
        return not self.address or self.factory.bodies[self.address] <= most

    def release_body(self) -> None:
        size, self.body_bytes = self.body_bytes, 0
        self.factory.bodies[self.address] -= size
        if not self.factory.bodies[self.address]:
            del self.factory.bodies[self.address]

    def leaves_much_unread(self, most: int, most_of_address: int) -> bool:
        """Whether more than that waits to be read here, or by all connections of this address."""
        if unsent(self.transport) > most:
            return True
        is_worth_a_look = self.factory.open_connections.count(self.address) * most > most_of_address
        return bool(is_worth_a_look and self.factory.unread_of(self.address) > most_of_address)


class LimitedFactory(_WrappingFactory):  # type: ignore[misc]
    protocol = Connection

    def __init__(self, wrapped: object) -> None:
        super().__init__(wrapped)
        self.open_connections = ConcurrencyLimit(settings.CONNECTIONS_PER_ADDRESS)
        self.most_in_all = most_connections()
        self.bodies: Counter[str] = Counter()

    def unread_of(self, address: str) -> int:
        return sum(unsent(one.transport) for one in self.protocols if one.address == address)

    def buildProtocol(self, addr: object) -> Connection | None:
        peer = getattr(addr, "host", "")
        is_of_proxy = not peer or is_trusted_proxy(peer)
        address = "" if is_of_proxy else client_address(peer, "")
        has_room = len(self.protocols) < self.most_in_all or self.make_room(address)
        connection: Connection = super().buildProtocol(addr)
        connection.is_of_proxy = is_of_proxy
        if is_of_proxy or (has_room and connection.count_for(address)):
            return connection
        logger.warning("A connection is refused: its address has %d already", self.open_connections.count(address))
        return None

    def make_room(self, address: str) -> bool:
        """Close the one that was silent for longest of the address with the most, unless it is this one."""
        busiest = self.open_connections.busiest
        if self.open_connections.count(busiest) <= self.open_connections.count(address) + 1:
            return False
        silent = min((one for one in self.protocols if one.address == busiest), key=lambda one: one.heard_at)
        silent.count_for_nobody()
        silent.transport.abortConnection()
        return True

    def unregisterProtocol(self, p: Connection) -> None:
        p.count_for_nobody()
        super().unregisterProtocol(p)


def unsent(transport: Any) -> int:
    """Twisted tells nobody how much it keeps for a peer that does not read."""
    kept: int = len(transport.dataBuffer) - transport.offset + transport._tempDataLen
    return kept


def most_connections() -> int:
    """How many connections can be open at once, as far as the system lets this process open files."""
    files, _most = resource.getrlimit(resource.RLIMIT_NOFILE)
    return sys.maxsize if files == resource.RLIM_INFINITY else max(1, files - FILES_BESIDE)


def raise_limit_of_files() -> None:
    """As far as it may be raised without asking anybody."""
    files, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    # Some systems say that there is no limit, and have one.
    for wished in (most, *PLENTY):
        with suppress(ValueError, OSError):
            if files < wished or wished == resource.RLIM_INFINITY:
                resource.setrlimit(resource.RLIMIT_NOFILE, (wished, most))
            return
