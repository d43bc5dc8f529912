"""A game as a document: names as the table shows them, the setup, every action, and how it ended.

No account is in it: no number, username, address or key, and nothing that was said.
"""

import json

from games.faults import as_game_fault
from games.positions import Move
from games.queries.game_file.schema import (
    SCHEMA,
    TOLD_NOTICES,
    VERSION,
    ActionDocument,
    GameDocument,
    NoticeDocument,
    PlayerDocument,
    outcome_document,
)
from games.queries.scenes import scene_of
from games.queries.table import Table
from games.tableau import Person, Scene
from games.wording.table_notices import named_in


def document_of(table: Table) -> GameDocument:
    """All that a game is looked at again from. It holds every secret of the game: ask `may_download` first."""
    scene = scene_of(table)
    with as_game_fault("writing the game down"):
        return document_from(scene, _notices(table))


def document_from(scene: Scene, notices: list[NoticeDocument]) -> GameDocument:
    rules, state = scene.rules, scene.position.state
    setup = rules.setup_to_json(state)
    return {
        "schema": SCHEMA,
        "version": VERSION,
        "game": rules.slug,
        "rules": rules.version,
        "options": setup["options"],
        "players": [_player(person) for person in scene.people],
        "former": [{"seat": one.seat, "until": one.until, "name": one.name} for one in scene.former],
        "setup": setup,
        "actions": _actions(scene),
        "notices": notices,
        "outcome": outcome_document(scene.outcome),
    }


def document_text(document: GameDocument) -> str:
    return json.dumps(document, indent=1, ensure_ascii=False) + "\n"


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
        "at": None if move.at is None else move.at.isoformat(),
    }


def _notices(table: Table) -> list[NoticeDocument]:
    told = [notice for notice in table.notices if notice.kind in TOLD_NOTICES]
    return [{"after": one.after, "kind": str(one.kind), "name": named_in(one, table.seats)} for one in told]
