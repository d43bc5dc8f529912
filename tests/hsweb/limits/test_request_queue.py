"""Whoever asks for much at once makes nobody else wait for all of it."""

import asyncio
from typing import Any

from django.http import parse_cookie

from hsweb.limits.request_queue import (
    AT_ONCE,
    SOCKETS_AT_ONCE,
    RecentlySeen,
    RequestQueue,
    SocketQueue,
    fingerprint_of,
    known_client_of,
    known_programs,
    known_sessions,
    session_of,
)
from tests.support.waiting import settle, until_async


def asking(address, session=""):
    cookies = [(b"cookie", f"theme=dark; sessionid={session}; x=1".encode())] if session else []
    return {"type": "http", "client": [address, 1234], "headers": cookies}


NOBODY: Any = None
"""There is no line to receive from, or to send to."""


class Site:
    """Answers when it is told to, and remembers in which order."""

    def __init__(self):
        self.at_work: list[tuple[str, str]] = []
        self.gate = asyncio.Semaphore(0)
        self.in_turn = RequestQueue(self)

    async def __call__(self, scope, receive, send):
        self.at_work.append((scope["client"][0], session_of(scope)))
        await self.gate.acquire()

    def ask(self, *who):
        return asyncio.create_task(self.in_turn(asking(*who), NOBODY, NOBODY))

    async def answer(self, number):
        for _ in range(number):
            self.gate.release()
        await settle()


async def test_a_few_are_answered_at_the_same_time():
    site = Site()
    asked = [site.ask("10.0.0.1") for _ in range(AT_ONCE + 3)]
    await site.answer(0)
    assert len(site.at_work) == AT_ONCE
    await site.answer(AT_ONCE + 3)
    await asyncio.gather(*asked)
    assert len(site.at_work) == AT_ONCE + 3


async def test_another_address_is_next_behind_many_of_one():
    site = Site()
    asked = [site.ask("10.0.0.1", str(number)) for number in range(40)]
    await site.answer(0)
    asked.append(site.ask("10.0.0.2"))
    await site.answer(2)
    assert ("10.0.0.2", "") in site.at_work
    await site.answer(40)
    await asyncio.gather(*asked)


async def test_browser_that_nobody_knows_is_like_all_others():
    site = Site()
    asked = [site.ask("10.0.0.1", f"made-up-{number}") for number in range(40)]
    await site.answer(0)
    known_sessions.add("somebody")
    asked.append(site.ask("10.0.0.1", "somebody"))
    await site.answer(2)
    assert ("10.0.0.1", "somebody") in site.at_work
    await site.answer(40)
    await asyncio.gather(*asked)


def test_the_last_browsers_are_remembered():
    remembered = RecentlySeen(2)
    for name in ("a", "b", "a", "c"):
        remembered.add(name)
    assert [name in remembered for name in "abc"] == [True, False, True]


def test_browser_is_known_once_somebody_is_in(client, alice):
    client.get("/")
    client.force_login(alice)
    key = client.session.session_key
    assert key not in known_sessions
    client.get("/")
    assert key in known_sessions


def test_a_token_is_one_program_however_it_is_sent():
    sent = [f"{scheme}{' ' * spaces}hs_x" for scheme in ("Bearer", "bEaReR") for spaces in (1, 2, 30)]
    assert len({fingerprint_of(authorization) for authorization in sent}) == 1
    assert fingerprint_of("Bearer hs_x") != fingerprint_of("Bearer hs_y")


def test_of_two_sessions_the_one_counts_that_pages_go_by():
    cookie = b"sessionid=one; other=2; sessionid=two"
    assert session_of({"headers": [(b"cookie", cookie)]}) == parse_cookie(cookie.decode())["sessionid"] == "two"


def test_programs_are_known_by_tokens_that_were_good():
    shown = {"headers": [(b"authorization", b"Bearer hs_good"), (b"cookie", b"sessionid=somebody")]}
    known_sessions.add("somebody")
    assert known_client_of(shown) == ""
    known_programs.add(fingerprint_of("Bearer hs_good"))
    assert known_client_of(shown) == fingerprint_of("Bearer hs_good")
    assert "hs_good" not in known_client_of(shown)


async def test_behind_one_address_browsers_take_turns():
    site = Site()
    for name in ("many", "one"):
        known_sessions.add(name)
    asked = [site.ask("10.0.0.1", "many") for _ in range(40)]
    await site.answer(0)
    asked.append(site.ask("10.0.0.1", "one"))
    await site.answer(2)
    assert ("10.0.0.1", "one") in site.at_work
    await site.answer(40)
    await asyncio.gather(*asked)


class Sockets(Site):
    """Sends a first frame when it is told to, and stays open."""

    def __init__(self):
        super().__init__()
        self.in_turn = SocketQueue(self)
        self.end = asyncio.Event()

    async def __call__(self, scope, receive, send):
        await super().__call__(scope, receive, send)
        await send({"type": "websocket.send", "text": "a table"})
        await self.end.wait()

    def ask(self, *who):
        async def send(message):
            self.sent += 1

        return asyncio.create_task(self.in_turn(asking(*who), NOBODY, send))

    sent = 0


async def test_sockets_have_their_turn_until_their_first_frame():
    site = Sockets()
    asked = [site.ask("10.0.0.1", str(number)) for number in range(40)]
    await site.answer(0)
    assert len(site.at_work) == SOCKETS_AT_ONCE
    asked.append(site.ask("10.0.0.2"))
    await site.answer(2)
    assert ("10.0.0.2", "") in site.at_work
    assert site.sent == 2
    await site.answer(40)
    await until_async(lambda: site.sent == 41)
    assert not any(task.done() for task in asked), "all of them are open"
    site.end.set()
    await asyncio.gather(*asked)


async def test_a_socket_that_sends_nothing_holds_up_nobody(monkeypatch):
    monkeypatch.setattr("hsweb.limits.request_queue.SECONDS_FOR_A_FRAME", 0.01)
    site = Sockets()
    asked = [site.ask("10.0.0.1") for _ in range(SOCKETS_AT_ONCE + 1)]
    await until_async(lambda: len(site.at_work) == SOCKETS_AT_ONCE + 1)
    site.end.set()
    await site.answer(SOCKETS_AT_ONCE + 1)
    await asyncio.gather(*asked)
