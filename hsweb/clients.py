"""Who asks: their address, and how their browser reached the site. A proxy is believed only if it is a trusted one."""

import ipaddress
from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any

from django.conf import settings
from django.http import HttpRequest
from django.utils.crypto import salted_hmac

Headers = Iterable[tuple[bytes, bytes]]
LONGEST_ADDRESS = 60
NOBODY = ""
"""The address of whoever came by no network, or by one that says nothing about them."""


def address_of_request(request: HttpRequest) -> str:
    return client_address(request.META.get("REMOTE_ADDR", ""), request.META.get("HTTP_X_FORWARDED_FOR", ""))


def mark_of_request(request: HttpRequest) -> str:
    """What may be stored of an address: it tells one from another, and nobody can tell which it is."""
    address = address_of_request(request)
    return salted_hmac("hsweb.clients", address, algorithm="sha256").hexdigest()[:16] if address else ""


def address_of_scope(scope: Mapping[str, Any]) -> str:
    peer, *_port = scope.get("client") or ("",)
    return client_address(peer, header(scope["headers"], b"x-forwarded-for"))


def client_address(peer: str, forwarded: str) -> str:
    """What limits count by: the address of the peer or, behind trusted proxies, the nearest that is none of them.

    Who comes by a file instead of a network is a proxy on this machine, if there are proxies. Unless they are listed,
    there is one, and whomever it names is believed to be no other.
    """
    nearest, named = NOBODY, reversed(forwarded.split(","))
    for hop, told in enumerate(named if not peer and settings.TRUSTED_PROXIES else (peer, *named)):
        address = _read(told)
        if address is None:
            break
        nearest = told_apart(address)
        if not _is_trusted(address) or (settings.ONE_PROXY and (hop or not peer)):
            break
    return nearest


def is_trusted(peer: str) -> bool:
    """Whether that is a proxy of this site. Who comes by no network, but by a file, is on this machine."""
    address = _read(peer)
    return _is_trusted(address) if address is not None else not peer and bool(settings.TRUSTED_PROXIES)


def is_secure(scope: Mapping[str, Any]) -> bool:
    """Whether the browser has used https, as far as the site or a trusted proxy knows."""
    peer, *_port = scope.get("client") or ("",)
    told = header(scope["headers"], b"x-forwarded-proto").strip().lower()
    return settings.HTTPS or (is_trusted(peer) and told == "https")


def header(headers: Headers, wanted: bytes) -> str:
    """All that is said under this name."""
    return ",".join(value.decode("latin-1") for name, value in headers if name == wanted)


def told_apart(address: Any) -> str:
    """Whoever has one address of the new kind has many more: they are counted by the part that they share."""
    if address.version == 4:
        return str(address)
    return str(ipaddress.ip_network((address, 64), strict=False).network_address)


def _is_trusted(address: Any) -> bool:
    return any(address in network for network in settings.TRUSTED_PROXIES)


def _read(text: str) -> Any:
    """The address in what a proxy says, which may have a port behind it; nothing if there is none."""
    text = text.strip()
    return _parsed(text) if len(text) <= LONGEST_ADDRESS else None


@lru_cache(maxsize=4096)
def _parsed(text: str) -> Any:
    if text.startswith("["):
        text = text[1:].partition("]")[0]
    elif text.count(":") == 1:
        text = text.partition(":")[0]
    try:
        address: Any = ipaddress.ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(address, "ipv4_mapped", None) or address
