"""What this process remembers of tables, for showing: the newest version of each, how it was drawn, where it stands.

Nothing of it is ever written. Only positions are continued: they follow from actions that are never changed. There is
room for so many bytes, and what was not asked for longest makes room for the rest.
"""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field
from math import inf
from threading import Lock, RLock
from time import monotonic
from typing import Any, Protocol, TypeVar

from games.positions import Position
from games.queries.table import Table

CAPACITY = 192 * 1024 * 1024
"""Bytes, counted as if no two tables had anything in common; they share most of what is drawn."""
BYTES_A_TABLE, BYTES_A_POSITION = 4096, 2048


class DrawingLike(Protocol):
    """A table as it was drawn in one language."""

    @property
    def version(self) -> int: ...
    @property
    def size(self) -> int:
        """In bytes, roughly."""


D = TypeVar("D", bound=DrawingLike)


@dataclass(slots=True)
class Entry:
    game_id: str
    table: Table | None = None
    read_at: float = 0.0
    position: Position | None = None
    repairs: int = 0
    drawings: dict[str, Any] = field(default_factory=dict)
    draw_lock: RLock = field(default_factory=RLock)
    """Held by whoever draws: those who want to see the same wait for it."""
    size: int = 0

    def measured(self) -> int:
        positions = self.position.number + 1 if self.position is not None else 0
        # Others may be drawing meanwhile.
        drawn = sum(int(drawing.size) for drawing in tuple(self.drawings.values()))
        return BYTES_A_TABLE + BYTES_A_POSITION * positions + drawn


class TableCache:
    def __init__(self, room: int = CAPACITY) -> None:
        self._room = room
        self._entries: OrderedDict[str, Entry] = OrderedDict()
        self._lock = Lock()
        self.size = 0

    def table(self, game_id: str, version: int = 0, seconds: float = inf) -> Table | None:
        """That table in this version or a later one, if it is known and was read within so many seconds."""
        with self._lock:
            entry = self._entries.get(game_id)
            if entry is None or entry.table is None or entry.table.version < version:
                return None
            self._entries.move_to_end(game_id)
            return entry.table if monotonic() - entry.read_at < seconds else None

    def keep_table(self, table: Table, read_at: float | None = None) -> None:
        """Remember a table as it is on disk, unless a later version is known."""
        with self._lock:
            entry = self._entry(table.id)
            if entry.table is None or entry.table.version < table.version:
                entry.table = table
            if entry.table.version == table.version:
                entry.read_at = monotonic() if read_at is None else read_at
            if table.position is not None:
                self._keep_position(entry, table.position, table.repairs)
            self._make_room(entry)

    def position(self, game_id: str, repairs: int, number: int) -> Position | None:
        """The latest position of that game with at most so many actions, if one is known.

        Only a repair changes what was stored: the positions before it are those of another game.
        """
        with self._lock:
            entry = self._entries.get(game_id)
            position = entry.position if entry is not None and entry.repairs == repairs else None
            if position is not None:
                self._entries.move_to_end(game_id)
        while position is not None and position.number > number:
            position = position.previous
        return position

    def keep_position(self, game_id: str, repairs: int, position: Position) -> None:
        with self._lock:
            entry = self._entry(game_id)
            self._keep_position(entry, position, repairs)
            self._make_room(entry)

    def get_or_draw(self, table: Table, language: str, draw: Callable[[D | None], D]) -> D:
        """How that version of a table is drawn in a language. The first one draws, from how it was drawn before.

        Sockets wait here on the event loop, so whoever draws must need nothing of that loop.
        """
        with self._lock:
            entry = self._entry(table.id)
        with entry.draw_lock:
            known: D | None = entry.drawings.get(language)
            is_newer = known is None or known.version < table.version
            drawn = known if known is not None and known.version == table.version else draw(known if is_newer else None)
            if is_newer:
                entry.drawings[language] = drawn
            with self._lock:
                # What was drawn for single seats meanwhile counts, too.
                self._make_room(entry)
        return drawn

    def clear(self) -> None:
        with self._lock:
            self._entries.clear()
            self.size = 0

    def __len__(self) -> int:
        return len(self._entries)

    def _entry(self, game_id: str) -> Entry:
        entry = self._entries.setdefault(game_id, Entry(game_id))
        self._entries.move_to_end(game_id)
        return entry

    def _keep_position(self, entry: Entry, position: Position, repairs: int) -> None:
        if entry.position is None or entry.repairs < repairs or entry.position.number < position.number:
            entry.position, entry.repairs = position, repairs

    def _make_room(self, entry: Entry) -> None:
        """Count this entry anew, and let go of what was asked for longest ago; what was asked for just now stays."""
        if self._entries.get(entry.game_id) is not entry:
            return
        self.size += (size := entry.measured()) - entry.size
        entry.size = size
        while self.size > self._room and len(self._entries) > 1:
            _game_id, oldest = self._entries.popitem(last=False)
            self.size -= oldest.size


table_cache = TableCache()
