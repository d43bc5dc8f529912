"""Lets nobody say more on a socket than their budget allows, and nobody open more of them than their share.

Daphne queues whatever comes on a socket, however fast. Here a frame for which there is no budget, be it a ping, is not
read, and neither is the line, until there is something left to spend.
"""

import gc
from collections.abc import Callable, Iterable
from time import monotonic
from typing import Any

from autobahn.websocket import ConnectionDeny, ConnectionRequest
from daphne import ws_protocol
from django.conf import settings
from twisted.internet import reactor as installed_reactor

from hsweb.http.clients import client_address, is_trusted_proxy
from hsweb.limits.budget import Allowance, Budget
from hsweb.limits.concurrency import ConcurrencyLimit
from hsweb.limits.daphne.connections import unsent
from hsweb.limits.rates import A_MINUTE
from hsweb.limits.sockets import shared_budget

STRANGERS_SHARE = 10
"""Whoever is not logged in may say a tenth of what others may, and all of them at one address as much as one person."""
PONG = 10
LEAST_REST = 0.5
"""Seconds for which a socket that said too much is not read at least: waking for every frame would cost more."""
MOST_UNSENT = 256 * 1024
"""Bytes that wait for a page which does not read them. It is better off with a new line and a fresh table."""

reactor: Any = installed_reactor
denied: Any = ConnectionDeny
open_sockets = ConcurrencyLimit(settings.SOCKETS_PER_ADDRESS)


class SocketGarbage:
    """A closed socket leaves cycles behind, for which Python would look too late: after many of them, it is told to."""

    MANY = 100
    SECONDS_BETWEEN = 10.0

    def __init__(self, clock: Callable[[], float] = monotonic) -> None:
        self._clock, self._count, self._collected_at = clock, 0, -self.SECONDS_BETWEEN
        self._is_planned = False

    def add_one(self) -> None:
        self._count += 1
        if self._count >= self.MANY and not self._is_planned:
            self._is_planned = True
            # The last of them may still be in somebody's hands.
            reactor.callLater(max(1.0, self._collected_at + self.SECONDS_BETWEEN - self._clock()), self.collect)

    def collect(self) -> None:
        self._is_planned, self._count, self._collected_at = False, 0, self._clock()
        gc.collect()


socket_garbage = SocketGarbage()


class LimitedSocket(ws_protocol.WebSocketProtocol):  # type: ignore[misc]
    address = ""
    """By which it is counted, once it is."""
    early = b""
    """What came before the socket was accepted: nobody has to send so soon."""
    is_resting = False
    unanswered_pings = 0
    """Of our own. The answers cost nothing: who has many sockets is asked often whether they are still there."""

    def __init__(self) -> None:
        super().__init__()
        self.own_budget = Budget(settings.ACTIONS_PER_MINUTE / STRANGERS_SHARE)
        self.allowance = Allowance(self.own_budget)

    def connectionMade(self) -> None:
        # Or the channel of the request would decide when this line is read.
        self.transport.unregisterProducer()
        # Whoever is not read for a while keeps no more than this waiting in memory.
        self.transport.transport.bufferSize = settings.SOCKET_MESSAGE_MAX_SIZE
        super().connectionMade()

    def onConnect(self, request: ConnectionRequest) -> object:
        peer = getattr(self.transport.getPeer(), "host", "")
        address = client_address(peer, request.headers.get("x-forwarded-for", ""))
        if address and not is_trusted_proxy(address):
            if not open_sockets.acquire(address):
                raise denied(429, "Too many sockets")
            self.address = address
            self.allowance.draw_on(self.own_budget, shared_budget(address))
        return super().onConnect(request)

    def onClose(self, wasClean: bool, code: int, reason: object) -> None:
        if self.address:
            open_sockets.release(self.address)
            self.address = ""
        self.data = self.early = b""
        # One that was refused here was never handed on.
        if hasattr(self, "server"):
            super().onClose(wasClean, code, reason)
        socket_garbage.add_one()

    def dataReceived(self, data: bytes) -> None:
        if hasattr(self, "handshake_deferred"):
            self.early += data
            self.transport.pauseProducing()
        else:
            super().dataReceived(data)

    def onOpen(self) -> None:
        super().onOpen()
        reactor.callLater(0, self.read_on)

    def read_on(self) -> None:
        self.is_resting = False
        if self.state != self.STATE_CLOSED:
            early, self.early = self.early, b""
            self.transport.resumeProducing()
            super().dataReceived(early)

    def processData(self) -> bool:
        """A frame for which there is no budget stays where it is, and with it all that comes after."""
        if self.is_resting:
            return False
        if self.is_new_frame() and (seconds := self.allowance.seconds_to_wait()):
            self.is_resting = True
            self.transport.pauseProducing()
            reactor.callLater(max(seconds, LEAST_REST), self.read_on)
            return False
        return bool(super().processData())

    def is_new_frame(self) -> bool:
        """Whether something begins here that has to be paid for."""
        is_answer = bool(self.data and self.unanswered_pings and self.data[0] & 0x0F == PONG)
        return self.current_frame is None and bool(self.data) and not is_answer

    def sendPing(self, *payload: bytes) -> None:
        self.unanswered_pings += 1
        super().sendPing(*payload)

    def onFrameBegin(self) -> None:
        if self.current_frame.opcode == PONG and self.unanswered_pings:
            self.unanswered_pings -= 1
        else:
            self.allowance.spend(self.current_frame.length)
        super().onFrameBegin()

    def onMessageFrameBegin(self, length: int) -> None:
        """What pages say is short, in one piece or in many. Daphne's own limit counts for what they are sent, too."""
        super().onMessageFrameBegin(length)
        if self.message_data_total_length > settings.SOCKET_MESSAGE_MAX_SIZE:
            self.dropConnection(abort=True)

    def sendHttpErrorResponse(
        self, code: int, reason: str, responseHeaders: Iterable[tuple[str, str]] | None = None
    ) -> None:
        """A socket that is refused has no page, and its connection ends."""
        ending = [("Content-Length", "0"), ("Connection", "close")]
        if code == 429:
            ending.append(("Retry-After", str(A_MINUTE)))
        super().sendHttpErrorResponse(code, reason, [*(responseHeaders or ()), *ending])

    def serverSend(self, content: object, binary: bool = False) -> None:
        if self.state in (self.STATE_CLOSING, self.STATE_CLOSED):
            # Whoever hangs up may be told something at that very moment.
            return
        if self.count_unread() > MOST_UNSENT:
            self.dropConnection(abort=True)
        else:
            super().serverSend(content, binary)

    def count_unread(self) -> int:
        return unsent(self.transport)
