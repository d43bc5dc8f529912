"""Who asks, and how their browser reached the site."""

from ipaddress import ip_network

import pytest
from django.test import RequestFactory

from hsweb.http.clients import address_mark, address_of_request, client_address, is_secure, is_trusted_proxy

PROXIES = [ip_network("10.0.0.0/8"), ip_network("fd00::/8")]


@pytest.fixture
def behind_a_proxy(settings):
    settings.TRUSTED_PROXIES = PROXIES
    settings.ONE_PROXY = False


@pytest.mark.parametrize(
    ("peer", "forwarded", "address"),
    [
        ("203.0.113.1", "", "203.0.113.1"),
        ("203.0.113.1", "198.51.100.1", "203.0.113.1"),
        ("10.0.0.1", "198.51.100.1", "198.51.100.1"),
        ("10.0.0.1", "6.6.6.6, 198.51.100.1", "198.51.100.1"),
        ("10.0.0.1", "198.51.100.1, 10.0.0.2", "198.51.100.1"),
        ("10.0.0.1", " 198.51.100.1:4711 ", "198.51.100.1"),
        ("10.0.0.1", "[2001:db8:1:2:3:4:5:6]:443", "2001:db8:1:2::"),
        ("fd00::1", "2001:db8:1:2:ffff::1", "2001:db8:1:2::"),
        ("::ffff:203.0.113.1", "198.51.100.1", "203.0.113.1"),
        ("10.0.0.1", "", "10.0.0.1"),
        ("10.0.0.1", "nonsense", "10.0.0.1"),
        ("10.0.0.1", "198.51.100.1, nonsense", "10.0.0.1"),
        ("10.0.0.1", "1" * 100_000, "10.0.0.1"),
        ("", "198.51.100.1", "198.51.100.1"),
        ("", "6.6.6.6, 198.51.100.1, 10.0.0.2", "198.51.100.1"),
        ("", "", ""),
        ("nonsense", "", ""),
    ],
)
def test_address_is_the_nearest_that_is_no_proxy_of_ours(behind_a_proxy, peer, forwarded, address):
    assert client_address(peer, forwarded) == address


@pytest.mark.parametrize(
    ("peer", "trusted"), [("10.0.0.1", True), ("203.0.113.1", False), ("nonsense", False), ("", True)]
)
def test_proxies_are_known_by_their_network(behind_a_proxy, peer, trusted):
    assert is_trusted_proxy(peer) is trusted


@pytest.mark.parametrize(
    ("peer", "forwarded", "address"),
    [
        ("10.0.0.1", "9.9.9.9, 10.1.1.5", "10.1.1.5"),
        ("10.0.0.1", "9.9.9.9, 198.51.100.1", "198.51.100.1"),
        ("", "9.9.9.9, 10.1.1.5", "10.1.1.5"),
        ("10.0.0.1", "", "10.0.0.1"),
    ],
)
def test_unless_proxies_are_listed_there_is_one(behind_a_proxy, settings, peer, forwarded, address):
    """A player in the same private network could name any other address."""
    settings.ONE_PROXY = True
    assert client_address(peer, forwarded) == address


def test_without_proxies_nobody_is_believed(settings):
    settings.TRUSTED_PROXIES = []
    assert client_address("10.0.0.1", "198.51.100.1") == "10.0.0.1"
    assert client_address("", "198.51.100.1") == ""
    assert not is_trusted_proxy("")


def test_stored_mark_tells_addresses_apart_and_not_which_they_are(behind_a_proxy):
    def mark(address):
        return address_mark(RequestFactory().get("/", REMOTE_ADDR="10.0.0.1", HTTP_X_FORWARDED_FOR=address))

    assert mark("198.51.100.1") == mark("198.51.100.1") != mark("198.51.100.2")
    assert "198.51" not in mark("198.51.100.1")
    assert len(mark("198.51.100.1")) == 16
    assert address_mark(RequestFactory().get("/", REMOTE_ADDR="")) == ""
    assert address_of_request(RequestFactory().get("/", REMOTE_ADDR="")) == ""


def test_mark_that_was_stored_by_an_earlier_release_stays_the_same(settings):
    settings.SECRET_KEY = "a key"
    assert address_mark(RequestFactory().get("/", REMOTE_ADDR="198.51.100.1")) == "4ecd172c705be6b2"


@pytest.mark.parametrize(
    ("https", "peer", "told", "secure"),
    [
        (False, "203.0.113.1", b"", False),
        (False, "203.0.113.1", b"https", False),
        (False, "10.0.0.1", b"https", True),
        (False, "10.0.0.1", b"http", False),
        (True, "203.0.113.1", b"", True),
        (True, "10.0.0.1", b"http", True),
    ],
)
def test_https_is_what_the_site_or_its_proxy_says(behind_a_proxy, settings, https, peer, told, secure):
    settings.HTTPS = https
    scope = {"client": [peer, 1], "headers": [(b"x-forwarded-proto", told)]}
    assert is_secure(scope) is secure


def test_socket_without_a_network_is_from_this_machine(behind_a_proxy):
    assert is_secure({"client": None, "headers": [(b"x-forwarded-proto", b"https")]})
