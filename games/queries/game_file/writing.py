"""A game as a document: names as the table shows them, the setup, every action, what they led to, and how it ended.

No account is in it: no number, username, address or key, and nothing that was said.
"""

import json
from collections.abc import Sequence
from datetime import datetime
from operator import attrgetter
from typing import NamedTuple

from games.faults import as_game_fault
from games.positions import Move
from games.queries.game_file.events import Noted, events_of
from games.queries.game_file.schema import (
    FIRST,
    MOST_NOTICES,
    NEWEST,
    SCHEMA,
    TOLD_NOTICES,
    ActionDocument,
    AnyGameDocument,
    FirstGameDocument,
    GameDocument,
    NoticeDocument,
    PlayerDocument,
    outcome_document,
)
from games.queries.scenes import scene_of
from games.queries.table import Table
from games.tableau import Person, Scene
from games.wording.table_notices import named_in


class Occasion(NamedTuple):
    """Where and when a game was played. Nothing of it follows from setup and actions."""

    id: str
    """That of the table."""
    started_at: datetime | None
    ended_at: datetime | None


def text_of(table: Table) -> str:
    """The file of a table, or `Fault`. It holds every secret of the game: ask `may_download` first."""
    return document_text(document_of(table))


def document_of(table: Table) -> GameDocument:
    """All that a game is looked at again from, with the same secrets."""
    scene, occasion = scene_of(table), Occasion(table.id, table.started_at, table.ended_at)
    with as_game_fault("writing the game down"):
        return document_from(scene, _noted(table), occasion)


def document_from(scene: Scene, noted: Sequence[Noted], occasion: Occasion) -> GameDocument:
    return {
        **first_document_from(scene, noted),
        "version": NEWEST,
        "id": occasion.id,
        "timestamp": _time(occasion.ended_at),
        "state": scene.rules.to_json(scene.position.state),
        "events": events_of(scene, noted, occasion.started_at),
    }


def first_document_from(scene: Scene, noted: Sequence[Noted]) -> FirstGameDocument:
    """The same as version 1 told it."""
    rules = scene.rules
    setup = rules.setup_to_json(scene.position.state)
    return {
        "schema": SCHEMA,
        "version": FIRST,
        "game": rules.slug,
        "rules": rules.version,
        "options": setup["options"],
        "players": [_player(person) for person in scene.people],
        "former": [{"seat": one.seat, "until": one.until, "name": one.name} for one in scene.former],
        "setup": setup,
        "actions": _actions(scene),
        "notices": [_notice(one) for one in noted],
        "outcome": outcome_document(scene.outcome),
    }


def document_text(document: AnyGameDocument) -> str:
    """JSON of which people can read, too, what is in it: a line for each action and each event."""
    return _laid_out(document, 0) + "\n"


def _laid_out(thing: object, depth: int) -> str:
    """Each entry on a line of its own, down to those of the fields of the file."""
    if depth == 2 or not thing or not isinstance(thing, dict | list):
        return json.dumps(thing, ensure_ascii=False)
    line = "\n" + " " * depth
    if isinstance(thing, dict):
        named = [f"{json.dumps(name)}: {_laid_out(one, depth + 1)}" for name, one in thing.items()]
        return f"{{{line} " + f",{line} ".join(named) + f"{line}}}"
    return f"[{line} " + f",{line} ".join(_laid_out(one, depth + 1) for one in thing) + f"{line}]"


def _player(person: Person) -> PlayerDocument:
    return {"name": person.name, "bot": person.bot, "substitute": person.substituted}


def _actions(scene: Scene) -> list[ActionDocument]:
    moves = [position.move for position in scene.position.back() if position.move is not None]
    return [_action(scene, move) for move in reversed(moves)]


def _action(scene: Scene, move: Move) -> ActionDocument:
    return {
        "number": move.number,
        "seat": move.seat,
        "action": scene.rules.action_to_json(move.action),
        "made_by": move.made_by,
        "at": _time(move.at),
    }


def _time(at: datetime | None) -> str | None:
    return None if at is None else at.isoformat()


def _notice(noted: Noted) -> NoticeDocument:
    return {"after": noted.after, "kind": noted.kind, "name": noted.name}


def _noted(table: Table) -> list[Noted]:
    """In the order of their events; the latest alone, if people went and came without end."""
    told = [notice for notice in table.notices if notice.kind in TOLD_NOTICES]
    noted = [Noted(one.after, str(one.kind), named_in(one, table.seats), one.seat, one.at) for one in told]
    return sorted(noted, key=attrgetter("after"))[-MOST_NOTICES:]
