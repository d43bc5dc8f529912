"""All that a site has stored, and what of it was changed that nobody may have changed."""

from typing import Any

from tests.siege.stored import Row, Store

FORGETFUL = {"django_session", "django_tasks_database_dbtaskresult", "games_alert"}
"""Sessions come and go, and so does what waits to be sent."""
UNSTEADY = {"seen_at", "looked_at", "seen_actions", "tell_at", "remind_at", "wake_at"}
"""Columns that looking changes, or the clock, which calls whoever is to act."""
PEOPLE = {"user_id", "host_id", "author_id", "listener_id", "muted_id"}
"""Columns that name somebody."""

Dump = dict[str, dict[Any, Row]]


def dump(store: Store) -> Dump:
    return {
        table: {row["id"]: _steady(row) for row in store.rows(f'SELECT * FROM "{table}"')}
        for table in store.tables()
        if table not in FORGETFUL
    }


def _steady(row: Row) -> Row:
    return {name: value for name, value in row.items() if name not in UNSTEADY}


def damage(before: Dump, after: Dump) -> list[str]:
    """What is changed or gone, and what is new without belonging to a new guest alone."""
    gone_or_changed = [
        f"{table}: {row} became {after[table].get(key)}"
        for table, rows in before.items()
        for key, row in rows.items()
        if after[table].get(key) != row
    ]
    strange = [
        f"{table}: {row} is new"
        for table, rows in after.items()
        for key, row in rows.items()
        if key not in before[table] and not _is_a_newcomers(table, row, before)
    ]
    return gone_or_changed + strange


def _is_a_newcomers(table: str, row: Row, before: Dump) -> bool:
    """A new guest, who may be gone again, or something that is about new guests and new tables only."""
    if table == "accounts_user":
        return bool(row["is_guest"] or row["deleted_at"]) and not (row["is_staff"] or row["is_superuser"])
    people = {row[column] for column in PEOPLE & row.keys()} & before["accounts_user"].keys()
    tables = {row.get("game_id")} & before["games_game"].keys()
    return table.startswith("games_") and not people and not tables
