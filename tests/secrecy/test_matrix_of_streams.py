"""Everybody hears on a stream what is for them, however it is opened, with whatever token or session."""

from itertools import combinations

import pytest
from channels.db import database_sync_to_async
from django.conf import settings

from accounts.models import Scope
from games.live.routing import api_websocket_urlpatterns, stream_urlpatterns
from tests.secrecy.test_matrix_of_tokens import made
from tests.support.secrecy.matrix import HEARS, LISTENS, LISTENS_TO_ALL, STRANGER, Line
from tests.support.secrecy.people import TABLES, WHO, World
from tests.support.streams import ask, bearer, open_socket

pytestmark = pytest.mark.django_db(transaction=True)

SCOPES = [some for count in range(1, 4) for some in combinations(Scope.values, count)]


async def over_http(path: str, **headers: str) -> str:
    """What it begins with, or the code of the error."""
    _status, _headers, told = await ask(f"{path}?wait=0", **headers)
    return begins_with(told["messages"][0]) if "messages" in told else str(told["code"])


async def by_socket(path: str, **headers: str) -> str:
    async with open_socket(path, **headers) as line:
        return begins_with(await line.next())


def begins_with(message: dict[str, str]) -> str:
    return message["reason"] if message["type"] == "bye" else message["type"]


WAYS = {"http": over_http, "socket": by_socket}


@pytest.fixture
def world(transactional_db):
    return World()


@database_sync_to_async
def tokens_of(world: World, scopes: object = Scope.values) -> dict[str, dict[str, str]]:
    return {who: bearer(made(world.users[who], scopes)[1]) for who in WHO if who in world.users}


def streams(world: World) -> dict[str, Line]:
    """Each with what everybody hears there."""
    return {"me": LISTENS_TO_ALL} | {f"tables/{world.tables[table].id}": LISTENS[table] for table in TABLES}


def test_every_stream_is_asked_for():
    patterns = [*stream_urlpatterns, *api_websocket_urlpatterns]
    ends = {str(pattern.pattern).rstrip("$").rpartition("/")[2] for pattern in patterns}
    assert ends == {"me", "(?P<game_id>[a-z0-9]{1,40})"}


@pytest.mark.parametrize("way", WAYS)
async def test_tokens_open_what_their_owners_may_hear(world, way):
    tokens, wrong = await tokens_of(world), []
    for path, line in streams(world).items():
        for who, right in zip(WHO, line, strict=True):
            answer = await WAYS[way](path, **tokens.get(who, {}))
            # The token of somebody who is banned is none any more.
            if answer != ("bad_token" if who == "banned" else right):
                wrong.append(f"{path} as {who}: {answer} instead of {right}")
    assert wrong == []


@pytest.mark.parametrize("way", WAYS)
async def test_a_session_opens_the_same_but_no_socket(world, way):
    wrong = []
    for path, line in streams(world).items():
        for who, right in zip(WHO, line, strict=True):
            cookie = f"{settings.SESSION_COOKIE_NAME}={world.cookies[who]}" if who in world.cookies else ""
            answer = await WAYS[way](path, **({"cookie": cookie} if cookie else {}))
            if answer != (right if way == "http" else STRANGER):
                wrong.append(f"{path} as {who}: {answer} instead of {right}")
    assert wrong == []


@pytest.mark.parametrize("way", WAYS)
async def test_only_the_scope_for_reading_opens_one(world, way):
    wrong = []
    for scopes in SCOPES:
        tokens = await tokens_of(world, scopes)
        for path in streams(world):
            answer = await WAYS[way](path, **tokens["host"])
            if answer != (HEARS if Scope.READ in scopes else "missing_scope"):
                wrong.append(f"{path} with {scopes}: {answer}")
    assert wrong == []
