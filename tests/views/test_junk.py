"""What no browser sends. Whatever arrives, the fault is never the site's."""

from urllib.parse import urlencode

import pytest
from asgiref.sync import async_to_sync
from django.test import AsyncClient, Client

from tests.support.tables import running_table

URLENCODED = "application/x-www-form-urlencoded"
MULTIPART = "multipart/form-data; boundary=b"
BODIES = {
    URLENCODED: b"login=alice&password=%ff&next=%2F",
    MULTIPART: b'--b\r\nContent-Disposition: form-data; name="next"\r\n\r\n/\xff\r\n--b--\r\n',
}
CODECS = (
    "undefined",
    "rot13",
    "idna",
    "punycode",
    "hex",
    "zlib",
    "base64",
    "utf-16",
    "utf-7",
    "latin-1",
    "nonsense",
)


def server_error_free(answer):
    assert answer.status_code < 500, answer
    return answer


@pytest.fixture
def browser(db):
    """One that tells what happened as a server would, instead of failing the test."""
    return Client(raise_request_exception=False)


@pytest.fixture
def forms(alice, bob):
    game = running_table(alice, bob)
    return ("/accounts/login/", "/accounts/guest/", "/accounts/preferences/", "/play-now/", f"/tables/{game.id}/act/")


@async_to_sync
async def ask(method, path, body=b"", **extra):
    """The answer of the site through ASGI, as servers ask it. Nothing is encoded on the way."""
    return await AsyncClient(raise_request_exception=False).generic(method, path, body, **extra)


class TestEncodings:
    @pytest.mark.parametrize("charset", CODECS)
    @pytest.mark.parametrize("kind", BODIES)
    def test_other_than_utf8_are_refused_in_a_sentence(self, forms, kind, charset):
        for address in forms:
            answer = ask("POST", address, BODIES[kind], content_type=f"{kind}; charset={charset}")
            assert (answer.status_code, answer.text) == (400, "This site reads UTF-8 only.")

    @pytest.mark.parametrize("charset", ["utf-8", "UTF-8", '"utf-8"'])
    def test_of_utf8_may_be_named(self, db, charset):
        answer = ask("POST", "/accounts/guest/", b"next=/rules/", content_type=f"{URLENCODED}; charset={charset}")
        assert (answer.status_code, answer.url) == (302, "/rules/")

    def test_are_refused_with_all_the_headers(self, db):
        answer = ask("POST", "/play-now/", content_type=f"{URLENCODED}; charset=hex")
        assert "default-src 'self'" in answer["Content-Security-Policy"]
        assert answer["X-Content-Type-Options"] == "nosniff"

    @pytest.mark.parametrize("part", ["name*=nonsense''x", "name*=undefined''%41", "name=x; filename*=hex''41"])
    def test_of_parts_break_nothing(self, db, part):
        body = f"--b\r\nContent-Disposition: form-data; {part}\r\n\r\n1\r\n--b--\r\n".encode()
        server_error_free(ask("POST", "/accounts/guest/", body, content_type=MULTIPART))


NEXT = (
    "http://[",
    "//[::1",
    "https://[::1",
    "http://]",
    "/\\[",
    "\\\\[",
    "http://[v1.x]:0/",
    "http://testserver:x/",
    "//testserver:99999999/",
    "nowhere",
    "accounts:nowhere",
    "games:table",
    "http",
    "http:",
    "///",
    "\x00",
    "/\r\nX: y",
    "/\u2100/",
    "//\u2100",
    "/\ud83d",
    "%",
    "/" * 5000,
)


class TestNext:
    @pytest.mark.parametrize("address", ["/accounts/guest/", "/accounts/preferences/"])
    def test_leads_nowhere_bad(self, browser, address):
        for junk in NEXT:
            form = urlencode({"next": junk.encode("utf-8", "surrogatepass")})
            answer = server_error_free(browser.post(address, form, URLENCODED))
            assert answer.status_code == 400 or answer.url.startswith("/"), junk

    @pytest.mark.parametrize("address", ["/accounts/login/", "/accounts/signup/", "/accounts/logout/", "/admin/login/"])
    def test_is_looked_at_calmly(self, browser, address):
        for junk in NEXT:
            value = junk.encode("utf-8", "surrogatepass")
            server_error_free(browser.get(address, {"next": value}))
            server_error_free(browser.post(address, {"next": value, "login": "alice", "password": "wrong"}))

    def test_is_looked_at_calmly_for_people(self, browser, alice):
        browser.force_login(alice)
        for junk in NEXT:
            server_error_free(browser.get("/accounts/login/", {"next": junk.encode("utf-8", "surrogatepass")}))

    def test_is_looked_at_calmly_for_guests(self, browser):
        browser.post("/accounts/guest/")
        for junk in NEXT:
            value = junk.encode("utf-8", "surrogatepass")
            for address in ("/accounts/claim/", "/accounts/login/", "/accounts/signup/"):
                server_error_free(browser.get(address, {"next": value}))

    def test_may_be_a_referer(self, db):
        strict = Client(enforce_csrf_checks=True, raise_request_exception=False)
        for junk in ("http://[", "//[::1", "\xff", "http://testserver:x/"):
            answer = strict.post("/play-now/", headers={"referer": junk, "origin": junk, "hx-current-url": junk})
            assert answer.status_code == 403


PATHS = (
    "/accounts/login/?next=%ff",
    "/players/%ff/",
    "/players/%00/",
    "/tables/%ff/",
    "/invitation/%ff/",
    "/rules/%ff/",
    "/%ff",
    "/?%ff=%ff",
    "/accounts/confirm-email/%ff/",
)
HEADERS = ("accept-language", "cookie", "accept", "user-agent", "referer", "hx-request", "hx-current-url")
COOKIES = "sessionid=\xff; csrftoken=\xff; time_zone=\xff; theme=\xff; messages=\xff; django_language=\xff; \xff"


class TestAddressesAndHeaders:
    @pytest.mark.parametrize("path", PATHS)
    def test_may_hold_anything(self, browser, path):
        server_error_free(browser.get(path))
        server_error_free(ask("GET", path))

    @pytest.mark.parametrize("name", HEADERS)
    def test_may_be_odd(self, db, name):
        for junk in ("\xff", "\x00", "é" * 3000, COOKIES):
            for path in ("/", "/accounts/login/"):
                assert ask("GET", path, headers={name: junk}).status_code == 200
