"""The API of the real server, asked for all that its description allows, and for more: no answer is a failure of ours,
and none is other than described."""

from itertools import count
from typing import Any

import httpx
import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.core.result import Ok
from schemathesis.specs.openapi import checks

from tests.siege.site import running_servers

EXAMPLES = 5
"""Of each operation, as described and otherwise."""
LOOKED_AT = [
    not_a_server_error,
    checks.content_type_conformance,
    checks.response_headers_conformance,
    checks.response_schema_conformance,
    checks.status_code_conformance,
]


@pytest.fixture(scope="module")
def site(tmp_path_factory, django_db_setup, django_db_blocker):
    from django.db import connection

    grown = connection.vendor == "postgresql"
    folder = tmp_path_factory.mktemp("schema")
    with running_servers(folder, grown=grown, ACTIONS_PER_MINUTE="1000000") as (server,):
        yield Site(server)


class Site:
    """Somebody with a token, at a table that runs, at one that waits and at one that is over."""

    def __init__(self, server: Any) -> None:
        self.server = server
        self.url = f"{server.url}/api/v1/"
        told = httpx.post(f"{self.url}guests", json={}).json()
        self.headers = {"Authorization": f"Bearer {told['token']}"}
        self.tables = [self.opened(), self.opened(start=True)]
        self.description = schemathesis.openapi.from_dict(httpx.get(f"{self.url}openapi.json").json())

    def opened(self, *, start: bool = False) -> str:
        wishes = {"game": "high-society", "players": ["bold", "balanced"], "bot_pace": "leisurely"}
        game_id: str = self.post("tables", wishes)["id"]
        if start:
            self.post(f"tables/{game_id}/start", {})
        return game_id

    def post(self, path: str, body: Any) -> Any:
        return httpx.post(f"{self.url}{path}", json=body, headers=self.headers).json()


def cases(site: Site) -> Any:
    operations = [one.ok() for one in site.description.get_all_operations() if isinstance(one, Ok)]
    assert len(operations) == sum(len(methods) for methods in site.description.raw_schema["paths"].values())
    return {f"{one.method.upper()} {one.path}": one for one in operations}


def ask(site: Site, case: Any, number: int) -> None:
    """At a real table, most of the time; and of a stream for what it has now."""
    if "game_id" in case.path_parameters and number % 4:
        case.path_parameters["game_id"] = site.tables[number % 2]
    if "/stream/" in case.path:
        case.query = {**(case.query or {}), "wait": 0}
    answer = case.call(base_url=site.server.url, headers={**site.headers, **dict(case.headers or {})}, timeout=20)
    case.validate_response(answer, checks=LOOKED_AT)


def ask_often(site: Site, strategy: Any) -> int:
    """How many cases were asked about."""
    numbers = count()

    @settings(
        max_examples=EXAMPLES,
        derandomize=True,
        deadline=None,
        database=None,
        phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )
    @given(case=strategy)
    def look(case: Any) -> None:
        ask(site, case, next(numbers))

    look()
    return next(numbers)


@pytest.mark.parametrize("mode", [GenerationMode.POSITIVE, GenerationMode.NEGATIVE], ids=lambda mode: mode.name)
def test_every_answer_is_as_described(site, mode):
    asked = {}
    for name, operation in cases(site).items():
        # Where nothing is sent, nothing can be wrong with it.
        if mode == GenerationMode.POSITIVE or operation.body or operation.query or operation.path_parameters:
            asked[name] = ask_often(site, operation.as_strategy(generation_mode=mode))
        assert site.server.is_running(), name
    assert len(asked) > 20
    assert "Traceback" not in site.server.log(), site.server.log()
