"""Posting to addresses that clients have given us, without letting them use the site to reach what is behind it.

Only https, only to public addresses: the name is looked up once, every answer is checked, and exactly that address is
connected to, so that a name cannot lead elsewhere the next moment. Redirects are not followed.
"""

import ipaddress
import json
import queue
import socket
import ssl
import threading
import time
from contextlib import suppress
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

SECONDS_TO_CONNECT = 3.0
"""For looking up a name, and for connecting."""
SECONDS_IN_ALL = 6.0
"""However slowly the other side speaks."""
LONGEST_ANSWER = 4096
LONGEST_URL = 1000
LONGEST_NAME, LONGEST_LABEL = 253, 63
PORTS = (None, 443, 8443)
PUBLIC = ipaddress.ip_network("2000::/3")
"""Of the addresses of the new kind, those that anybody may have. All others are for other purposes, or for none yet."""
# These lead to other addresses, which cannot be told from here.
TUNNELS = tuple(map(ipaddress.ip_network, ("2001::/32", "2002::/16", "192.88.99.0/24")))
# For examples in books: some versions of Python take them for public.
EXAMPLES = ipaddress.ip_network("3fff::/20")


class ForbiddenUrl(ValueError):
    """An address to which nothing is ever sent."""


class Unreachable(Exception):
    """Nothing came back this time."""


def check_url(url: str) -> SplitResult:
    """The parts of an address to which we may post, or `ForbiddenUrl`."""
    # Only then is it looked at letter by letter: what is not ASCII takes long to be brought into one form.
    if len(url) > LONGEST_URL or not (url.isascii() and url.isprintable()) or " " in url or "\\" in url:
        raise ForbiddenUrl
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise ForbiddenUrl from error
    schemes = ("https", "http") if settings.OUTBOUND_TO_LOOPBACK else ("https",)
    if parts.scheme not in schemes or not parts.hostname or parts.username is not None:
        raise ForbiddenUrl
    if port not in PORTS and (port == 0 or not settings.OUTBOUND_TO_LOOPBACK):
        raise ForbiddenUrl
    _check_host(parts.hostname)
    return parts


def _check_host(host: str) -> None:
    """What can be told without asking anybody: a name that cannot be one, an address that is not public."""
    try:
        ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        if len(host) > LONGEST_NAME or not all(0 < len(part) <= LONGEST_LABEL for part in host.rstrip(".").split(".")):
            raise ForbiddenUrl from None
    else:
        if not is_allowed_address(host):
            raise ForbiddenUrl


def post(url: str, body: bytes, headers: dict[str, str], seconds: float = SECONDS_IN_ALL) -> int:
    """The status with which a stranger's server has answered in that time; or `ForbiddenUrl`, or `Unreachable`."""
    until = time.monotonic() + seconds
    parts = check_url(url)
    host, port = str(parts.hostname), parts.port or (443 if parts.scheme == "https" else 80)
    address = public_address(host, port, min(seconds, SECONDS_TO_CONNECT))
    connection = _make_connection(parts.scheme, host, port, address, until)
    timer = threading.Timer(until - time.monotonic(), _hang_up, [connection])
    timer.daemon = True
    timer.start()
    try:
        connection.request("POST", _target(parts), body, {"Content-Length": str(len(body)), **headers})
        answer = connection.getresponse()
        answer.read(LONGEST_ANSWER)
        return answer.status
    except (OSError, HTTPException) as error:
        raise Unreachable(type(error).__name__) from None
    finally:
        timer.cancel()
        connection.close()


def post_json(url: str, payload: object, seconds: float = SECONDS_IN_ALL) -> int:
    body = json.dumps(payload).encode()
    return post(url, body, {"Content-Type": "application/json", "User-Agent": "hsweb"}, seconds)


def _hang_up(connection: HTTPConnection) -> None:
    # There may be no line yet, or none any more.
    with suppress(OSError, AttributeError):
        connection.sock.shutdown(socket.SHUT_RDWR)


def public_address(host: str, port: int, seconds: float = SECONDS_TO_CONNECT) -> str:
    """Where that name leads: if it leads anywhere else than to the public, it leads nowhere."""
    addresses = _look_up(host, port, seconds)
    if not addresses or not all(map(is_allowed_address, addresses)):
        raise ForbiddenUrl
    return addresses[0]


def _look_up(host: str, port: int, seconds: float) -> list[str]:
    """The system asks for as long as it likes, so it asks in a thread that nobody waits for any longer than this."""
    answer: queue.SimpleQueue[list[str] | Exception] = queue.SimpleQueue()

    def ask() -> None:
        try:
            places = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
            answer.put([str(place[0]) for *_rest, place in places])
        except (OSError, UnicodeError) as error:
            answer.put(error)

    threading.Thread(target=ask, daemon=True, name="lookup").start()
    try:
        found = answer.get(timeout=seconds)
    except queue.Empty:
        raise Unreachable("TimeoutError") from None
    if isinstance(found, Exception):
        raise Unreachable(type(found).__name__)
    return found


def is_allowed_address(address: str) -> bool:
    found = ipaddress.ip_address(address.partition("%")[0])
    if isinstance(found, ipaddress.IPv6Address):
        # An address of the new kind may be one of the old kind in disguise.
        found = found.ipv4_mapped or found
    if settings.OUTBOUND_TO_LOOPBACK and found.is_loopback:
        return True
    is_public = found.is_global and not found.is_multicast and (found.version == 4 or found in PUBLIC)
    return is_public and not any(found in network for network in (*TUNNELS, EXAMPLES))


def _target(parts: SplitResult) -> str:
    return (parts.path or "/") + (f"?{parts.query}" if parts.query else "")


def _make_connection(scheme: str, host: str, port: int, address: str, until: float) -> HTTPConnection:
    if scheme == "http":
        return PinnedHTTP(host, port, address, until)
    return PinnedHTTPS(host, port, address, until)


def _connect(address: str, port: int, until: float) -> socket.socket:
    """A line to that address, on which nothing takes longer than until that moment."""
    line = socket.create_connection((address, port), min(SECONDS_TO_CONNECT, _seconds_left(until)))
    line.settimeout(_seconds_left(until))
    return line


def _seconds_left(until: float) -> float:
    left = until - time.monotonic()
    if left <= 0:
        raise TimeoutError
    return left


class PinnedHTTP(HTTPConnection):
    """Speaks to `address` as if it had looked up `host` itself."""

    def __init__(self, host: str, port: int, address: str, until: float) -> None:
        super().__init__(host, port)
        self.address, self.until = address, until

    def connect(self) -> None:
        self.sock = _connect(self.address, self.port, self.until)


class PinnedHTTPS(HTTPSConnection):
    def __init__(self, host: str, port: int, address: str, until: float) -> None:
        self.context = ssl.create_default_context()
        super().__init__(host, port, context=self.context)
        self.address, self.until = address, until

    def connect(self) -> None:
        line = _connect(self.address, self.port, self.until)
        # Whoever hangs up has to find the line while hands are still being shaken.
        self.sock = self.context.wrap_socket(line, server_hostname=self.host, do_handshake_on_connect=False)
        self.sock.do_handshake()
