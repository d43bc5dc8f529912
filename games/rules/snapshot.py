"""A hosted game as a JSON document. It holds the game's secrets: the deck is in the setup."""

from collections.abc import Callable
from dataclasses import dataclass

from games.rules.base import SCHEMA, AnyRules
from games.rules.codec import refusing
from games.rules.errors import InvalidState, require
from games.rules.hosted_game import HostedGame
from games.rules.manifest import read_manifest
from games.rules.plain import Json, from_plain, to_plain
from games.rules.reading import reading


@dataclass(frozen=True, slots=True)
class Move:
    seat: int
    action: dict  # type: ignore[type-arg]  # read back by its type, which a subscript would hide


@dataclass(frozen=True, slots=True)
class Snapshot:
    """Setup and actions are the truth; the status is there to be read, and to be checked against them."""

    schema: int
    game: str
    rules_version: int
    manifest: tuple[str | int, ...]
    setup: dict  # type: ignore[type-arg]
    actions: tuple[Move, ...]
    status: str
    error: str | None


def write_snapshot(game: HostedGame) -> Json:
    rules = game.rules
    with game.lock:
        snapshot = Snapshot(
            schema=SCHEMA,
            game=rules.slug,
            rules_version=rules.version,
            manifest=game.players,
            setup=rules.setup_to_json(game.first_state),
            actions=tuple(Move(seat, rules.action_to_json(action)) for seat, action in game.moves),
            status=game.status,
            error=game.error,
        )
    data: Json = to_plain(snapshot)
    return data


def replay(data: object, find_rules: Callable[[str, int], AnyRules]) -> HostedGame:
    """The game that `write_snapshot` wrote, played again from its start, or `InvalidState`."""
    not_a_snapshot = InvalidState("malformed_json", "This is not the snapshot of a game.")
    with reading(not_a_snapshot), refusing():
        snapshot = from_plain(Snapshot, data)
        require(snapshot.schema == SCHEMA, f"This is not a snapshot of schema {SCHEMA}.")
        return _play_again(snapshot, find_rules(snapshot.game, snapshot.rules_version))


def _play_again(snapshot: Snapshot, rules: AnyRules) -> HostedGame:
    players = read_manifest(snapshot.manifest)
    require(snapshot.setup.get("players") == len(players), "There is one player for each seat.")
    game = HostedGame(rules, players, rules.setup_from_json(snapshot.setup))
    for move in snapshot.actions:
        game.play(move.seat, move.action)
    game.error = snapshot.error
    require(snapshot.status == game.status, "The actions do not lead to the status of this snapshot.")
    return game
