"""Posting to addresses that clients have given us, without letting them use the site to reach what is behind it.

Only https, only to public addresses: the name is looked up once, every answer is checked, and exactly that address is
connected to, so that a name cannot lead elsewhere the next moment. Redirects are not followed.
"""

import ipaddress
import json
import socket
import ssl
import threading
from contextlib import suppress
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from typing import Any
from urllib.parse import SplitResult, urlsplit

from django.conf import settings

SECONDS = 10.0
SECONDS_IN_ALL = 25.0
"""However slowly the other side speaks."""
LONGEST_ANSWER = 4096
LONGEST_NAME, LONGEST_LABEL = 253, 63
# These lead to other addresses, which cannot be told from here.
TUNNELS = tuple(map(ipaddress.ip_network, ("64:ff9b::/96", "64:ff9b:1::/48", "2001::/32", "2002::/16")))


class Unwelcome(ValueError):
    """An address to which nothing is ever sent."""


class Unreachable(Exception):
    """Nothing came back this time."""


def check(url: str) -> SplitResult:
    """The parts of an address to which we may post, or `Unwelcome`."""
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError as error:
        raise Unwelcome from error
    readable = url.isascii() and url.isprintable() and " " not in url and "\\" not in url
    schemes = ("https", "http") if settings.OUTBOUND_TO_LOOPBACK else ("https",)
    if not readable or parts.scheme not in schemes or not parts.hostname or parts.username is not None or port == 0:
        raise Unwelcome
    _check_host(parts.hostname)
    return parts


def _check_host(host: str) -> None:
    """What can be told without asking anybody: a name that cannot be one, an address that is not public."""
    try:
        ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        if len(host) > LONGEST_NAME or not all(0 < len(part) <= LONGEST_LABEL for part in host.rstrip(".").split(".")):
            raise Unwelcome from None
    else:
        if not is_welcome(host):
            raise Unwelcome


def post(url: str, body: bytes, headers: dict[str, str]) -> int:
    """The status with which a stranger's server has answered; or `Unwelcome`, or `Unreachable`."""
    parts = check(url)
    host, port = str(parts.hostname), parts.port or (443 if parts.scheme == "https" else 80)
    address = public_address(host, port)
    connection = _connection(parts.scheme, host, port, address)
    patience = threading.Timer(SECONDS_IN_ALL, _hang_up, [connection])
    patience.start()
    try:
        connection.request("POST", _target(parts), body, {"Content-Length": str(len(body)), **headers})
        answer = connection.getresponse()
        answer.read(LONGEST_ANSWER)
        return answer.status
    except (OSError, HTTPException) as error:
        raise Unreachable(type(error).__name__) from None
    finally:
        patience.cancel()
        connection.close()


def post_json(url: str, payload: Any) -> int:
    body = json.dumps(payload).encode()
    return post(url, body, {"Content-Type": "application/json", "User-Agent": "hsweb"})


def _hang_up(connection: HTTPConnection) -> None:
    with suppress(OSError):
        connection.sock.shutdown(socket.SHUT_RDWR)


def public_address(host: str, port: int) -> str:
    """Where that name leads: if it leads anywhere else than to the public, it leads nowhere."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError) as error:
        raise Unreachable(type(error).__name__) from None
    addresses = [str(place[0]) for *_rest, place in found]
    if not addresses or not all(map(is_welcome, addresses)):
        raise Unwelcome
    return addresses[0]


def is_welcome(address: str) -> bool:
    found: Any = ipaddress.ip_address(address.partition("%")[0])
    # An address of the new kind may be one of the old kind in disguise.
    found = getattr(found, "ipv4_mapped", None) or found
    if settings.OUTBOUND_TO_LOOPBACK and found.is_loopback:
        return True
    return found.is_global and not found.is_multicast and not any(found in tunnel for tunnel in TUNNELS)


def _target(parts: SplitResult) -> str:
    return (parts.path or "/") + (f"?{parts.query}" if parts.query else "")


def _connection(scheme: str, host: str, port: int, address: str) -> HTTPConnection:
    if scheme == "http":
        return PinnedHTTP(host, port, address)
    return PinnedHTTPS(host, port, address)


class PinnedHTTP(HTTPConnection):
    """Speaks to `address` as if it had looked up `host` itself."""

    def __init__(self, host: str, port: int, address: str) -> None:
        super().__init__(host, port, timeout=SECONDS)
        self.address = address

    def connect(self) -> None:
        self.sock = socket.create_connection((self.address, self.port), self.timeout)


class PinnedHTTPS(HTTPSConnection):
    def __init__(self, host: str, port: int, address: str) -> None:
        self.context = ssl.create_default_context()
        super().__init__(host, port, timeout=SECONDS, context=self.context)
        self.address = address

    def connect(self) -> None:
        line = socket.create_connection((self.address, self.port), self.timeout)
        self.sock = self.context.wrap_socket(line, server_hostname=self.host)
