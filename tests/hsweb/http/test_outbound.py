"""Posting to strangers: only in public, only by https, only where the name led when it was looked up."""

import socket
import ssl
import threading

import pytest

from hsweb.http import outbound
from tests.support.sinks import Web


@pytest.mark.parametrize(
    "url",
    [
        "",
        "example.org",
        "http://example.org/",
        "ftp://example.org/",
        "https://",
        "https:///path",
        "https://user@example.org/",
        "https://user:word@example.org/",
        "https://example.org:0/",
        "https://example.org:99999/",
        "https://example.org:x/",
        "https://example.org:80/",
        "https://example.org:22/",
        "https://example.org:4430/",
        "https://[::127.0.0.1]/",
        "https://[::ffff:0:127.0.0.1]/",
        "https://[fec0::1]/",
        "https://[3fff::1]/",
        "https://192.88.99.1/",
        "https://exa mple.org/",
        "https://example.org/\r\nX: y",
        "https://example.org\\@other.org/",
        "https://[::1/",
        "https://exämple.org/",
        "javascript:alert(1)",
    ],
)
def test_is_no_address_to_post_to(url):
    with pytest.raises(outbound.ForbiddenUrl):
        outbound.check_url(url)


HALF_A_HANDSHAKE = b"\x16\x03\x03\x40\x00"
"""The head of a long record of TLS: what follows is never enough."""

PRIVATE = [
    "127.0.0.1",
    "127.9.9.9",
    "0.0.0.0",
    "10.1.2.3",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "192.0.2.1",
    "198.18.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "fe80::1",
    "fe80::1%eth0",
    "fc00::1",
    "ff02::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "::127.0.0.1",
    "::ffff:0:127.0.0.1",
    "fec0::1",
    "3fff::1",
    "192.88.99.1",
    "100::1",
    "4000::1",
    "64:ff9b:1::1",
    "2001:db8::1",
    "2001:0:4136:e378:8000:63bf:3fff:fdd2",
]


@pytest.mark.parametrize("address", PRIVATE)
def test_leads_behind_the_site(address):
    assert not outbound.is_allowed_address(address)


@pytest.mark.parametrize("address", ["8.8.8.8", "2606:4700::1111", "::ffff:8.8.8.8"])
def test_leads_to_the_public(address):
    assert outbound.is_allowed_address(address)


def leads_to(monkeypatch, *addresses):
    found = [(socket.AF_INET, socket.SOCK_STREAM, 6, "", (address, 443)) for address in addresses]
    looked_up = []

    def look_up(host, port, **how):
        looked_up.append(host)
        return found

    monkeypatch.setattr(socket, "getaddrinfo", look_up)
    return looked_up


@pytest.mark.parametrize("addresses", [["10.0.0.1"], ["8.8.8.8", "127.0.0.1"], []])
def test_name_that_leads_behind_the_site_leads_nowhere(monkeypatch, addresses):
    leads_to(monkeypatch, *addresses)
    with pytest.raises(outbound.ForbiddenUrl):
        outbound.post("https://sly.example.org/", b"", {})


def test_name_is_looked_up_once_and_that_address_is_used(monkeypatch, settings):
    """A name that leads elsewhere the next moment gains nothing."""
    looked_up, connected = leads_to(monkeypatch, "8.8.8.8"), []

    def connect(place, timeout=None):
        connected.append(place)
        raise OSError

    monkeypatch.setattr(socket, "create_connection", connect)
    with pytest.raises(outbound.Unreachable):
        outbound.post("https://name.example.org:8443/x", b"", {})
    assert looked_up == ["name.example.org"]
    assert connected == [("8.8.8.8", 8443)]


def test_certificate_is_checked_for_the_name(monkeypatch):
    """Whoever answers at the right address still has to show that they are meant."""
    leads_to(monkeypatch, "8.8.8.8")
    here, there = socket.socketpair()
    monkeypatch.setattr(socket, "create_connection", lambda place, timeout=None: here)
    asked = []

    def wrap(self, line, server_hostname, **how):
        asked.append((self.check_hostname, self.verify_mode, server_hostname))
        raise ssl.SSLCertVerificationError

    monkeypatch.setattr(ssl.SSLContext, "wrap_socket", wrap)
    with here, there, pytest.raises(outbound.Unreachable):
        outbound.post("https://name.example.org/", b"", {})
    assert asked == [(True, ssl.CERT_REQUIRED, "name.example.org")]


def test_name_that_cannot_be_looked_up(monkeypatch):
    def fail(*args, **how):
        raise socket.gaierror

    monkeypatch.setattr(socket, "getaddrinfo", fail)
    with pytest.raises(outbound.Unreachable):
        outbound.post("https://nowhere.example.org/", b"", {})


def test_redirects_are_not_followed(web):
    web.answers = [307]
    assert outbound.post(f"{web.url}/here?a=b", b"text", {"X-Sign": "y"}) == 307
    assert [(got.path, got.body, got.headers["x-sign"]) for got in web.received] == [("/here?a=b", b"text", "y")]


@pytest.mark.parametrize("scheme", ["http", "https"])
def test_server_that_speaks_too_slowly_is_hung_up_on(settings, scheme):
    settings.OUTBOUND_TO_LOOPBACK = True
    with socket.create_server(("127.0.0.1", 0)) as slow:
        done, word = threading.Event(), b"H" if scheme == "http" else HALF_A_HANDSHAKE

        def drip():
            line, _address = slow.accept()
            with line:
                while not done.wait(0.05):
                    try:
                        line.send(word)
                    except OSError:
                        return

        dripping = threading.Thread(target=drip)
        dripping.start()
        with pytest.raises(outbound.Unreachable):
            outbound.post(f"{scheme}://127.0.0.1:{slow.getsockname()[1]}/", b"", {}, seconds=0.3)
        done.set()
        dripping.join()


@pytest.mark.parametrize("port", ["", ":443", ":8443"])
def test_is_an_address_to_post_to(port):
    assert outbound.check_url(f"https://example.org{port}/push/1").hostname == "example.org"


def test_name_that_nobody_answers_for_is_waited_for_only_so_long(monkeypatch):
    asked, answered = threading.Event(), threading.Event()

    def never(host, port, **how):
        asked.set()
        answered.wait(20)
        return []

    monkeypatch.setattr(socket, "getaddrinfo", never)
    with pytest.raises(outbound.Unreachable):
        outbound.post("https://nowhere.example.org/", b"", {}, seconds=0.1)
    assert asked.is_set()
    answered.set()


def test_nobody_listens_there(settings):
    settings.OUTBOUND_TO_LOOPBACK = True
    closed = Web()
    closed.close()
    with pytest.raises(outbound.Unreachable):
        outbound.post(closed.url, b"", {})
