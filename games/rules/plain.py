"""Dataclasses and named tuples as plain JSON values, and back with every type checked."""

from collections.abc import Callable
from dataclasses import fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Any, TypeGuard, TypeVar, get_args, get_origin, get_type_hints, overload

from games.rules.errors import InvalidState

Json = dict[str, Any]
T = TypeVar("T")

SCALARS = frozenset({bool, float, int, str, NoneType})
READ_AS_THEY_ARE = SCALARS | {dict}


def is_object(data: object) -> TypeGuard[Json]:
    """A plain dict with texts for keys, as JSON gives: nothing that could interfere when it is looked at."""
    return type(data) is dict and all(type(key) is str for key in data)


def plain_copy(thing: object, kind: type, into: Callable[[Any], T]) -> T | None:
    """A copy of something of that kind; `None` for anything else, and for what will not be copied."""
    try:
        return into(thing) if isinstance(thing, kind) else None
    except Exception:
        return None


def to_plain(thing: Any) -> Any:
    """Records as dicts and tuples as lists, all the way down: what `json.loads` would give back. Keys are texts."""
    if type(thing) in SCALARS:
        return thing
    if _is_record(thing):
        return {name: to_plain(getattr(thing, name)) for name in _hints(thing.__class__)}
    if isinstance(thing, tuple):
        return [to_plain(item) for item in thing]
    if isinstance(thing, dict):
        return {key: to_plain(item) for key, item in thing.items()}
    return thing


@overload
def from_plain(hint: type[T], data: object) -> T: ...
@overload
def from_plain(hint: object, data: object) -> object: ...
def from_plain(hint: object, data: object) -> object:
    """The value of that type which `to_plain` turned into `data`, or `InvalidState`."""
    if type(data) is hint and hint in READ_AS_THEY_ARE:
        return data
    if isinstance(hint, UnionType):
        return _first_that_fits(get_args(hint), data)
    if get_origin(hint) is tuple and type(data) is list:
        return tuple(from_plain(get_args(hint)[0], item) for item in data)
    if get_origin(hint) is dict and is_object(data):
        return {key: from_plain(get_args(hint)[1], item) for key, item in data.items()}
    if isinstance(hint, type) and _is_record(hint) and is_object(data):
        hints = _hints(hint)
        if data.keys() == hints.keys():
            return hint(**{name: from_plain(hints[name], data[name]) for name in hints})
    raise InvalidState("malformed_json", f"Expected {getattr(hint, '__name__', hint)} in this place of the document.")


def _is_record(thing: object) -> bool:
    return is_dataclass(thing) or hasattr(thing, "_fields")


def _first_that_fits(hints: tuple[object, ...], data: object) -> object:
    for hint in hints[:-1]:
        try:
            return from_plain(hint, data)
        except InvalidState:
            continue
    return from_plain(hints[-1], data)


@cache
def _hints(cls: Any) -> dict[str, object]:
    hints = get_type_hints(cls)
    names = [field.name for field in fields(cls)] if is_dataclass(cls) else cls._fields
    return {name: hints[name] for name in names}
