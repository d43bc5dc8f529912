"""Reading settings from the environment."""

import os
import socket
from base64 import urlsafe_b64encode
from collections.abc import Callable
from contextlib import suppress
from ipaddress import IPv4Network, IPv6Network, ip_network
from pathlib import Path
from typing import NamedTuple
from unicodedata import category
from urllib.parse import unquote, urlsplit

from cryptography.hazmat.primitives.asymmetric import ec
from django.core.management.utils import get_random_secret_key

CONTROLS = {"Cc", "Cf", "Cs", "Zl", "Zp"}
"""Categories of characters that end lines, steer terminals, hide or turn what follows, or are none at all."""


def flag(name: str) -> bool:
    return os.environ.get(name, "").strip().lower() in {"1", "true", "yes", "on"}


def list_of(name: str, default: str = "") -> list[str]:
    """The comma-separated values of a variable."""
    return [value.strip() for value in os.environ.get(name, default).split(",") if value.strip()]


def one_line(name: str, default: str, longest: int) -> str:
    """The text of a variable that people read, in a header as in a mail: no line ends in it, and nothing that hides."""
    value = os.environ.get(name, "").strip() or default
    if len(value) > longest or not CONTROLS.isdisjoint(map(category, value)):
        raise ValueError(f"{name} has to be one line of at most {longest} characters, without control characters")
    return value


PRIVATE_NETWORKS = "127.0.0.0/8,10.0.0.0/8,172.16.0.0/12,192.168.0.0/16,169.254.0.0/16,::1/128,fc00::/7,fe80::/10"
"""Where a proxy usually stands that passes on what comes from elsewhere."""


def networks(name: str, default: str = "") -> list[IPv4Network | IPv6Network]:
    """The networks, or single addresses, that a variable lists."""
    return [ip_network(value, strict=False) for value in list_of(name, default)]


def read_or_create_secret(path: Path, new: Callable[[], str] = get_random_secret_key) -> str:
    """The secret in this file, made on first use. Processes that start together agree on one."""
    if not path.exists():
        draft = path.with_name(f"{path.name}.{os.getpid()}")
        draft.touch(mode=0o600)
        draft.write_text(new())
        with suppress(FileExistsError):
            os.link(draft, path)
        draft.unlink()
    return path.read_text()


def new_vapid_key() -> str:
    """The private number of a key for signatures on the curve P-256, as base64 for addresses."""
    number = ec.generate_private_key(ec.SECP256R1()).private_numbers().private_value
    return urlsafe_b64encode(number.to_bytes(32, "big")).rstrip(b"=").decode()


def host_of(url: str) -> str:
    """The host name of an address, as Django compares it: without port, IPv6 in brackets."""
    host = urlsplit(url).hostname or ""
    return f"[{host}]" if ":" in host else host


def guess_url(host: str, port: int) -> str:
    """Where others would reach a server that listens there."""
    if host in {"0.0.0.0", "::"}:
        host = _own_address()
    elif host in {"127.0.0.1", "::1"}:
        host = "localhost"
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def _own_address() -> str:
    """This machine's address in its network. Connecting a datagram socket only asks for a route; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
        except OSError:
            return "localhost"
        address: str = probe.getsockname()[0]
        return address


class MailServer(NamedTuple):
    backend: str = "django.core.mail.backends.console.EmailBackend"
    host: str = ""
    port: int = 0
    user: str = ""
    password: str = ""
    starttls: bool = False
    tls: bool = False


def mail_server(url: str) -> MailServer:
    """The server named by smtp:// (which turns to TLS unless the port is 25) or smtps://; none prints mail instead."""
    if not url:
        return MailServer()
    parts = urlsplit(url)
    if parts.scheme not in {"smtp", "smtps"} or not parts.hostname:
        raise ValueError("EMAIL_URL has to look like smtp://user:password@host:587")
    tls = parts.scheme == "smtps"
    port = parts.port or (465 if tls else 587)
    return MailServer(
        backend="django.core.mail.backends.smtp.EmailBackend",
        host=parts.hostname,
        port=port,
        user=unquote(parts.username or ""),
        password=unquote(parts.password or ""),
        starttls=not tls and port != 25,
        tls=tls,
    )
