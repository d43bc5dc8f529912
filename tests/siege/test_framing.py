"""Every refusal ends where it says it ends: on a connection that is kept, the next answer is the one asked for."""

import asyncio
import json
import sqlite3
from contextlib import closing, suppress
from typing import NamedTuple

import pytest

from tests.siege.company import open_table
from tests.siege.site import running_servers
from tests.support.wire import FORM, Answer, Person, Streams, connect, read_body, read_head

GOOD = "/manifest.webmanifest"
MANY_FIELDS = "x=&" * 500
SOCKET = {
    "Connection": "Upgrade",
    "Upgrade": "websocket",
    "Sec-WebSocket-Key": "x3JJHMbDL1EzLkh9GBhXDw==",
    "Sec-WebSocket-Version": "13",
}


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    """One for all: nothing here changes it."""
    folder = tmp_path_factory.mktemp("framing")
    with running_servers(folder, grown=False, ACTIONS_PER_MINUTE="1") as (server,):
        yield server


class Request(NamedTuple):
    method: str
    path: str
    headers: dict[str, str] = {}
    body: str = ""
    """Told to be as long as it is unless the headers say something else."""

    def written(self, host: str) -> bytes:
        length = {} if "Transfer-Encoding" in self.headers else {"Content-Length": str(len(self.body))}
        named = {"Host": host, **length, **self.headers}
        head = "".join(f"{name}: {value}\r\n" for name, value in named.items())
        return f"{self.method} {self.path} HTTP/1.1\r\n{head}\r\n{self.body}".encode("latin-1")


async def asked(streams: Streams, host: str, request: Request) -> Answer:
    """What came back on this very connection."""
    reader, writer = streams
    writer.write(request.written(host))
    async with asyncio.timeout(30):
        status, lines = await read_head(reader)
        headers = dict(lines)
        assert ("content-length" in headers) != ("transfer-encoding" in headers)
        return Answer(status, headers, b"" if request.method == "HEAD" else await read_body(reader, headers))


async def refused(server, request: Request) -> Answer:
    """The refusal, after which the same connection serves a page as if nothing had been."""
    host = f"localhost:{server.port}"
    streams = await connect(server.port)
    try:
        refusal = await asked(streams, host, request)
        assert "connection" not in refusal.headers
        page = await asked(streams, host, Request("GET", GOOD))
        assert page.status == 200
        assert json.loads(page.body)["display"] == "standalone"
        return refusal
    finally:
        streams[1].close()


async def cut_off(server, request: Request) -> Answer:
    """The refusal, after which the connection ends, as it says."""
    host = f"localhost:{server.port}"
    reader, writer = await connect(server.port)
    try:
        refusal = await asked((reader, writer), host, request)
        assert refusal.headers["connection"] == "close"
        with suppress(ConnectionResetError):
            async with asyncio.timeout(30):
                assert await reader.read() == b""
        return refusal
    finally:
        writer.close()


@pytest.mark.parametrize(
    ("request_", "status", "words"),
    [
        (Request("GET", "/", {"Host": "elsewhere.example"}), 400, "We could not read that"),
        (Request("POST", "/play-now/", {"Content-Type": "text/plain; charset=utf-16"}), 400, "This site reads UTF-8"),
        (Request("POST", "/play-now/", {"Content-Type": "multipart/form-data"}, "x"), 400, "We could not read that"),
        (Request("POST", "/play-now/"), 403, "<h1>"),
        (Request("POST", "/play-now/", {"HX-Request": "true"}), 403, ""),
        (Request("GET", "/nowhere/"), 404, "<h1>"),
        (Request("HEAD", "/nowhere/"), 404, ""),
        (Request("GET", "/ws/lobby/"), 404, "<h1>"),
        (Request("GET", "/static/nothing.css"), 404, "<h1>"),
        (Request("POST", "/static/site.css"), 405, "<h1>"),
        (Request("GET", "/play-now/"), 405, "only receives forms"),
        (Request("HEAD", "/play-now/"), 405, ""),
        (Request("OPTIONS", "/play-now/"), 405, "only receives forms"),
        (Request("POST", "/play-now/", {"Content-Type": FORM}, MANY_FIELDS), 413, "too much at once"),
        (Request("POST", "/play-now/", {"Transfer-Encoding": "chunked"}, "0\r\n\r\n"), 403, "<h1>"),
    ],
)
async def test_what_is_refused_to_a_stranger(server, request_, status, words):
    refusal = await refused(server, request_)
    assert refusal.status == status
    assert words in refusal.text
    assert bool(words) == bool(refusal.body)


class TestRefusedToSomebody:
    @pytest.fixture
    async def guest(self, server):
        person = Person(server.port)
        await person.become_guest()
        yield person
        person.close()

    def form(self, person, path, method="POST", **fields):
        cookies = "; ".join(f"{name}={value}" for name, value in person.cookies.items())
        body = "&".join(f"{name}={value}" for name, value in fields.items())
        origin = f"http://{person.host}"
        token = person.cookies["csrftoken"]
        headers = {"Content-Type": FORM, "Cookie": cookies, "Origin": origin, "X-CSRFToken": token}
        return Request(method, path, headers, body)

    @pytest.mark.parametrize("method", ["POST", "PUT", "DELETE", "PATCH"])
    async def test_form_where_there_is_only_a_page(self, server, guest, method):
        refusal = await refused(server, self.form(guest, "/leaderboard/", method, x="y"))
        assert refusal.status == 405
        assert "only for looking at" in refusal.text

    async def test_what_only_others_may_do(self, server, guest):
        host = Person(server.port)
        await host.become_guest()
        table = await open_table(host, size=3, access="public")
        host.close()
        refusal = await refused(server, self.form(guest, f"/tables/{table}/start/"))
        assert refusal.status == 403
        assert "<h1" in refusal.text

    async def test_what_makes_no_sense(self, server, guest):
        refusal = await refused(server, self.form(guest, "/accounts/claim/", username="x"))
        assert refusal.status == 422

    async def test_too_much_too_fast(self, server, guest):
        ask = self.form(guest, "/friends/ask/", username="nobody")
        assert [(await refused(server, ask)).status for _ in range(2)] == [422, 429]


async def test_what_is_broken(server):
    """The page of a table that is gone from the database for a moment."""
    database = server.database_url.removeprefix("sqlite:///")
    with closing(sqlite3.connect(database, timeout=20, isolation_level=None)) as connection:
        connection.execute("ALTER TABLE games_rating RENAME TO lost")
        try:
            refusal = await refused(server, Request("GET", "/leaderboard/high-society/"))
        finally:
            connection.execute("ALTER TABLE lost RENAME TO games_rating")
    assert refusal.status == 500
    assert "Something broke on our side" in refusal.text


@pytest.mark.parametrize(
    ("request_", "status", "words"),
    [
        (Request("POST", "/play-now/", body="x" * 70_000), 413, "too much at once"),
        (
            Request("POST", "/play-now/", {"Transfer-Encoding": "chunked"}, f"11170\r\n{'x' * 70_000}\r\n0\r\n\r\n"),
            413,
            "much",
        ),
        (Request("GET", "/\xe9"), 400, "We could not read that"),
        (Request("GET", f"/{'a' * 20_000}"), 400, "We could not read that"),
        (Request("GET", "/", {"Referer": "a" * 20_000}), 400, "We could not read that"),
        (Request("GET", "/", {"two words": "x"}), 400, "We could not read that"),
        (Request("POST", "/", {"Content-Length": "x"}), 400, "We could not read that"),
        (Request("POST", "/", {"Transfer-Encoding": "chunked"}, "none\r\n"), 400, "We could not read that"),
        (Request("GET", "/ws/lobby/", {**SOCKET, "Origin": "http://elsewhere.example"}), 403, ""),
        (Request("GET", "/ws/lobby/", {**SOCKET, "Host": "elsewhere.example"}), 403, ""),
        (Request("GET", "/ws/lobby/", {**SOCKET, "Sec-WebSocket-Version": "1"}), 400, ""),
        (Request("GET", "/ws/lobby/", {**SOCKET, "Sec-WebSocket-Key": "x"}), 400, ""),
        (Request("GET", "/ws/lobby/", {**SOCKET, "Sec-WebSocket-Protocol": "\xe9"}), 400, "We could not read that"),
        (Request("POST", "/ws/lobby/", SOCKET), 405, ""),
    ],
)
async def test_whoever_cannot_be_understood_is_cut_off(server, request_, status, words):
    refusal = await cut_off(server, request_)
    assert refusal.status == status
    assert words in refusal.text
    assert bool(words) == bool(refusal.body)


API = "/api/v1"
JSON = {"Content-Type": "application/json"}


@pytest.mark.parametrize(
    ("request_", "status", "code"),
    [
        (Request("GET", f"{API}/games", {"Host": "elsewhere.example"}), 400, "malformed_request"),
        (Request("GET", f"{API}/me", {"Authorization": "Bearer hs_nothing"}), 401, "bad_token"),
        (Request("GET", f"{API}/me"), 401, "not_logged_in"),
        (Request("GET", f"{API}/nowhere"), 404, "not_found"),
        (Request("DELETE", f"{API}/games"), 405, "wrong_method"),
        (Request("POST", f"{API}/guests", JSON, "{"), 400, "malformed_request"),
        (Request("POST", f"{API}/guests", {"Content-Type": FORM}, "name=Ada"), 415, "not_json"),
    ],
)
async def test_programs_are_refused_in_json(server, request_, status, code):
    refusal = await refused(server, request_)
    assert (refusal.status, json.loads(refusal.body)["code"]) == (status, code)


@pytest.mark.parametrize(
    ("request_", "status", "code"),
    [
        (Request("POST", f"{API}/guests", JSON, "x" * 70_000), 413, "too_big"),
        (Request("POST", "/%61pi/v1/guests", JSON, "x" * 70_000), 413, "too_big"),
        (Request("POST", f"{API}/guests", {"Transfer-Encoding": "chunked"}, "none\r\n"), 400, "malformed_request"),
        (Request("GET", f"{API}/{'a' * 20_000}"), 400, "malformed_request"),
        (Request("GET", f"{API}/me", {"Authorization": "a" * 20_000}), 400, "malformed_request"),
    ],
)
async def test_programs_that_cannot_be_understood_are_cut_off_in_json(server, request_, status, code):
    refusal = await cut_off(server, request_)
    assert refusal.status == status
    assert refusal.headers["content-type"].startswith("application/json")
    assert json.loads(refusal.body)["code"] == code


async def test_whoever_asks_for_an_action_is_told_so_as_ever(server):
    refusal = await cut_off(server, Request("POST", f"{API}/tables/abc/bid", JSON, "x" * 70_000))
    told = json.loads(refusal.body)
    assert (told["success"], told["state"], told["error"]["code"]) == (False, None, "too_big")
