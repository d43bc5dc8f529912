"""Programs that play by the API, without a server: somebody's token, and what comes of what they ask."""

from functools import cache
from typing import Any

import jsonschema_rs
from django.test import Client

from accounts.api_tokens.issuing import issue_token
from accounts.models import Scope
from games.api.application import api

PREFIX = "/api/v1/"


class Program:
    """Every answer is looked at: it has to be as the description of the API says."""

    def __init__(self, user: Any = None, scopes: Any = tuple(Scope.values), *, secret: str = "") -> None:
        self.user = user
        self.client = Client(raise_request_exception=True)
        self.token: Any = None
        self.secret = secret
        if user is not None:
            self.token, self.secret = issue_token(user=user, name="A program", scopes=scopes)

    @property
    def headers(self) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.secret}"} if self.secret else {}

    def get(self, path: str, **more: Any) -> Any:
        return self._checked(
            "get", path, self.client.get(PREFIX + path, headers=self.headers | more.pop("headers", {}), **more)
        )

    def post(self, path: str, body: Any = None, **headers: str) -> Any:
        sent = b"" if body is None else body
        answer = self.client.post(PREFIX + path, sent, "application/json", headers=self.headers | headers)
        return self._checked("post", path, answer)

    def told(self, path: str) -> Any:
        answer = self.get(path)
        assert answer.status_code == 200, answer.content
        return answer.json()

    def view(self, game: Any) -> Any:
        return self.told(f"tables/{game.pk}/view")

    def _checked(self, method: str, path: str, answer: Any) -> Any:
        if answer.content:
            check_answer(method, path.partition("?")[0], answer.status_code, answer.json())
        return answer


@cache
def description() -> Any:
    return api.get_openapi_schema()


def check_answer(method: str, path: str, status: int, body: Any) -> None:
    """Whether an answer is as its schema says."""
    operation = description()["paths"][template_of(path)][method]
    documented = operation["responses"]
    assert status in documented, f"{method} {path}: {status} is not documented"
    check(documented[status]["content"]["application/json"]["schema"], body)


def template_of(path: str) -> str:
    """The path of the description that fits."""
    steps = f"{PREFIX}{path}".split("/")
    for template in description()["paths"]:
        parts = template.split("/")
        if len(parts) == len(steps) and all(
            one == two or one[:1] == "{" for one, two in zip(parts, steps, strict=True)
        ):
            return str(template)
    raise LookupError(path)


def check(schema: Any, document: Any) -> None:
    found = _validator(repr(schema), schema).iter_errors(document)
    wrong = [f"{list(one.instance_path)}: {one.message[:300]}" for one in found]
    assert not wrong, "\n".join(wrong[:3])


_validators: dict[str, Any] = {}


def _validator(name: str, schema: Any) -> Any:
    if name not in _validators:
        whole = {**schema, "components": description()["components"]}
        _validators[name] = jsonschema_rs.validator_for(whole)
    return _validators[name]


def check_named(name: str, document: Any) -> None:
    """Whether it is as one of the named schemas says."""
    check({"$ref": f"#/components/schemas/{name}"}, document)
