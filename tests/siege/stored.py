"""What a site has stored, read past the site: the judge of what its answers promised."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

import psycopg
from psycopg import IsolationLevel
from psycopg.rows import dict_row

from games.rules import find_rules

JSON_COLUMNS = {"setup", "action", "options"}

Row = dict[str, Any]


class Store:
    def __init__(self, url: str) -> None:
        self._url = url

    def rows(self, statement: str, *values: object) -> list[Row]:
        """The rows of a query with %s for its values."""
        with self._moment() as rows:
            return rows(statement, *values)

    def row(self, statement: str, *values: object) -> Row:
        (row,) = self.rows(statement, *values)
        return row

    def write(self, statement: str, *values: object) -> None:
        """Change what is stored, behind the site's back."""
        if self._is_sqlite:
            with closing(sqlite3.connect(self._url.removeprefix("sqlite:///"), timeout=20)) as connection, connection:
                connection.execute(statement.replace("%s", "?"), values)
            return
        with psycopg.connect(self._url) as server:
            server.execute(statement.encode(), values)

    @staticmethod
    def moment(stored: Any) -> datetime:
        """A moment as either database tells it."""
        moment = datetime.fromisoformat(stored) if isinstance(stored, str) else stored
        return moment if moment.tzinfo else moment.replace(tzinfo=UTC)

    def tables(self) -> list[str]:
        """The names of all tables with rows of their own."""
        if self._is_sqlite:
            named = "SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite_%'"
        else:
            named = "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'"
        return sorted(row["name"] for row in self.rows(named))

    @property
    def _is_sqlite(self) -> bool:
        return self._url.startswith("sqlite")

    @contextmanager
    def _moment(self) -> Iterator[Callable[..., list[Row]]]:
        """What answers queries as of one and the same moment."""
        if self._is_sqlite:
            with closing(sqlite3.connect(self._url.removeprefix("sqlite:///"), timeout=20)) as file:
                file.row_factory = sqlite3.Row
                file.execute("BEGIN")
                yield lambda statement, *values: _read(file.execute(statement.replace("%s", "?"), values))
            return
        with psycopg.connect(self._url, row_factory=dict_row) as server:
            server.isolation_level = IsolationLevel.REPEATABLE_READ
            yield lambda statement, *values: _read(server.execute(statement.encode(), values))

    def game(self, game_id: str) -> "StoredGame":
        """The game with its seats and actions, in order."""
        with self._moment() as rows:
            (row,) = rows("SELECT * FROM games_game WHERE id = %s", game_id)
            return StoredGame(
                row,
                rows("SELECT * FROM games_seat WHERE game_id = %s ORDER BY number", game_id),
                rows("SELECT * FROM games_action WHERE game_id = %s ORDER BY number, id", game_id),
            )


def _read(found: Any) -> list[Row]:
    return [{name: _plain(name, value) for name, value in dict(row).items()} for row in found]


def _plain(name: str, value: Any) -> Any:
    return json.loads(value) if name in JSON_COLUMNS and isinstance(value, str) else value


@dataclass(frozen=True)
class StoredGame:
    row: Row
    seats: list[Row]
    actions: list[Row]

    @property
    def rules(self) -> Any:
        return find_rules(self.row["slug"], self.row["rules_version"])

    @property
    def is_over(self) -> bool:
        return bool(self.row["status"] != "running")

    def state(self) -> Any:
        """Where setup and actions lead, played anew by the rules."""
        state = self.rules.setup_from_json(self.row["setup"])
        for action in self.actions:
            state = self.rules.play(state, action["seat"], self.rules.action_from_json(action["action"]))
        return state

    def by_key(self) -> dict[tuple[int, str], Any]:
        """What was played with each key of each seat."""
        return {(action["seat"], action["key"]): action["action"] for action in self.actions if action["key"]}

    def check(self) -> None:
        """Numbers without gaps, no key twice, and columns that follow from setup and actions."""
        assert [action["number"] for action in self.actions] == list(range(1, len(self.actions) + 1))
        keys = [(action["seat"], action["key"]) for action in self.actions if action["key"]]
        assert len(set(keys)) == len(keys)
        state = self.state()
        outcome = self.rules.outcome(state)
        assert self.row["action_count"] == len(self.actions)
        assert self.row["turn"] == next(iter(self.rules.to_act(state)), None)
        assert self.row["status"] == ("finished" if outcome else "running")
        assert self.row["turn_version"] <= self.row["version"]
        results = [(seat["rank"], seat["score"], bool(seat["won"])) for seat in self.seats]
        assert results == _results(outcome, len(self.seats))


def _results(outcome: Any, seats: int) -> list[tuple[Any, ...]]:
    """Rank, score and whether that won, of each seat."""
    if outcome is None:
        return [(None, None, False)] * seats
    return [(seat.rank, float(seat.score), number in outcome.winners) for number, seat in enumerate(outcome.seats)]
