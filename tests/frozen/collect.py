"""Find what the list holds, as it is in the code now: plain dicts, lists and texts.

Modules, names and tasks may have been moved and still be there under their old names. So whatever a list has is looked
up there, too.
"""

import inspect
import pkgutil
import re
from collections.abc import Iterator, Mapping
from importlib import import_module
from types import ModuleType
from typing import Any, TypeVar

from django.apps import apps
from django.core.management import get_commands, load_command_class
from django.core.management.base import BaseCommand
from django.urls import URLPattern, URLResolver, get_resolver
from django.utils.module_loading import import_string
from django_tasks.base import Task

from games import bots, rules
from games.bots import bot_names
from games.live.routing import api_websocket_urlpatterns, websocket_urlpatterns
from games.rules import GAMES, Outcome, Rules
from games.rules.base import ScoreLine, SeatResult
from games.rules.server import GameServer, StepResult
from tests.frozen import shapes, sources

ENTRANCES = ("hsweb.asgi.application", "hsweb.wsgi.application", "hsweb.settings.INSTALLED_APPS")

APPS = re.compile(r"\(\?P<app_label>[a-z_|]+\)")
"""The admin has one address for all apps, which names them: others may be added."""


def collect(listed: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """Everything that is promised; with a list, also what that promised and is not where new things are found."""
    listed = listed or {}
    return {
        "modules of the rules": modules(listed.get("modules of the rules", {})),
        "games.bots": exported(bots),
        "games.rules": exported(rules),
        "methods": {kind.__name__: methods(kind) for kind in (Rules, GameServer)},
        "records": {kind.__name__: fields(kind) for kind in (Outcome, SeatResult, ScoreLine, StepResult)},
        "bots": {game.slug: list(bot_names(game.slug)) for game in GAMES},
        "JSON": shapes.of_all_games(),
        "cards": shapes.cards(),
        "error codes": sources.error_codes(),
        "commands": commands(),
        "entrances": {path: type(import_string(path)).__name__ for path in ENTRANCES},
        "environment": sources.environment(),
        "addresses": sorted(addresses()),
        "sockets": sorted(str(entry.pattern) for entry in (*websocket_urlpatterns, *api_websocket_urlpatterns)),
        "tables": tables(),
        "tasks": tasks(listed.get("tasks", {})),
    }


def modules(listed: Mapping[str, Mapping[str, str]]) -> dict[str, dict[str, str]]:
    """The public names of every module below `games.rules`, and what kind of thing each is."""
    below = [module.name for module in pkgutil.walk_packages(rules.__path__, "games.rules.")]
    found = {}
    for name in {"games.rules", *below, *listed}:
        if module := imported(name):
            there = {one for one in {*own_names(module), *listed.get(name, {})} if hasattr(module, one)}
            kinds = {one: kind_of(getattr(module, one)) for one in there}
            found[name] = {one: kind for one, kind in kinds.items() if kind != "type variable"}
    return found


def imported(name: str) -> ModuleType | None:
    try:
        return import_module(name)
    except ModuleNotFoundError:
        return None


def own_names(module: ModuleType) -> set[str]:
    """What a module offers: what it says so of, or what is made in it and has no underscore before its name."""
    said = getattr(module, "__all__", None)
    return set(said) if said is not None else sources.names_made_in(module)


def kind_of(thing: object) -> str:
    if inspect.isclass(thing):
        return "class"
    if isinstance(thing, TypeVar):
        return "type variable"
    return "function" if callable(thing) and inspect.isroutine(inspect.unwrap(thing)) else "value"


def exported(module: ModuleType) -> dict[str, Any]:
    names = {name: getattr(module, name) for name in module.__all__}
    return {name: parameters(one) if kind_of(one) == "function" else kind_of(one) for name, one in names.items()}


def methods(kind: type) -> dict[str, Any]:
    """The public methods of a class with their parameters, and its other attributes by name."""
    public = {name for name in {*dir(kind), *inspect.get_annotations(kind)} if not name.startswith("_")}
    calls = {name for name in public if callable(getattr(kind, name, None))}
    made = {"__init__"} & vars(kind).keys()
    found: dict[str, Any] = dict.fromkeys(public - calls, "attribute")
    return found | {name: parameters(getattr(kind, name)) for name in calls | made}


def parameters(function: Any) -> dict[str, str]:
    """By name: where each is given, and whether it has to be."""
    taken = [one for one in inspect.signature(function).parameters.values() if one.name != "self"]
    found = {}
    for place, one in enumerate(taken, start=1):
        where = "by name" if one.kind is one.KEYWORD_ONLY else f"at place {place}"
        needed = one.default is one.empty and one.kind not in (one.VAR_POSITIONAL, one.VAR_KEYWORD)
        found[one.name] = f"{where}, {'required' if needed else 'optional'}"
    return found


def fields(record: Any) -> dict[str, str]:
    names = getattr(record, "_fields", None) or record.__dataclass_fields__
    properties = [name for name, one in inspect.getmembers(record) if isinstance(one, property)]
    return {name: f"at place {place}" for place, name in enumerate(names, start=1)} | dict.fromkeys(properties, "read")


def commands() -> dict[str, dict[str, Any]]:
    """The commands of this site with what each takes, beside what all commands of Django take."""
    usual = {action.dest for action in BaseCommand().create_parser("manage.py", "any")._actions}
    found = {}
    for name, app in get_commands().items():
        if app in ("accounts", "games", "hsweb"):
            parser = load_command_class(app, name).create_parser("manage.py", name)
            taken = [action for action in parser._actions if action.dest not in usual]
            found[name] = {" ".join(action.option_strings) or action.dest: option(action) for action in taken}
    return found


def option(action: Any) -> dict[str, Any]:
    kind = getattr(action.type, "__name__", "str")
    may_miss = action.nargs in ("*", "?") or not action.required
    told = {
        "value": "none" if action.nargs == 0 else f"{kind} {action.nargs or ''}".strip(),
        "default": repr(action.default),
        "given": "optional" if may_miss else "required",
    }
    return told | ({"choices": sorted(map(str, action.choices))} if action.choices else {})


def addresses(resolver: URLResolver | None = None, before: str = "", space: str = "") -> Iterator[str]:
    """Each route and, behind it, its name."""
    for entry in (resolver or get_resolver()).url_patterns:
        route = before + str(entry.pattern)
        if isinstance(entry, URLPattern):
            route = APPS.sub("(?P<app_label>…)", route)
            yield f"/{route} {space}{entry.name}" if entry.name else f"/{route}"
        else:
            yield from addresses(entry, route, f"{space}{entry.namespace}:" if entry.namespace else space)


def tables() -> dict[str, dict[str, str]]:
    """Every table of the database with its columns, those of the libraries included."""
    stored = [model for model in apps.get_models(include_auto_created=True) if model._meta.managed]
    return {
        model._meta.db_table: {field.column: field.get_internal_type() for field in model._meta.local_concrete_fields}
        for model in stored
    }


def tasks(listed: Mapping[str, Any]) -> dict[str, dict[str, Any]]:
    """Tasks by the path under which they wait in the database: it leads to them, and new ones are stored under it."""
    found = {}
    for path in {*sources.paths_of_tasks(), *listed}:
        try:
            task = import_string(path)
        except ImportError:
            continue
        if isinstance(task, Task):
            found[path] = {
                "stored as": task.module_path,
                "queue": task.queue_name,
                "parameters": parameters(task.func),
            }
    return found
