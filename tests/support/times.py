"""When tests take place in which time stands still."""

from datetime import UTC, datetime

MONDAY = datetime(2026, 3, 2, 12, tzinfo=UTC)
