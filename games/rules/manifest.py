"""Who sits at a table of the library, in seat order, and how a player is named afterwards."""

from collections.abc import Mapping, Sequence

from games.rules.errors import IllegalAction
from games.rules.reading import reading

PlayerId = str | int


def read_manifest(manifest: object) -> tuple[PlayerId, ...]:
    """The players' ids in seat order, or `IllegalAction`.

    An entry is an id (a text or a whole number), or a mapping with an `id` or else a `name`.
    """
    not_a_list = invalid_manifest("The players are a list with one entry for each seat.")
    with reading(not_a_list):
        if not isinstance(manifest, Sequence) or isinstance(manifest, str | bytes | bytearray):
            raise not_a_list
        players = tuple(_read_entry(entry) for entry in manifest)
    if len(set(players)) < len(players):
        raise invalid_manifest("No two players may have the same id.")
    return players


def _read_entry(entry: object) -> PlayerId:
    player = entry.get("id", entry.get("name")) if isinstance(entry, Mapping) else entry
    if type(player) is int and player.bit_length() < 64:
        return player
    if type(player) is str and player.strip() and player.isprintable():
        return player
    raise invalid_manifest("A player's id is a text that is not blank, or a whole number.")


def find_seat(players: Sequence[PlayerId], player: object) -> int:
    """The seat of a player, who is named by id or, where no id is a number, by the number of the seat."""
    if (type(player) is str or type(player) is int) and player in players:
        return players.index(player)
    numbered = int in map(type, players)
    if type(player) is int and 0 <= player < len(players) and not numbered:
        return player
    raise IllegalAction("unknown_player", "Nobody by that name plays in this game.")


def invalid_manifest(message: str) -> IllegalAction:
    return IllegalAction("invalid_manifest", message)
