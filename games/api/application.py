"""The API as a whole: its operations, what becomes of what they raise, and its description."""

import json
from collections.abc import Mapping
from functools import cache
from typing import Any

from django.conf import settings
from django.http import Http404, HttpRequest, HttpResponse
from django.utils.translation import gettext as _
from django.utils.translation import override
from django.views.decorators.http import require_safe
from ninja import NinjaAPI
from ninja.errors import AuthenticationError, HttpError, ValidationError
from ninja.openapi.docs import Swagger
from ninja.openapi.schema import OpenAPISchema

from games.api.errors import Malformed, NotLoggedIn, error_of
from games.api.limits import wait_of
from games.api.operations import events, games, people, playing, rooms, talking
from games.api.parsing import StrictParser
from games.api.shapes import all_schemas, reference
from games.models import Game
from games.rules import RuleViolation
from games.services.refusals import Problem, Refused, status_of
from hsweb.http.json_errors import REFUSALS, error_body

VERSION = "1.0"
PREFIX = "/api/v1/"
ABOUT = """
Tables, moves and events of this site, for programs. Make a token on your page, or a guest with one by `POST guests`,
and send it as `Authorization: Bearer hs_…`.
"""
X_REF = "x-ref"
"""A place in a schema where one of those stands that are made from types of the games."""


class Docs(Swagger):
    """The library's page in the look of this site. What is tried out there is done by whoever is logged in."""

    template = "api/docs.html"


class Api(NinjaAPI):
    def get_openapi_schema(self, **options: Any) -> OpenAPISchema:
        return _schema(self)

    def get_openapi_operation_id(self, operation: Any) -> str:
        return str(operation.view_func.__name__).strip("_")


@cache
def _schema(api: NinjaAPI) -> OpenAPISchema:
    """The same for everybody: it is written in English."""
    with override("en"):
        schema = OpenAPISchema(api, PREFIX)
    schema["components"]["schemas"].update(all_schemas())
    del schema["servers"]
    whole: OpenAPISchema = _with_references(schema)
    return whole


def _with_references(part: Any) -> Any:
    if isinstance(part, dict):
        if X_REF in part:
            return reference(part[X_REF])
        for key, value in part.items():
            part[key] = _with_references(value)
    elif isinstance(part, list):
        part[:] = map(_with_references, part)
    return part


api = Api(
    title=settings.SITE_NAME,
    version=VERSION,
    description=ABOUT.strip().replace("\n", " "),
    urls_namespace="api",
    openapi_url="openapi.json",
    docs_url="docs",
    docs=Docs(),
    docs_decorator=require_safe,
    parser=StrictParser(),
)
for router in (people.router, games.router, rooms.router, playing.router, events.router, talking.router):
    api.add_router("", router)


def described() -> str:
    """The description as a file."""
    return json.dumps(api.get_openapi_schema(), indent=1, ensure_ascii=False) + "\n"


@api.exception_handler(Refused)
@api.exception_handler(RuleViolation)
def on_problem(request: HttpRequest, problem: Problem, context: Mapping[str, object] | None = None) -> HttpResponse:
    """What services and rules refuse."""
    body = error_body(request.path, error_of(problem, context))
    return HttpResponse(body, status=status_of(problem), content_type="application/json", headers=wait_of(problem))


@api.exception_handler(Http404)
@api.exception_handler(Game.DoesNotExist)
def on_nothing(request: HttpRequest, nothing: Exception) -> HttpResponse:
    return HttpResponse(status=404)


@api.exception_handler(AuthenticationError)
def on_stranger(request: HttpRequest, error: AuthenticationError) -> HttpResponse:
    return on_problem(request, NotLoggedIn(REFUSALS[401].message))


@api.exception_handler(HttpError)
def on_http_error(request: HttpRequest, error: HttpError) -> HttpResponse:
    """What the library says of a body that could not be read; why, whoever tried has told it."""
    why = error.__cause__
    return on_problem(request, why) if isinstance(why, Refused) else HttpResponse(status=error.status_code)


@api.exception_handler(ValidationError)
def on_malformed(request: HttpRequest, error: ValidationError) -> HttpResponse:
    """Which fields are wrong, and how; nothing of what was sent is repeated."""
    fields = [{"at": _place(one["loc"]), "what": one["msg"]} for one in error.errors[:MOST_TOLD]]
    return on_problem(
        request, Malformed(_("This request has fields that cannot be read: see context.")), {"fields": fields}
    )


MOST_TOLD = 20


def _place(location: tuple[str | int, ...]) -> str:
    """Where it stands for whoever sent it: a body is called `sent` by ourselves alone."""
    return ".".join(str(step) for step in location if step != "sent")


@api.exception_handler(Exception)
def on_failure(request: HttpRequest, error: Exception) -> HttpResponse:
    """As everywhere on the site, whatever is set for developers: it goes into the log, and nothing of it to anybody."""
    raise error
