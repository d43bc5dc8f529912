"""Django's PostgreSQL, with connections that are tried out when they are taken from the pool.

PostgreSQL cuts all of them when it is restarted, and Django would hand out each of the dead ones once, hours later if
need be. The pool's own check finds them out, too, but sleeps longer and longer after each: where all are dead, whoever
comes first would wait until they give up.
"""

from typing import Any

import psycopg
from django.db.backends.postgresql import base
from psycopg_pool import ConnectionPool

PgConnection = psycopg.Connection[tuple[object, ...]]
_Wrapper: Any = base.DatabaseWrapper


class DatabaseWrapper(_Wrapper):  # type: ignore[misc]
    def get_new_connection(self, conn_params: dict[str, object]) -> PgConnection:
        connection: PgConnection = super().get_new_connection(conn_params)
        for _ in range(self.pool.max_size if self.pool else 0):
            if is_alive(connection):
                break
            # The pool throws it away, and opens another.
            self.pool.putconn(connection)
            connection = super().get_new_connection(conn_params)
        return connection


def is_alive(connection: PgConnection) -> bool:
    try:
        ConnectionPool.check_connection(connection)
    except psycopg.Error:
        return False
    return True
