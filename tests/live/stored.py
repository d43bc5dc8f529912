"""What a site has stored, read past the site: the judge of what its answers promised."""

import json
import sqlite3
from collections.abc import Mapping, Sequence
from contextlib import closing
from dataclasses import dataclass
from typing import Any

import psycopg
from psycopg.rows import dict_row

from games.rules import find_rules

JSON_COLUMNS = {"setup", "action", "options"}

Row = dict[str, Any]


class Store:
    def __init__(self, url: str) -> None:
        self._url = url

    def rows(self, statement: str, *values: object) -> list[Row]:
        """The rows of a query with %s for its values."""
        return [{name: _plain(name, value) for name, value in row.items()} for row in self._ask(statement, values)]

    def row(self, statement: str, *values: object) -> Row:
        (row,) = self.rows(statement, *values)
        return row

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

    def _ask(self, statement: str, values: Sequence[object]) -> Sequence[Mapping[str, Any]]:
        if self._is_sqlite:
            with closing(sqlite3.connect(self._url.removeprefix("sqlite:///"), timeout=20)) as connection:
                connection.row_factory = sqlite3.Row
                return [dict(row) for row in connection.execute(statement.replace("%s", "?"), values)]
        with psycopg.connect(self._url, row_factory=dict_row) as connection:
            return connection.execute(statement.encode(), values).fetchall()

    def game(self, game_id: str) -> "StoredGame":
        """The game with its seats and actions, in order. One that is still played may move on between two reads."""
        return StoredGame(
            self.row("SELECT * FROM games_game WHERE id = %s", game_id),
            self.rows("SELECT * FROM games_seat WHERE game_id = %s ORDER BY number", game_id),
            self.rows("SELECT * FROM games_action WHERE game_id = %s ORDER BY number, id", game_id),
        )


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
