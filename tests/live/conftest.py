import pytest
from django.db import connection

pytest.register_assert_rewrite("tests.live.crash", "tests.live.stored")


@pytest.fixture
def grown() -> bool:
    """Whether this run is about PostgreSQL and Redis."""
    return connection.vendor == "postgresql"
