"""A token does at each address what its owner may, as far as its scopes go, and nothing once it has ended."""

from datetime import timedelta
from itertools import combinations
from secrets import token_urlsafe
from typing import Any

import pytest
import time_machine
from django.utils import timezone

from accounts.api_tokens.checking import PREFIX, digest_of
from accounts.api_tokens.issuing import revoke_token
from accounts.models import ApiToken, Scope
from tests.secrecy.test_matrix import asked
from tests.support.secrecy.matrix import ROWS, Row, everybody
from tests.support.secrecy.people import TABLES, WHO, World
from tests.support.secrecy.still import NOW

FOR_PROGRAMS = {route: row for route, row in ROWS.items() if row.is_for_programs and row.scope}
SCOPES = [some for count in range(1, 4) for some in combinations(Scope.values, count)]
OPEN_TO_ALL = {"api/v1/", "api/v1/openapi.json", "api/v1/docs", "api/v1/guests", "api/v1/games"}


@pytest.fixture(scope="module")
def world(until_the_module_ends, django_db_blocker):
    with django_db_blocker.unblock(), time_machine.travel(NOW, tick=False):
        yield World()


@pytest.fixture(scope="module")
def secrets(world):
    """By person and scopes."""
    return {(who, some): made(user, some)[1] for who, user in world.users.items() for some in SCOPES if who in WHO}


def made(user: Any, scopes: Any, **facts: Any) -> tuple[ApiToken, str]:
    """Stored as it is: also somebody who was banned since then has one."""
    secret = f"{PREFIX}{token_urlsafe(32)}"
    facts = {"name": "A program", "scopes": list(scopes), "digest": digest_of(secret), **facts}
    return ApiToken.objects.create(user=user, **facts), secret


@pytest.fixture(autouse=True)
def nobody_is_slowed_down(monkeypatch):
    monkeypatch.setattr("hsweb.limits.rates.consume_one", lambda *count: True)


def test_every_address_of_programs_asks_for_a_scope_or_is_open_to_all():
    rows = {route for route, row in ROWS.items() if row.is_for_programs}
    assert rows - FOR_PROGRAMS.keys() == OPEN_TO_ALL
    assert {scope for row in FOR_PROGRAMS.values() for scope in row.scope.split()} == set(Scope.values)


def needed(row: Row, method: str) -> str:
    """The scope for reading comes first, where both can be asked for."""
    scopes = row.scope.split()
    return scopes[0] if method == "GET" else scopes[-1]


@pytest.mark.django_db
@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize("route", FOR_PROGRAMS)
def test_scopes_open_what_they_are_for_and_nothing_else(route, method, world, secrets):
    row, wrong = FOR_PROGRAMS[route], []
    if row.expected(method, 0) == everybody("405"):
        return
    path, form = asked(world, row, "link-running")
    for scopes in SCOPES:
        right = row.expected(method, TABLES.index("link-running"))[WHO.index("host")]
        right = right if needed(row, method) in scopes else "403"
        answer = world.answer("nobody", method, path, form, csrf=True, token=secrets["host", scopes])
        if answer != right:
            wrong.append(f"{method} {path} with {scopes}: {answer} instead of {right}")
    assert wrong == []


@pytest.mark.django_db
@pytest.mark.parametrize("method", ["GET", "POST"])
@pytest.mark.parametrize("route", FOR_PROGRAMS)
def test_tokens_open_what_is_open_to_their_owners(route, method, world, secrets):
    """Whoever shows one is nobody else, whatever session the request comes with."""
    row, wrong = FOR_PROGRAMS[route], []
    everything = SCOPES[-1]
    for table in ("link-running", "public-waiting") if row.asks_for_a_table(method) else ("link-running",):
        path, form = asked(world, row, table)
        for who, right in zip(WHO, row.expected(method, TABLES.index(table)), strict=True):
            if who == "anonymous":
                continue
            answer = world.answer(
                "host" if who == "banned" else "banned", method, path, form, csrf=True, token=secrets[who, everything]
            )
            if answer != right:
                wrong.append(f"{method} {path} as {who}, {table}: {answer} instead of {right}")
    assert wrong == []


@pytest.mark.django_db
@pytest.mark.parametrize("method", ["GET", "POST"])
def test_tokens_that_are_none_any_more_open_nothing(method, world):
    host = world.users["host"]
    revoked, revoked_secret = made(host, Scope.values)
    revoke_token(user=host, pk=revoked.pk)
    _expired, expired_secret = made(host, Scope.values, expires_at=timezone.now() - timedelta(seconds=1))
    junk = ("hs_", "hs_" + "x" * 43, "hs_" + "x" * 5000, "x", "Basic", "hs_é" + "x" * 42)
    wrong = []
    for row in FOR_PROGRAMS.values():
        if row.expected(method, 0) == everybody("405"):
            continue
        path, form = asked(world, row, "link-running")
        for secret in (revoked_secret, expired_secret, *junk):
            # The session that comes along would be good.
            answer = world.answer("host", method, path, form, token=secret)
            if answer != "401":
                wrong.append(f"{method} {path} with {secret[:10]}: {answer}")
    assert wrong == []
