import pytest
from django.db import connection

pytest.register_assert_rewrite("tests.siege.crash", "tests.siege.stored")


@pytest.fixture
def grown() -> bool:
    """Whether this run is about PostgreSQL and Redis."""
    return connection.vendor == "postgresql"
