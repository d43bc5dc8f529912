"""Who asks: their address, and how their browser reached the site. A proxy is believed only if it is a trusted one."""

import ipaddress
from collections.abc import Iterable
from functools import lru_cache
from ipaddress import IPv4Address, IPv6Address

from django.conf import settings
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

from hsweb.http.asgi_types import Scope

Headers = Iterable[tuple[bytes, bytes]]
Address = IPv4Address | IPv6Address
LONGEST_ADDRESS = 60
MARK_SALT = "hsweb.clients"
"""Stays as it is wherever this lies: marks that were made with it are stored."""
NOBODY = ""
"""The address of whoever came by no network, or by one that says nothing about them."""


def address_of_request(request: HttpRequest) -> str:
    return client_address(request.META.get("REMOTE_ADDR", ""), request.META.get("HTTP_X_FORWARDED_FOR", ""))


def address_mark(request: HttpRequest) -> str:
    """What may be stored of an address: it tells one from another, and nobody can tell which it is."""
    address = address_of_request(request)
    return salted_hmac(MARK_SALT, address, algorithm="sha256").hexdigest()[:16] if address else ""


def address_of_scope(scope: Scope) -> str:
    peer, *_port = scope.get("client") or ("",)
    return client_address(peer, header(scope["headers"], b"x-forwarded-for"))


def client_address(peer: str, forwarded: str) -> str:
    """What limits count by: the address of the peer or, behind trusted proxies, the nearest that is none of them.

    Who comes by a file instead of a network is a proxy on this machine, if there are proxies. Unless they are listed,
    there is one, and whomever it names is believed to be no other.
    """
    nearest, named = NOBODY, reversed(forwarded.split(","))
    for hop, told in enumerate(named if not peer and settings.TRUSTED_PROXIES else (peer, *named)):
        address = _parse_address(told)
        if address is None:
            break
        nearest = countable_address(address)
        if not _is_in_trusted_network(address) or (settings.ONE_PROXY and (hop or not peer)):
            break
    return nearest


def is_trusted_proxy(peer: str) -> bool:
    """Whether that is a proxy of this site. Who comes by no network, but by a file, is on this machine."""
    address = _parse_address(peer)
    return _is_in_trusted_network(address) if address is not None else not peer and bool(settings.TRUSTED_PROXIES)


def is_secure(scope: Scope) -> bool:
    """Whether the browser has used https, as far as the site or a trusted proxy knows."""
    peer, *_port = scope.get("client") or ("",)
    told = header(scope["headers"], b"x-forwarded-proto").strip().lower()
    return settings.HTTPS or (is_trusted_proxy(peer) and told == "https")


def header(headers: Headers, wanted: bytes) -> str:
    """All that is said under this name."""
    return ",".join(value.decode("latin-1") for name, value in headers if name == wanted)


def countable_address(address: Address) -> str:
    """Whoever has one address of the new kind has many more: they are counted by the part that they share."""
    if isinstance(address, IPv4Address):
        return str(address)
    return str(ipaddress.ip_network((address, 64), strict=False).network_address)


def _is_in_trusted_network(address: Address) -> bool:
    return any(address in network for network in settings.TRUSTED_PROXIES)


def _parse_address(text: str) -> Address | None:
    """The address in what a proxy says, which may have a port behind it; nothing if there is none."""
    text = text.strip()
    return _parse_cached(text) if len(text) <= LONGEST_ADDRESS else None


@lru_cache(maxsize=4096)
def _parse_cached(text: str) -> Address | None:
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return (address.ipv4_mapped or address) if isinstance(address, IPv6Address) else address
