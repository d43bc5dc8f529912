"""The types of a game's actions, events and views as JSON Schema, so that each is described once."""

from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints, is_typeddict

from games.rules import GAMES, AnyRules
from games.rules.plain import Json
from games.tableau import tableau_of

SCALARS = {bool: "boolean", int: "integer", float: "number", str: "string", NoneType: "null"}
ANYTHING: Json = {"type": "object", "additionalProperties": True}
KIND: Json = {"type": "object", "required": ["kind"], "properties": {"kind": {"type": "string"}}}
"""An action of a game that says no more of its actions."""
MOMENT: Json = {"type": ["string", "null"], "format": "date-time"}
ENVELOPE: dict[str, Json] = {
    "game": {"type": "string", "description": "The id of the table."},
    "number": {"type": "integer", "description": "Counts the events of this table, from 1."},
    "at": MOMENT,
    "action": {"type": "integer", "description": "After how many actions of the game it happened."},
    "made_by": {"enum": ["player", "bot", "clock", "admin", None], "description": "Who made the action it came of."},
}
"""What every event tells, beside what is its own."""
OTHER_EVENTS: dict[str, Json] = {
    "phase_changed": {"from": {"type": "string"}, "to": {"type": "string"}},
    "notice": {
        "kind": {"type": "string"},
        "seat": {"type": ["integer", "null"]},
        "text": {"type": "string", "description": "What happened beside the rules, in a sentence."},
    },
}
"""Those that the site tells of every game."""


CURSOR: Json = {"type": "string", "description": "Sent as `after`, it is where to go on from."}
TABLE, STATE = {"$ref": "#/components/schemas/TableInfo"}, {"$ref": "#/components/schemas/StateInfo"}
FOR_ME: dict[str, Json] = {"game": ENVELOPE["game"], "at": MOMENT, "by": {"type": ["string", "null"]}, "cursor": CURSOR}
MESSAGES: dict[str, dict[str, Json]] = {
    "snapshot": {
        "at": MOMENT,
        "tables": {"type": "array", "items": TABLE},
        "game": ENVELOPE["game"],
        "number": ENVELOPE["number"],
        "state": STATE,
        "cursor": CURSOR,
    },
    "table": {"game": ENVELOPE["game"], "table": TABLE, "cursor": CURSOR},
    "your_turn": {"game": ENVELOPE["game"], "state": STATE, "cursor": CURSOR},
    "chat": {"game": ENVELOPE["game"], "cursor": CURSOR},
    "invited": {**FOR_ME, "invitation": {"type": "string"}},
    "mentioned": FOR_ME,
    "reminder": FOR_ME,
    "gone": {"game": ENVELOPE["game"], "cursor": CURSOR},
    "heartbeat": {"at": MOMENT},
    "bye": {"reason": {"type": "string"}, "error": {"$ref": "#/components/schemas/Error"}},
}
"""What a stream tells besides events."""
EVENT_IN_STREAM: Json = {
    "type": "object",
    "description": "An event, as `Event` has it, with the cursor beside it.",
    "required": ["type", "game", "number", "at", "action", "made_by", "cursor"],
    "properties": {"type": {"type": "string"}, **ENVELOPE, "cursor": CURSOR},
}


class Shapes:
    """Schemas that refer to each other by name."""

    def __init__(self) -> None:
        self.definitions: dict[str, Json] = {}

    def of(self, hint: Any) -> Json:
        if hint in SCALARS:
            return {"type": SCALARS[hint]}
        if get_origin(hint) in (Union, UnionType):
            return {"anyOf": [self.of(one) for one in get_args(hint)]}
        if get_origin(hint) is Literal:
            return {"enum": list(get_args(hint))}
        if get_origin(hint) in (list, tuple):
            return {"type": "array", "items": self.of(get_args(hint)[0])}
        if get_origin(hint) is dict:
            return {"type": "object", "additionalProperties": self.of(get_args(hint)[1])}
        return self.record(hint)

    def record(
        self, kind: type, more: Mapping[str, Json] | None = None, nullable: frozenset[str] = frozenset()
    ) -> Json:
        """A reference to the schema of a record: exactly its fields, and `more`."""
        name = name_of(kind)
        if name not in self.definitions:
            # It may be needed by its own fields.
            self.definitions[name] = {}
            own = {field: self.of(hint) for field, hint in hints_of(kind).items()}
            for field in nullable:
                own[field] = {"anyOf": [own[field], {"type": "null"}]}
            self.definitions[name] |= exactly({**(more or {}), **own})
        return reference(name)

    def event(self, kind: type, rules: AnyRules) -> Json:
        """What it tells of sums, it may not tell any more later."""
        sample = dict.fromkeys(hints_of(kind), "")
        told = tableau_of(rules).without_amounts({**sample, "type": ""})
        return self.record(kind, ENVELOPE, frozenset(name for name in sample if told[name] is None))


def exactly(properties: Mapping[str, Json]) -> Json:
    return {
        "type": "object",
        "properties": dict(properties),
        "required": list(properties),
        "additionalProperties": False,
    }


def reference(name: str) -> Json:
    return {"$ref": f"#/components/schemas/{name}"}


def name_of(kind: type) -> str:
    """The game, or the module that games share, and the name of the type."""
    return f"{kind.__module__.removeprefix('games.rules.').partition('.')[0]}.{kind.__name__}"


def hints_of(kind: Any) -> dict[str, Any]:
    hints = get_type_hints(kind)
    if is_typeddict(kind):
        return hints
    names = [field.name for field in fields(kind)] if is_dataclass(kind) else kind._fields
    return {name: hints[name] for name in names}


def of_actions(shapes: Shapes, rules: AnyRules) -> list[Json]:
    return [shapes.record(kind) for kind in rules.action_types] or [KIND]


def kinds_of_actions(rules: AnyRules) -> list[str]:
    """What an action of this game may be, as its `kind` says."""
    return [kind for one in rules.action_types for kind in get_args(hints_of(one)["kind"])]


def of_events(shapes: Shapes, rules: AnyRules) -> list[Json]:
    return [shapes.event(kind, rules) for kind in rules.event_types] or [ANYTHING]


def of_view(shapes: Shapes, rules: AnyRules) -> Json:
    return ANYTHING if rules.view_type is None else shapes.record(rules.view_type)


def all_schemas() -> dict[str, Json]:
    """By name: `Action`, `Event` and `View` of any game, what a stream tells, and all that they refer to."""
    shapes = Shapes()
    whole = {
        "Action": any_of([one for rules in GAMES for one in of_actions(shapes, rules)]),
        "Event": any_of([*(one for rules in GAMES for one in of_events(shapes, rules)), *_other_events(shapes)]),
        "View": any_of([of_view(shapes, rules) for rules in GAMES]),
        "StreamMessage": any_of([EVENT_IN_STREAM, *_messages(shapes)]),
    }
    return {**whole, **shapes.definitions}


def _messages(shapes: Shapes) -> list[Json]:
    for kind, own in MESSAGES.items():
        shapes.definitions[kind] = exactly({"type": {"enum": [kind]}, **own})
    shapes.definitions["snapshot"]["required"] = ["type", "at", "tables", "cursor"]
    shapes.definitions["invited"]["required"].remove("invitation")
    shapes.definitions["bye"]["required"].remove("error")
    return [reference(kind) for kind in MESSAGES]


def any_of(found: list[Json]) -> Json:
    return {"anyOf": [one for place, one in enumerate(found) if one not in found[:place]]}


def _other_events(shapes: Shapes) -> list[Json]:
    for kind, own in OTHER_EVENTS.items():
        shapes.definitions[kind] = exactly({"type": {"enum": [kind]}, **ENVELOPE, **own})
    return [reference(kind) for kind in OTHER_EVENTS]
